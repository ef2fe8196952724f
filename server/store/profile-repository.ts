import type { Queries } from './database.ts'
import { isTaken } from './taken.ts'

/** Parts of a profile that a person changes; what is undefined stays. */
export interface ProfileChanges {
  name?: string | undefined
  username?: string | undefined
  description?: string | undefined
  gender?: number | undefined
  birthday?: string | undefined
  avatarKey?: string | undefined
  backgroundKey?: string | undefined
  locale?: string | undefined
}

/** What profiles need from a database. */
export interface ProfileRepository {
  /**
   * Writes all changes in one statement; false when the user name is taken. After false a
   * transaction must not go on.
   */
  update(accountId: string, changes: ProfileChanges): Promise<boolean>
  /** Which of some user names are taken. */
  taken(usernames: readonly string[]): Promise<Set<string>>
}

/** Profiles in SQL. */
export function profileRepository(query: Queries): ProfileRepository {
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
