/** What avatars need from a database. */
export interface AvatarStore {
  read(key: string): Promise<Uint8Array | undefined>
  /** Stores a picture and removes the others of the account. */
  replace(accountId: string, key: string, bytes: Uint8Array, now: number): Promise<void>
}
