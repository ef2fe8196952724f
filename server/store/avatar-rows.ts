import type { Queries } from './database.ts'
import type { AvatarStore } from '../profiles/avatar-store.ts'

/** Avatars in SQL: small, and so shared by all instances without a file store. */
export function avatarRows(query: Queries): AvatarStore {
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
      await query.deleteFrom('avatars').where('account_id', '=', accountId).execute()
      await query
        .insertInto('avatars')
        .values({ key, account_id: accountId, bytes, created_at: now })
        .execute()
    },
  }
}
