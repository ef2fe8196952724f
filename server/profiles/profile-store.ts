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
export interface ProfileStore {
  /**
   * Writes all changes in one statement; false when the user name is taken. After false a
   * transaction must not go on.
   */
  update(accountId: string, changes: ProfileChanges): Promise<boolean>
  /** Which of some user names are taken. */
  taken(usernames: readonly string[]): Promise<Set<string>>
}
