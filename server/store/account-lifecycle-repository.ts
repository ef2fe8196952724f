import type { Recipient } from './recipient.ts'
import type { Account } from './account-repository.ts'
import { toAccount } from './account-repository.ts'
import type { Queries } from './database.ts'
import { claimIdentifier, releaseIdentifier, requireTransaction } from './identifiers.ts'

/** Changes addresses of accounts, and schedules, cancels and completes deletions. */
export interface AccountLifecycleRepository {
  /** Locks an account until the transaction ends, so that rules about several columns hold. */
  lock(id: string): Promise<Account | undefined>
  /** Locks the account that a proved address belongs to. */
  lockOwner(recipient: Recipient): Promise<Account | undefined>
  /**
   * Gives an account an address, or takes it away with null. Returns false when the present one is
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
  claimUnverified(email: string): Promise<Account | undefined>
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
    lock: async (id) => {
      const row = await lock().where('id', '=', id).executeTakeFirst()
      return row && toAccount(row)
    },
    lockOwner: async ({ channel, address }) => {
      const row = await lock()
        .where('id', '=', (from) =>
          from
            .selectFrom('identifiers')
            .select('account_id')
            .where('kind', '=', channel)
            .where('value', '=', address),
        )
        // The account may have lost the address while this statement waited for its row.
        .where(channel, '=', address)
        .executeTakeFirst()
      return row && toAccount(row)
    },
    setAddress: async (id, channel, from, to) => {
      requireTransaction(query)
      const changed = await query
        .updateTable('accounts')
        .set(channel === 'email' ? { email: to } : { mobile: to })
        .where('id', '=', id)
        .where(channel, from === null ? 'is' : '=', from)
        .returning('id')
        .executeTakeFirst()
      if (changed === undefined) return false
      await releaseIdentifier(query, channel, id)
      return to === null || (await claimIdentifier(query, channel, to, id))
    },
    dropUnverified: async (email) => {
      await query
        .updateTable('accounts')
        .set({ unverified_email: null })
        .where('unverified_email', '=', email)
        .execute()
    },
    claimUnverified: async (email) => {
      requireTransaction(query)
      const found = await lock()
        .where('unverified_email', '=', email)
        .where('email', 'is', null)
        .where('mobile', 'is', null)
        .where('state', '=', 'active')
        .executeTakeFirst()
      if (found === undefined || !(await claimIdentifier(query, 'email', email, found.id))) {
        return undefined
      }
      const row = await query
        .updateTable('accounts')
        .set({ email, unverified_email: null, password_hash: null })
        .where('id', '=', found.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return toAccount(row)
    },
    setFirstPassword: async (id, hash) => {
      const set = await query
        .updateTable('accounts')
        .set({ password_hash: hash })
        .where('id', '=', id)
        .where('password_hash', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return set !== undefined
    },
    scheduleDeletion: async (id, cancelAt) => {
      const started = await query
        .updateTable('accounts')
        .set({ state: 'cancelling', cancel_at: cancelAt })
        .where('id', '=', id)
        .where('state', '=', 'active')
        .returning('id')
        .executeTakeFirst()
      return started !== undefined
    },
    cancelDeletion: async (id, now) => {
      const row = await query
        .updateTable('accounts')
        .set({ state: 'active', cancel_at: null })
        .where('id', '=', id)
        .where('state', '=', 'cancelling')
        .where('cancel_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toAccount(row)
    },
    due: async (now, limit) => {
      const rows = await query
        .selectFrom('accounts')
        .select('id')
        .where('cancel_at', '<=', now)
        .where('state', '=', 'cancelling')
        .orderBy('cancel_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    erase: async (id, now) => {
      const row = await query
        .deleteFrom('accounts')
        .where('id', '=', id)
        .where('state', '=', 'cancelling')
        .where('cancel_at', '<=', now)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return undefined
      // These tables have no foreign key to the account.
      await query.deleteFrom('tickets').where('holder', '=', id).execute()
      await query.deleteFrom('security_events').where('account_id', '=', id).execute()
      return toAccount(row)
    },
  }
}
