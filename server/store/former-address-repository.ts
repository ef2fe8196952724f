import { DAY_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'

/** Time in which support can give a removed address back to its account, in milliseconds. */
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
  /** Returns the accounts that lately had an address, the latest first. */
  formerOwners(recipient: Recipient, now: number): Promise<FormerAddress[]>
  /** Stores the keyed hash of an address whose account was erased. */
  addErased(hash: string, expiresAt: number): Promise<void>
  isErased(hash: string, now: number): Promise<boolean>
}

/** Former addresses in SQL. */
export function formerAddressRepository(query: Queries): FormerAddressRepository {
  return {
    addFormer: async (address) => {
      await query.insertInto('formerAddresses').values(address).execute()
    },
    listFormer: (accountId, now) =>
      query
        .selectFrom('formerAddresses')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .orderBy('leftAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    formerOwners: ({ channel, address }, now) =>
      query
        .selectFrom('formerAddresses')
        .selectAll()
        .where('address', '=', address)
        .where('channel', '=', channel)
        .where('expiresAt', '>', now)
        .orderBy('leftAt', 'desc')
        .execute(),
    addErased: async (hash, expiresAt) => {
      await query
        .insertInto('erasedAddresses')
        .values({ hash, expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet((set) => ({ expiresAt: set.ref('excluded.expiresAt') })),
        )
        .execute()
    },
    isErased: async (hash, now) => {
      const row = await query
        .selectFrom('erasedAddresses')
        .select('hash')
        .where('hash', '=', hash)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
