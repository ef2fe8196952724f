import type { Queries } from './database.ts'

/** A row of `avatars`. */
export interface StoredAvatar {
  key: string
  accountId: string
  bytes: Uint8Array
  createdAt: number
}

/** Reads and replaces avatars. */
export interface AvatarRepository {
  read(key: string): Promise<Uint8Array | undefined>
  /** Stores an avatar and removes the earlier ones of the account. */
  replace(accountId: string, key: string, bytes: Uint8Array, now: number): Promise<void>
}

/** Avatars in SQL; they are small, so instances share them without a file store. */
export function avatarRepository(query: Queries): AvatarRepository {
  return {
    read: async (key) => {
      const row = await query
        .selectFrom('avatars')
        .select('bytes')
        .where('key', '=', key)
        .executeTakeFirst()
      return row?.bytes
    },
    replace: async (accountId, key, bytes, now) => {
      await query.deleteFrom('avatars').where('accountId', '=', accountId).execute()
      await query.insertInto('avatars').values({ key, accountId, bytes, createdAt: now }).execute()
    },
  }
}
