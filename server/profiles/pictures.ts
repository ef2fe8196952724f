import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { AvatarRepository } from '../store/avatar-repository.ts'
import type { PictureRepository } from '../store/picture-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { UPLOADED_KEY } from './avatars.ts'
import { isDefaultKey, readDefault } from './defaults.ts'
import { encodePicture, requirePicture } from './encode.ts'
import { pictureLimitOf } from './update-limits.ts'

/** Pictures of one account at most, besides its avatar. */
export const MAX_PICTURES = 20

/** A picture as it is served. */
export interface ServedPicture {
  bytes: Uint8Array
  isSensitive: boolean
}

/** Uploaded pictures and the default ones. */
export type Pictures = ReturnType<typeof createPictures>

/** Returns the URL of a public picture; empty without a key. */
export function pictureUrl(origin: string, key: string | null): string {
  return key === null ? '' : `${origin}/avatars/${key}.webp`
}

/** `publicOrigin` is the origin of their URLs. */
export function createPictures(
  pictures: PictureRepository,
  avatars: AvatarRepository,
  publicOrigin: string,
) {
  return {
    ...pictures,
    /** Returns a picture, unless it is another person's sensitive one. */
    find: async (key: string, viewerId: string | undefined): Promise<ServedPicture | undefined> => {
      if (isDefaultKey(key)) {
        const bytes = await readDefault(key)
        return bytes && { bytes, isSensitive: false }
      }
      if (!UPLOADED_KEY.test(key)) return undefined
      const avatar = await avatars.read(key)
      if (avatar !== undefined) return { bytes: avatar, isSensitive: false }
      const picture = await pictures.read(key)
      if (picture === undefined) {
        const logo = await pictures.readLogo(key)
        return logo && { bytes: logo, isSensitive: false }
      }
      const { bytes, isSensitive, accountId } = picture
      return isSensitive && accountId !== viewerId ? undefined : { bytes, isSensitive }
    },
    /** Returns the URL of a public picture; empty without a key. */
    urlOf: (key: string | null) => pictureUrl(publicOrigin, key),
    /** Returns the address of a logo, which an organization stores as a key or an address elsewhere. */
    logoUrlOf: (logo: string) => (UPLOADED_KEY.test(logo) ? pictureUrl(publicOrigin, logo) : logo),
    /** Whether an account may show a picture: its own public one or a default one. */
    mayShow: async (accountId: string, key: string, kind: 'avatar' | 'background') => {
      if (isDefaultKey(key, kind)) return true
      return UPLOADED_KEY.test(key) && (await pictures.isPublicOf(accountId, key))
    },
  }
}

/** Services that adding a picture needs. */
export interface PictureServices {
  accounts: Accounts
  clock: Clock
  pictureEncoding: ConcurrencyLimit
  pictures: Pictures
  rateLimits: RateLimits
  transaction: Transaction<PictureServices>
}

/**
 * Stores a picture and returns its key; removes `replaces` and the oldest ones above the limit.
 * @throws file_type, file_size, server_busy, too_often
 */
export async function addPicture(
  { clock, pictureEncoding, rateLimits, transaction }: PictureServices,
  accountId: string,
  bytes: Uint8Array,
  { isSensitive, replaces }: { isSensitive: boolean; replaces: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  requirePicture(bytes)
  const limit = pictureLimitOf(accountId)
  await rateLimits.requireLeft(limit)
  const picture = await pictureEncoding.run(signal, () => encodePicture(bytes, 'picture'))
  const key = randomBytes(16).toString('base64url')
  const createdAt = clock()
  await transaction(async (tx) => {
    await tx.rateLimits.spend([limit])
    const account = await tx.accounts.lock(accountId)
    await tx.pictures.insert({ key, accountId, isSensitive, bytes: picture, createdAt })
    const inUse = [key, account?.avatarKey, account?.backgroundKey].filter(
      (one) => one !== null && one !== undefined,
    )
    if (replaces !== undefined && !inUse.includes(replaces)) {
      await tx.pictures.remove(accountId, replaces)
    }
    await tx.pictures.keepNewest(accountId, MAX_PICTURES, inUse)
  })
  return key
}
