import { changesAny, countRows, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { OAuthGrant, StoredOAuthClient } from './schema/oauth.ts'

/** A grant with what a person knows its client by. */
export type NamedGrant = OAuthGrant &
  Pick<StoredOAuthClient, 'redirects'> & {
    clientName: string
    /** Of the organization that the person answered for; null for oneself. */
    organizationName: string | null
  }

export type OAuthGrantRepository = ReturnType<typeof oauthGrantRepository>

export function oauthGrantRepository(query: Queries) {
  const grants = () => query.selectFrom('oauthGrants').selectAll()
  const change = (id: string) => query.updateTable('oauthGrants').where('id', '=', id)
  const ofAccount = (accountId: string) => grants().where('accountId', '=', accountId)
  return {
    find: (id: string) => grants().where('id', '=', id).executeTakeFirst(),
    /** Returns what a person decided about a client, once for each identity that they chose. */
    of: (accountId: string, clientId: string) =>
      ofAccount(accountId).where('clientId', '=', clientId).execute(),
    /** Returns what an account lets clients have, with their names, newest first. */
    listOf: async (
      accountId: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ list: NamedGrant[]; total: number }> => {
      const named = query
        .selectFrom('oauthGrants')
        .innerJoin('oauthClients', 'oauthClients.id', 'oauthGrants.clientId')
        .where('oauthGrants.accountId', '=', accountId)
        .where('granted', '<>', '')
      const list = await named
        .selectAll('oauthGrants')
        .leftJoin('memberships', 'memberships.id', 'oauthGrants.membershipId')
        .leftJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .select([
          'oauthClients.name as clientName',
          'oauthClients.redirects',
          'organizations.name as organizationName',
        ])
        .orderBy('changedAt', 'desc')
        .orderBy('oauthGrants.id')
        .limit(limit)
        .offset(offset)
        .execute()
      const total = await countRows(named)
      return { list, total }
    },
    /** Stores a decision that adds to an earlier one; undefined when another decision came first. */
    save: (grant: OAuthGrant, { granted, refused }: Pick<OAuthGrant, 'granted' | 'refused'>) =>
      query
        .insertInto('oauthGrants')
        .values(grant)
        .onConflict((conflict) =>
          conflict
            .columns(['accountId', 'clientId', 'membershipId'])
            // The id of a person for a client never changes.
            .doUpdateSet((set) => ({
              granted: set.ref('excluded.granted'),
              refused: set.ref('excluded.refused'),
              seenDigest: set.ref('excluded.seenDigest'),
              changedAt: set.ref('excluded.changedAt'),
            }))
            .where('oauthGrants.granted', '=', granted)
            .where('oauthGrants.refused', '=', refused),
        )
        .returningAll()
        .executeTakeFirst(),
    /** Returns what people let a client have, newest first. */
    ofClient: (clientId: string, limit: number) =>
      grants()
        .where('clientId', '=', clientId)
        .where('granted', '<>', '')
        .orderBy('changedAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** Removes grants of a client with all tokens of them, and returns them. */
    removeSome: (clientId: string, limit: number) =>
      query
        .deleteFrom('oauthGrants')
        .where('id', 'in', (some) =>
          some.selectFrom('oauthGrants').select('id').where('clientId', '=', clientId).limit(limit),
        )
        .returning(['accountId', 'granted'])
        .execute(),
    /** Returns grants of an account that were made or extended since a time. */
    changedSince: (accountId: string, since: number) =>
      ofAccount(accountId).where('granted', '<>', '').where('changedAt', '>=', since).execute(),
    /** Stores that a client got a token, unless it did after `since`. */
    touch: (id: string, now: number, since: number) =>
      run(
        change(id)
          .set({ lastUsedAt: now })
          .where((row) => row.or([row('lastUsedAt', '<=', since), row('lastUsedAt', '>', now)])),
      ),
    /** Takes scopes away; returns false when another decision came first. */
    narrow: (
      { id, granted }: Pick<OAuthGrant, 'id' | 'granted'>,
      after: Pick<OAuthGrant, 'granted' | 'refused' | 'changedAt'>,
    ) => changesAny(change(id).set(after).where('granted', '=', granted)),
    /** Ends a grant and all tokens of it; returns false when there was none. */
    revoke: (accountId: string, id: string, now: number) =>
      changesAny(
        change(id)
          .set((row) => ({ granted: '', version: row('version', '+', 1), changedAt: now }))
          .where('accountId', '=', accountId)
          .where('granted', '<>', ''),
      ),
  }
}
