/** A sealing key pair as it is kept; keys are base64url, times are seconds. */
export interface StoredSealKey {
  kid: string
  publicKey: string
  secretKey: string
  nbf: number
  exp: number
}

/** What sealed requests need from a database. */
export interface SealStore {
  /** Keys that ended after `since`, oldest first. */
  keys(since: number): Promise<StoredSealKey[]>
  /** Adds a key; false when another instance added one for the same time first. */
  insertKey(key: StoredSealKey): Promise<boolean>
  deleteKeys(endedBefore: number): Promise<void>
  /** Lets the keys that began before end now, and takes those away that have not begun. */
  endKeys(now: number): Promise<void>
  /** Notes that a request was used; false when it was already. */
  use(jti: string, expiresAt: number): Promise<boolean>
  release(jti: string): Promise<void>
}
