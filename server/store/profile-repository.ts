import type { Queries } from './database.ts'
import {
  claimIdentifier,
  releaseIdentifier,
  requireTransaction,
  takenIdentifiers,
} from './identifiers.ts'
import type { PartialDetails } from './profile-details.ts'

/** Fields of a profile to change; undefined ones stay. */
export interface ProfileChanges extends PartialDetails {
  name?: string | undefined
  username?: string | undefined
  avatarKey?: string | undefined
  backgroundKey?: string | undefined
  locale?: string | undefined
}

/** Changes profiles. */
export interface ProfileRepository {
  /**
   * Needs a transaction if the username changes. Returns false when the username is taken; the
   * transaction must then be rolled back.
   */
  update(accountId: string, changes: ProfileChanges): Promise<boolean>
  /** Returns those of some usernames that are taken. */
  taken(usernames: readonly string[]): Promise<Set<string>>
}

/** Profiles in SQL. */
export function profileRepository(query: Queries): ProfileRepository {
  return {
    update: async (accountId, changes) => {
      const { username } = changes
      if (username !== undefined) {
        requireTransaction(query)
        await releaseIdentifier(query, 'username', accountId)
        if (!(await claimIdentifier(query, 'username', username, accountId))) return false
      }
      await query.updateTable('accounts').set(changes).where('id', '=', accountId).execute()
      return true
    },
    taken: async (usernames) => new Set(await takenIdentifiers(query, 'username', usernames)),
  }
}
