import { randomBytes } from 'node:crypto'
import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { AvatarRepository } from '../store/avatar-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { encodePicture, requirePicture } from './encode.ts'

/** Matches the key of an uploaded picture. */
export const UPLOADED_KEY = /^[\w-]{22}$/

/** Services that setting an avatar needs. */
export interface AvatarServices {
  accounts: Accounts
  avatars: AvatarRepository
  clock: Clock
  pictureEncoding: ConcurrencyLimit
}

/**
 * Re-encodes a picture, stores it as the account's avatar and returns its key.
 * `beforeStoring` runs in the same transaction. @throws file_type, file_size, server_busy
 */
export async function setAvatar<Services extends AvatarServices>(
  services: Services & { transaction: Transaction<Services> },
  accountId: string,
  bytes: Uint8Array,
  signal: AbortSignal,
  beforeStoring: (tx: Services) => Promise<void>,
): Promise<string> {
  requirePicture(bytes)
  const picture = await services.pictureEncoding.run(signal, () => encodePicture(bytes, 'avatar'))
  const key = randomBytes(16).toString('base64url')
  const now = services.clock()
  await services.transaction(async (tx) => {
    await beforeStoring(tx)
    await tx.avatars.replace(accountId, key, picture, now)
    await tx.accounts.setAvatar(accountId, key)
  })
  return key
}
