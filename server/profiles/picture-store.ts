/** A picture of a person that is no avatar. */
export interface Picture {
  key: string
  accountId: string
  /** Whether only its owner may see it. */
  isSensitive: boolean
  bytes: Uint8Array
  createdAt: number
}

/** What pictures need from a database. */
export interface PictureStore {
  read(key: string): Promise<Picture | undefined>
  insert(picture: Picture): Promise<void>
  /** How many an account has, its avatar counted. */
  count(accountId: string): Promise<number>
  /** Whether an account has a picture that everybody may see; its avatar is one. */
  isPublicOf(accountId: string, key: string): Promise<boolean>
  /** Takes one away, if it is the account's. */
  remove(accountId: string, key: string): Promise<void>
  /** Takes away all but the newest of an account, and those in use. */
  keepNewest(accountId: string, most: number, inUse: readonly string[]): Promise<void>
}
