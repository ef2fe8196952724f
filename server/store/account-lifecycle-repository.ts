import type { Recipient } from './recipient.ts'
import type { Account } from './account-repository.ts'
import { toAccount } from './account-repository.ts'
import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import { isTaken } from './taken.ts'

/** What changes of an account's addresses, and its end, need from a database. */
export interface AccountLifecycleRepository {
  /**
   * Reads an account and keeps other transactions from changing it until this one ends, so that a
   * rule about several of its parts still holds when it is written.
   */
  lock(id: string): Promise<Account | undefined>
  /** The same for the account that a proved address belongs to. */
  lockOwner(target: Recipient): Promise<Account | undefined>
  /**
   * Gives an account an address, or takes it away, while the one it has is still `from`; false when
   * it is not, or another account has the new one. After false a transaction must not go on.
   */
  setAddress(
    id: string,
    channel: Recipient['channel'],
    from: string | null,
    to: string | null,
  ): Promise<boolean>
  /** Takes an unproved address from whoever gave it. */
  dropUnverified(email: string): Promise<void>
  /**
   * Makes an unproved address the proved one of the account that gave it, unless that account has a
   * proved address already; its password goes, since nobody knows who chose it.
   */
  claimUnverified(email: string): Promise<Account | undefined>
  /** Sets a password where there is none; false when there is one. */
  setFirstPassword(id: string, hash: string): Promise<boolean>
  /** Begins the closing of an active account; false when it is not active. */
  scheduleDeletion(id: string, cancelAt: number): Promise<boolean>
  /** Ends the closing while there is time; false when there is none, or nothing to end. */
  cancelDeletion(id: string, now: number): Promise<Account | undefined>
  /** Accounts whose time is over. */
  due(now: number, limit: number): Promise<string[]>
  /** Removes an account whose time is over, with all that hangs on it; undefined when it is not. */
  erase(id: string, now: number): Promise<Account | undefined>
}

// An update that changes nothing holds the row on every database, and reads its latest state.
const holdBy = (column: 'id' | 'email' | 'mobile') =>
  statement((query, { value }: { value: string }) =>
    query
      .updateTable('accounts')
      .set((set) => ({ locale: set.ref('locale') }))
      .where(column, '=', value)
      .returningAll(),
  )

const holds = { id: holdBy('id'), email: holdBy('email'), mobile: holdBy('mobile') }

/** Changes of accounts in SQL. */
export function accountLifecycleRepository(query: Queries): AccountLifecycleRepository {
  async function lockBy(column: keyof typeof holds, value: string): Promise<Account | undefined> {
    const [row] = await holds[column](query, { value })
    return row && toAccount(row)
  }
  return {
    lock: (id) => lockBy('id', id),
    lockOwner: ({ channel, address }) => lockBy(channel, address),
    setAddress: async (id, channel, from, to) => {
      try {
        const changed = await query
          .updateTable('accounts')
          .set(channel === 'email' ? { email: to } : { mobile: to })
          .where('id', '=', id)
          .where(channel, from === null ? 'is' : '=', from)
          .returning('id')
          .executeTakeFirst()
        return changed !== undefined
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
    },
    dropUnverified: async (email) => {
      await query
        .updateTable('accounts')
        .set({ unverified_email: null })
        .where('unverified_email', '=', email)
        .execute()
    },
    claimUnverified: async (email) => {
      const row = await query
        .updateTable('accounts')
        .set({ email, unverified_email: null, password_hash: null })
        .where('unverified_email', '=', email)
        .where('email', 'is', null)
        .where('mobile', 'is', null)
        .where('state', '=', 'active')
        .returningAll()
        .executeTakeFirst()
      return row && toAccount(row)
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
      // What has no key to the account goes with it all the same.
      await query.deleteFrom('tickets').where('holder', '=', id).execute()
      await query.deleteFrom('security_events').where('account_id', '=', id).execute()
      return toAccount(row)
    },
  }
}
