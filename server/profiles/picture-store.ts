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
  /** Whether a picture belongs to an account; an avatar does too. */
  isOf(accountId: string, key: string): Promise<boolean>
  /** Takes one away, if it is the account's. */
  remove(accountId: string, key: string): Promise<void>
  /** Takes away all but the newest of an account, and one that is in use. */
  keepNewest(accountId: string, most: number, inUse: string | null): Promise<void>
}
