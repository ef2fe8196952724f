import { DAY_MS } from '../lib/clock.ts'
import { findsAny, readAll, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'
import type { FormerAddress } from './schema/accounts.ts'

/** Time in which support can give a removed address back to its account, in milliseconds. */
export const FORMER_ADDRESS_MS = 3 * DAY_MS

/** Addresses that were removed from accounts, and hashes of erased ones. */
export type FormerAddressRepository = ReturnType<typeof formerAddressRepository>

/** Former addresses in SQL. */
export function formerAddressRepository(query: Queries) {
  return {
    addFormer: (address: FormerAddress) => run(query.insertInto('formerAddresses').values(address)),
    /** Returns addresses that an account had lately, the latest first. */
    listFormer: (accountId: string, now: number) =>
      query
        .selectFrom('formerAddresses')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .orderBy('leftAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Returns the addresses that any account had lately, the latest first. */
    allFormer: (now: number) =>
      query
        .selectFrom('formerAddresses')
        .select(['accountId', 'address'])
        .where('expiresAt', '>', now)
        .orderBy('leftAt', 'desc')
        .execute(),
    /** Returns the accounts that lately had an address, the latest first. */
    formerOwners: ({ channel, address }: Recipient, now: number) =>
      query
        .selectFrom('formerAddresses')
        .selectAll()
        .where('address', '=', address)
        .where('channel', '=', channel)
        .where('expiresAt', '>', now)
        .orderBy('leftAt', 'desc')
        .execute(),
    /** Stores the keyed hash of an address whose account was erased. */
    addErased: (hash: string, expiresAt: number) =>
      run(
        query
          .insertInto('erasedAddresses')
          .values({ hash, expiresAt })
          .onConflict((conflict) =>
            conflict
              .column('hash')
              .doUpdateSet((set) => ({ expiresAt: set.ref('excluded.expiresAt') })),
          ),
      ),
    /** Returns those of some hashes that are of erased accounts. */
    erasedOf: (hashes: readonly string[], now: number) =>
      readAll(
        query
          .selectFrom('erasedAddresses')
          .select('hash')
          .where('hash', 'in', hashes)
          .where('expiresAt', '>', now),
        (row) => row.hash,
      ),
    isErased: (hash: string, now: number) =>
      findsAny(
        query
          .selectFrom('erasedAddresses')
          .select('hash')
          .where('hash', '=', hash)
          .where('expiresAt', '>', now),
      ),
  }
}
