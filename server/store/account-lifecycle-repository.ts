import { readAll, changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import { claimIdentifier, releaseIdentifier, requireTransaction } from './identifiers.ts'
import type { Recipient } from './recipient.ts'
import type { Account } from './schema/accounts.ts'

/** Version of the terms that a person accepted, and the time. */
export type AcceptedTerms = Pick<Account, 'termsVersion' | 'termsAcceptedAt'>

/** Changes addresses of accounts, and schedules, cancels and completes deletions. */
export type AccountLifecycleRepository = ReturnType<typeof accountLifecycleRepository>

/** Changes of accounts in SQL. */
export function accountLifecycleRepository(query: Queries) {
  const change = (id: string, values: Partial<Account>) =>
    query.updateTable('accounts').set(values).where('id', '=', id)
  // An update that changes nothing locks the row in every database, and reads its latest version.
  const lock = () =>
    query
      .updateTable('accounts')
      .set((set) => ({ locale: set.ref('locale') }))
      .returningAll()
  return {
    /**
     * Locks an account until the transaction ends, so that rules about several columns hold; together with
     * another one that it may take something from, or two who do so would wait for each other.
     */
    lock: async (id: string, other = id) => {
      const locked = await lock().where('id', 'in', [id, other]).execute()
      return locked.find((account) => account.id === id)
    },
    /** Locks the account that a proved address belongs to. */
    lockOwner: ({ channel, address }: Recipient) =>
      lock()
        .where('id', '=', (from) =>
          from
            .selectFrom('identifiers')
            .select('accountId')
            .where('kind', '=', channel)
            .where('value', '=', address),
        )
        // The account may have lost the address while this statement waited for its row.
        .where(channel, '=', address)
        .executeTakeFirst(),
    /**
     * Gives an account an address, or takes it away with null. Returns false when the current one is
     * not `from` or another account has the new one; the transaction must then be rolled back.
     */
    setAddress: async (
      id: string,
      channel: Recipient['channel'],
      from: string | null,
      to: string | null,
    ) => {
      requireTransaction(query)
      const isChanged = await changesAny(
        change(id, channel === 'email' ? { email: to } : { mobile: to }).where(
          channel,
          from === null ? 'is' : '=',
          from,
        ),
      )
      if (!isChanged) return false
      await releaseIdentifier(query, channel, id)
      return to === null || (await claimIdentifier(query, channel, to, id))
    },
    /** Takes an unverified address from the account that has it. */
    dropUnverified: (email: string) =>
      run(
        query
          .updateTable('accounts')
          .set({ unverifiedEmail: null })
          .where('unverifiedEmail', '=', email),
      ),
    /** Sets the first password; returns false when there is one. */
    setFirstPassword: (id: string, hash: string) =>
      changesAny(
        change(id, { passwordHash: hash, passwordForm: '' }).where('passwordHash', 'is', null),
      ),
    /** Schedules the deletion of an active account; returns false when it is not active. */
    scheduleDeletion: (id: string, cancelAt: number) =>
      changesAny(change(id, { state: 'cancelling', cancelAt }).where('state', '=', 'active')),
    /** Returns undefined when no deletion is scheduled, or it is due already. */
    cancelDeletion: (id: string, now: number) =>
      change(id, { state: 'active', cancelAt: null })
        .where('state', '=', 'cancelling')
        .where('cancelAt', '>', now)
        .returningAll()
        .executeTakeFirst(),
    /** Returns ids of accounts whose deletion is due. */
    due: (now: number, limit: number) =>
      readAll(
        query
          .selectFrom('accounts')
          .select('id')
          .where('cancelAt', '<=', now)
          .where('state', '=', 'cancelling')
          .orderBy('cancelAt')
          .limit(limit),
        ({ id }) => id,
      ),
    /** Erases an account with the rows that belong to it. */
    erase: (id: string) => run(query.deleteFrom('accounts').where('id', '=', id)),
  }
}
