import { randomBytes } from 'node:crypto'
import { OWN_KEY } from './avatars.ts'
import { isDefaultKey, readDefault } from './defaults.ts'
import { encodePicture, ensurePicture } from './encode.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { TransactionalStores } from '../services/stores.ts'

/** Pictures that an account may keep, besides its avatar. */
export const MOST_PICTURES = 20

/** Pictures that people send for anything but an avatar, and those everybody begins with. */
export interface Pictures {
  /**
   * Re-encodes a picture and keeps it; `replaces` is taken away, and the oldest beyond the number
   * an account may keep. @throws file_type, server_busy.
   */
  add(
    accountId: string,
    bytes: Uint8Array,
    wish: { isSensitive: boolean; replaces: string | undefined },
    left: AbortSignal,
  ): Promise<string>
  /** A picture for who asks; undefined where there is none, or it is not for them. */
  read(key: string, viewerId: string | undefined): Promise<Shown | undefined>
  /** Address of a picture that everybody may see. */
  urlOf(key: string | null): string
  /** Whether an account may show a picture: its own, one for everybody, or a default one. */
  mayShow(accountId: string, key: string, kind: 'avatar' | 'background'): Promise<boolean>
}

/** A picture that is shown. */
export interface Shown {
  bytes: Uint8Array
  isSensitive: boolean
}

/** Pictures over stores; `publicOrigin` begins their addresses, `gate` lets few be encoded at once. */
export function createPictures(
  stores: TransactionalStores,
  publicOrigin: string,
  clock: Clock,
  gate: ConcurrencyLimit,
): Pictures {
  return {
    add: async (accountId, bytes, { isSensitive, replaces }, left) => {
      ensurePicture(bytes)
      const picture = await gate.run(left, () => encodePicture(bytes, 'picture'))
      const key = randomBytes(16).toString('base64url')
      const createdAt = clock()
      await stores.tx(async (tx) => {
        const account = await tx.life.lock(accountId)
        await tx.pictures.insert({ key, accountId, isSensitive, bytes: picture, createdAt })
        const inUse = [key, account?.avatarKey, account?.backgroundKey].filter(
          (one) => one !== null && one !== undefined,
        )
        if (replaces !== undefined && !inUse.includes(replaces)) {
          await tx.pictures.remove(accountId, replaces)
        }
        await tx.pictures.keepNewest(accountId, MOST_PICTURES, inUse)
      })
      return key
    },
    read: async (key, viewerId) => {
      if (isDefaultKey(key)) {
        const bytes = await readDefault(key)
        return bytes && { bytes, isSensitive: false }
      }
      if (!OWN_KEY.test(key)) return undefined
      const avatar = await stores.avatars.read(key)
      if (avatar !== undefined) return { bytes: avatar, isSensitive: false }
      const picture = await stores.pictures.read(key)
      if (picture === undefined) return undefined
      const { bytes, isSensitive, accountId } = picture
      return isSensitive && accountId !== viewerId ? undefined : { bytes, isSensitive }
    },
    urlOf: (key) => (key === null ? '' : `${publicOrigin}/avatars/${key}.webp`),
    mayShow: async (accountId, key, kind) => {
      if (isDefaultKey(key, kind)) return true
      return OWN_KEY.test(key) && (await stores.pictures.isPublicOf(accountId, key))
    },
  }
}
