import type { Recipient } from './recipient.ts'
import { DAY_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** How long support can give a removed address back to its account, in milliseconds. */
export const FORMER_ADDRESS_MS = 3 * DAY_MS

/** An address that was removed from an account. */
export interface FormerAddress extends Recipient {
  id: string
  accountId: string
  leftAt: number
  expiresAt: number
}

/** Addresses that were removed from accounts, and hashes of erased ones. */
export interface FormerAddressRepository {
  addFormer(address: FormerAddress): Promise<void>
  /** Returns addresses that an account had lately, the latest first. */
  listFormer(accountId: string, now: number): Promise<FormerAddress[]>
  /** Returns who lately had an address, the latest first. */
  formerOwners(recipient: Recipient, now: number): Promise<FormerAddress[]>
  /** Stores the keyed hash of an address whose account was erased. */
  addClosed(hash: string, expiresAt: number): Promise<void>
  isClosed(hash: string, now: number): Promise<boolean>
}

/** Former addresses in SQL. */
export function formerAddressRepository(query: Queries): FormerAddressRepository {
  return {
    addFormer: async ({ id, accountId, channel, address, leftAt, expiresAt }) => {
      await query
        .insertInto('former_addresses')
        .values({
          id,
          account_id: accountId,
          channel,
          address,
          left_at: leftAt,
          expires_at: expiresAt,
        })
        .execute()
    },
    listFormer: async (accountId, now) => {
      const rows = await query
        .selectFrom('former_addresses')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .orderBy('left_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toFormer)
    },
    formerOwners: async ({ channel, address }, now) => {
      const rows = await query
        .selectFrom('former_addresses')
        .selectAll()
        .where('address', '=', address)
        .where('channel', '=', channel)
        .where('expires_at', '>', now)
        .orderBy('left_at', 'desc')
        .execute()
      return rows.map(toFormer)
    },
    addClosed: async (hash, expiresAt) => {
      await query
        .insertInto('erased_addresses')
        .values({ hash, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet((set) => ({ expires_at: set.ref('excluded.expires_at') })),
        )
        .execute()
    },
    isClosed: async (hash, now) => {
      const row = await query
        .selectFrom('erased_addresses')
        .select('hash')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function toFormer(row: Tables['former_addresses']): FormerAddress {
  return {
    id: row.id,
    accountId: row.account_id,
    channel: row.channel,
    address: row.address,
    leftAt: row.left_at,
    expiresAt: row.expires_at,
  }
}
