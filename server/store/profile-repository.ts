import type { Queries } from './database.ts'
import {
  claimIdentifier,
  releaseIdentifier,
  requireTransaction,
  takenIdentifiers,
} from './identifiers.ts'
import { searchKeyOf } from './search-keys.ts'
import type { PartialDetails } from './profile-details.ts'

/** Fields of a profile to change; undefined ones stay. */
export interface ProfileChanges extends PartialDetails {
  name?: string | undefined
  /** Null takes it away. */
  username?: string | null | undefined
  avatarKey?: string | undefined
  backgroundKey?: string | undefined
  locale?: string | undefined
}

/** Changes profiles. */
export type ProfileRepository = ReturnType<typeof profileRepository>

/** Profiles in SQL. */
export function profileRepository(query: Queries) {
  return {
    /**
     * Needs a transaction if the username changes. Returns false when the username is taken; the
     * transaction must then be rolled back.
     */
    update: async (accountId: string, changes: ProfileChanges) => {
      const { username } = changes
      if (username !== undefined) {
        requireTransaction(query)
        await releaseIdentifier(query, 'username', accountId)
        if (username !== null && !(await claimIdentifier(query, 'username', username, accountId))) {
          return false
        }
      }
      const { name } = changes
      const key = name === undefined ? {} : { nameKey: searchKeyOf(name) }
      await query
        .updateTable('accounts')
        .set({ ...changes, ...key })
        .where('id', '=', accountId)
        .execute()
      return true
    },
    /** Returns those of some usernames that are taken. */
    taken: async (usernames: readonly string[]) =>
      new Set(await takenIdentifiers(query, 'username', usernames)),
  }
}
