import { changesAny, insertNew } from './statements.ts'
import type { Queries } from './database.ts'
import type { Passkey } from './schema/proofs.ts'

/** Stores passkeys; each change is one conditional statement. */
export type PasskeyRepository = ReturnType<typeof passkeyRepository>

/** What an authenticator said about a passkey when it signed. */
export interface PasskeyUse {
  id: string
  /** Signatures so far; 0 for an authenticator that does not count. */
  counter: number
  isBackedUp: 0 | 1
}

/** Passkeys in SQL. */
export function passkeyRepository(query: Queries) {
  const passkeys = () => query.selectFrom('passkeys').selectAll()
  const active = (id: string) =>
    query.updateTable('passkeys').where('id', '=', id).where('state', '=', 'active')
  const own = (accountId: string, id: string) =>
    query.updateTable('passkeys').where('accountId', '=', accountId).where('id', '=', id)
  return {
    /** Returns the passkeys of an account, the oldest first. */
    of: (accountId: string) =>
      passkeys().where('accountId', '=', accountId).orderBy('createdAt').orderBy('id').execute(),
    find: (credentialId: string) =>
      passkeys().where('credentialId', '=', credentialId).executeTakeFirst(),
    /** Returns how many passkeys belong to each domain, and how many accounts have them. */
    byRpId: () =>
      query
        .selectFrom('passkeys')
        .select((of) => [
          'rpId',
          of.fn.countAll<number>().as('count'),
          of.fn.count<number>('accountId').distinct().as('accounts'),
        ])
        .groupBy('rpId')
        .orderBy('rpId')
        .execute(),
    /** Returns false where the credential is known; of many callers one wins. */
    insert: (passkey: Passkey) => insertNew(query, 'passkeys', passkey),
    /** Records a use; returns false for a suspect or removed passkey, and where its counter did not grow. */
    use: ({ id, counter, isBackedUp }: PasskeyUse, now: number) =>
      changesAny(
        active(id)
          .set({ counter, isBackedUp, lastUsedAt: now })
          .where((where) =>
            where.or([
              where('counter', '<', counter),
              where.and([where('counter', '=', 0), where.lit(counter === 0)]),
            ]),
          ),
      ),
    /**
     * Suspects a copy where the counter did not grow although the challenge was issued after the last
     * use; before it, two calls merely overtook each other.
     */
    suspect: ({ id, counter }: PasskeyUse, issuedAt: number) =>
      changesAny(
        active(id)
          .set({ state: 'suspect' })
          .where('lastUsedAt', '<', issuedAt)
          .where('counter', '>', 0)
          .where('counter', '>=', counter),
      ),
    /** Takes a suspect passkey back into use, whatever its counter says next. */
    confirm: (accountId: string, id: string) =>
      own(accountId, id).set({ state: 'active', counter: 0 }).returningAll().executeTakeFirst(),
    /** Returns undefined for a passkey of another account, or none. */
    rename: (accountId: string, id: string, name: string) =>
      own(accountId, id).set({ name }).returningAll().executeTakeFirst(),
    /** Returns false for a passkey of another account, or none. */
    remove: (accountId: string, id: string) =>
      changesAny(
        query.deleteFrom('passkeys').where('accountId', '=', accountId).where('id', '=', id),
      ),
    /** Remembers an answered challenge; returns false where it was answered before. */
    spendChallenge: (hash: string, expiresAt: number) =>
      insertNew(query, 'passkeyChallenges', { hash, expiresAt }),
  }
}
