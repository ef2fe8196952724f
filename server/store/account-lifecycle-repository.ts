import type { Account } from './account-repository.ts'
import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'
import { claimIdentifier, releaseIdentifier, requireTransaction } from './identifiers.ts'
import type { Recipient } from './recipient.ts'

/** Version of the terms that a person accepted, and the time. */
export type AcceptedTerms = Pick<Account, 'termsVersion' | 'termsAcceptedAt'>

/** Changes addresses of accounts, and schedules, cancels and completes deletions. */
export interface AccountLifecycleRepository {
  /** Locks an account until the transaction ends, so that rules about several columns hold. */
  lock(id: string): Promise<Account | undefined>
  /** Locks the account that a proved address belongs to. */
  lockOwner(recipient: Recipient): Promise<Account | undefined>
  /**
   * Gives an account an address, or takes it away with null. Returns false when the current one is
   * not `from` or another account has the new one; the transaction must then be rolled back.
   */
  setAddress(
    id: string,
    channel: Recipient['channel'],
    from: string | null,
    to: string | null,
  ): Promise<boolean>
  /** Takes an unverified address from the account that has it. */
  dropUnverified(email: string): Promise<void>
  /**
   * Verifies the address of the account that has it unverified, if that account has no proved one.
   * Removes the password, since nobody knows who chose it.
   */
  claimUnverified(email: string, terms: AcceptedTerms): Promise<Account | undefined>
  /** Sets the first password; returns false when there is one. */
  setFirstPassword(id: string, hash: string): Promise<boolean>
  /** Schedules the deletion of an active account; returns false when it is not active. */
  scheduleDeletion(id: string, cancelAt: number): Promise<boolean>
  /** Returns undefined when no deletion is scheduled, or it is due already. */
  cancelDeletion(id: string, now: number): Promise<Account | undefined>
  /** Returns ids of accounts whose deletion is due. */
  due(now: number, limit: number): Promise<string[]>
  /** Erases an account with its data; returns undefined when its deletion is not due. */
  erase(id: string, now: number): Promise<Account | undefined>
}

/** Changes of accounts in SQL. */
export function accountLifecycleRepository(query: Queries): AccountLifecycleRepository {
  // An update that changes nothing locks the row in every database, and reads its latest version.
  const lock = () =>
    query
      .updateTable('accounts')
      .set((set) => ({ locale: set.ref('locale') }))
      .returningAll()
  return {
    lock: (id) => lock().where('id', '=', id).executeTakeFirst(),
    lockOwner: ({ channel, address }) =>
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
    setAddress: async (id, channel, from, to) => {
      requireTransaction(query)
      const isChanged = await changesAny(
        query
          .updateTable('accounts')
          .set(channel === 'email' ? { email: to } : { mobile: to })
          .where('id', '=', id)
          .where(channel, from === null ? 'is' : '=', from),
      )
      if (!isChanged) return false
      await releaseIdentifier(query, channel, id)
      return to === null || (await claimIdentifier(query, channel, to, id))
    },
    dropUnverified: async (email) => {
      await query
        .updateTable('accounts')
        .set({ unverifiedEmail: null })
        .where('unverifiedEmail', '=', email)
        .execute()
    },
    claimUnverified: async (email, terms) => {
      requireTransaction(query)
      const found = await lock()
        .where('unverifiedEmail', '=', email)
        .where('email', 'is', null)
        .where('mobile', 'is', null)
        .where('state', '=', 'active')
        .executeTakeFirst()
      if (found === undefined || !(await claimIdentifier(query, 'email', email, found.id))) {
        return undefined
      }
      return await query
        .updateTable('accounts')
        .set({ email, unverifiedEmail: null, passwordHash: null, ...terms })
        .where('id', '=', found.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    setFirstPassword: (id, hash) =>
      changesAny(
        query
          .updateTable('accounts')
          .set({ passwordHash: hash })
          .where('id', '=', id)
          .where('passwordHash', 'is', null),
      ),
    scheduleDeletion: (id, cancelAt) =>
      changesAny(
        query
          .updateTable('accounts')
          .set({ state: 'cancelling', cancelAt })
          .where('id', '=', id)
          .where('state', '=', 'active'),
      ),
    cancelDeletion: (id, now) =>
      query
        .updateTable('accounts')
        .set({ state: 'active', cancelAt: null })
        .where('id', '=', id)
        .where('state', '=', 'cancelling')
        .where('cancelAt', '>', now)
        .returningAll()
        .executeTakeFirst(),
    due: async (now, limit) => {
      const rows = await query
        .selectFrom('accounts')
        .select('id')
        .where('cancelAt', '<=', now)
        .where('state', '=', 'cancelling')
        .orderBy('cancelAt')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    erase: async (id, now) => {
      const account = await query
        .deleteFrom('accounts')
        .where('id', '=', id)
        .where('state', '=', 'cancelling')
        .where('cancelAt', '<=', now)
        .returningAll()
        .executeTakeFirst()
      if (account === undefined) return undefined
      // These tables have no foreign key to the account.
      await query.deleteFrom('tickets').where('holder', '=', id).execute()
      await query.deleteFrom('securityEvents').where('accountId', '=', id).execute()
      return account
    },
  }
}
