import { randomBytes } from 'node:crypto'
import { encodePicture, ensurePicture } from './encode.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { Stores, TransactionalStores } from '../services/stores.ts'

/** Pictures of people. */
export interface Avatars {
  /**
   * Re-encodes a picture and makes it the account's, together with what `note` writes.
   * @throws file_type, server_busy, and what `note` throws.
   */
  set(
    accountId: string,
    bytes: Uint8Array,
    left: AbortSignal,
    note: (tx: Stores) => Promise<void>,
  ): Promise<string>
  urlOf(key: string | null): string
}

/** Form of the key of a picture that somebody sent. */
export const OWN_KEY = /^[\w-]{22}$/

/** Avatars over stores; `publicOrigin` begins their addresses, `gate` lets few be encoded at once. */
export function createAvatars(
  stores: TransactionalStores,
  publicOrigin: string,
  clock: Clock,
  gate: ConcurrencyLimit,
): Avatars {
  return {
    set: async (accountId, bytes, left, note) => {
      ensurePicture(bytes)
      const picture = await gate.run(left, () => encodePicture(bytes, 'avatar'))
      const key = randomBytes(16).toString('base64url')
      const now = clock()
      await stores.tx(async (tx: Stores) => {
        await note(tx)
        await tx.avatars.replace(accountId, key, picture, now)
        await tx.accounts.setAvatar(accountId, key)
      })
      return key
    },
    urlOf: (key) => (key === null ? '' : `${publicOrigin}/avatars/${key}.webp`),
  }
}
