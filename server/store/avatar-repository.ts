import { readFirst } from './statements.ts'
import type { Queries } from './database.ts'

/** Reads and replaces avatars. */
export type AvatarRepository = ReturnType<typeof avatarRepository>

/** Avatars in SQL; they are small, so instances share them without a file store. */
export function avatarRepository(query: Queries) {
  return {
    read: (key: string) =>
      readFirst(
        query.selectFrom('avatars').select('bytes').where('key', '=', key),
        ({ bytes }) => bytes,
      ),
    /** Stores an avatar and removes the earlier ones of the account. */
    replace: async (accountId: string, key: string, bytes: Uint8Array, now: number) => {
      await query.deleteFrom('avatars').where('accountId', '=', accountId).execute()
      await query.insertInto('avatars').values({ key, accountId, bytes, createdAt: now }).execute()
    },
  }
}
