import type { Queries } from './database.ts'
import { isTaken } from './taken.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

/** Profiles in SQL. */
export function profileRows(query: Queries): ProfileStore {
  return {
    update: async (accountId, changes) => {
      try {
        await query
          .updateTable('accounts')
          .set({
            name: changes.name,
            username: changes.username,
            description: changes.description,
            gender: changes.gender,
            birthday: changes.birthday,
            avatar_key: changes.avatarKey,
            background_key: changes.backgroundKey,
            locale: changes.locale,
          })
          .where('id', '=', accountId)
          .execute()
        return true
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
    },
    taken: async (usernames) => {
      const rows = await query
        .selectFrom('accounts')
        .select('username')
        .where('username', 'in', usernames)
        .execute()
      return new Set(rows.map(({ username }) => username ?? ''))
    },
  }
}
