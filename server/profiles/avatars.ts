import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { AvatarRepository } from '../store/avatar-repository.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Transaction } from '../store/transaction.ts'
import { encodePicture, requirePicture } from './encode.ts'
import { countUpdates, requireUpdateLeft } from './update-limits.ts'

/** Matches the key of an uploaded picture. */
export const UPLOADED_KEY = /^[\w-]{22}$/

/** Services that setting an avatar needs. */
export interface AvatarServices {
  accounts: Accounts
  avatars: AvatarRepository
  clock: Clock
  pictureEncoding: ConcurrencyLimit
  rateLimits: RateLimits
  transaction: Transaction<AvatarServices>
}

/**
 * Re-encodes a picture, stores it as the account's avatar and returns its key.
 * @throws file_type, file_size, server_busy, no_updates_left
 */
export async function setAvatar(
  services: AvatarServices,
  accountId: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<string> {
  requirePicture(bytes)
  const now = services.clock()
  await requireUpdateLeft(services, accountId, 'avatar', now)
  const picture = await services.pictureEncoding.run(signal, () => encodePicture(bytes, 'avatar'))
  const key = randomBytes(16).toString('base64url')
  await services.transaction(async (tx) => {
    await countUpdates(tx, accountId, ['avatar'], now)
    await tx.avatars.replace(accountId, key, picture, now)
    await tx.accounts.setAvatar(accountId, key)
  })
  return key
}
