import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { AvatarStore } from './avatar-store.ts'
import type { Clock } from '../clock.ts'
import { PassportError } from '../passport-error.ts'
import { createGate } from '../passwords/gate.ts'
import type { Stores, TransactionalStores } from '../stores.ts'

/** Largest picture that is taken, in bytes. */
export const MAX_AVATAR_BYTES = 2 * 1024 * 1024

const SIDE_PX = 256
const MAX_PIXELS = 40_000_000
const QUEUE = 20

/** Pictures of people. */
export interface Avatars {
  /** Re-encodes a picture and makes it the account's; @throws file_type, server_busy. */
  set(accountId: string, bytes: Uint8Array, left: AbortSignal): Promise<string>
  read(key: string): Promise<Uint8Array | undefined>
  urlOf(key: string | null): string
}

// The first bytes say what a file is; its name and content type are the sender's claim.
const signatures: ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) &&
    startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
]

/** Avatars over stores; `publicOrigin` begins their addresses. */
export function createAvatars(
  stores: TransactionalStores,
  publicOrigin: string,
  clock: Clock,
): Avatars {
  const gate = createGate(1, QUEUE)
  return {
    set: async (accountId, bytes, left) => {
      if (!signatures.some((matches) => matches(bytes))) throw new PassportError('file_type')
      const picture = await gate.run(left, () => toSquare(bytes))
      const key = randomBytes(16).toString('base64url')
      const now = clock()
      await stores.tx(async (tx: Stores) => {
        await tx.avatars.replace(accountId, key, picture, now)
        await tx.accounts.setAvatar(accountId, key)
      })
      return key
    },
    read: (key) => readFrom(stores.avatars, key),
    urlOf: (key) => (key === null ? '' : `${publicOrigin}/avatars/${key}.webp`),
  }
}

function readFrom(store: AvatarStore, key: string): Promise<Uint8Array | undefined> {
  return /^[\w-]{22}$/.test(key) ? store.read(key) : Promise.resolve(undefined)
}

// Re-encoding drops place, camera and whatever else may hide in a picture file.
async function toSquare(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // Whatever sharp could not decode is no picture of the four kinds.
    throw new PassportError('file_type')
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}
