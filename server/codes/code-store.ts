/** Which code is meant: there is one live code for an application, address and type. */
export interface CodeKey {
  aid: number
  /** Keyed hash of the address. */
  target: string
  type: number
}

/** A code to be stored. */
export interface FreshCode extends CodeKey {
  hash: string
  sentAt: number
  expiresAt: number
}

/** What verification codes need from a database; each change is one conditional statement. */
export interface CodeStore {
  /**
   * Stores codes over the last ones. Where one of those was sent less than `resendMs` before, it
   * answers how long before, and the transaction is to be taken back.
   */
  put(codes: readonly FreshCode[], resendMs: number): Promise<number | undefined>
  /** Type of the live code that was sent last to an address, of the types asked for. */
  lastType(
    to: Pick<CodeKey, 'aid' | 'target'>,
    types: readonly number[],
    now: number,
  ): Promise<number | undefined>
  /** Counts a try and answers the stored hash; undefined when the code is used up or too old. */
  countTry(key: CodeKey, now: number, maxTries: number): Promise<string | undefined>
  /** Uses a code up; false when another call did so first. */
  use(key: CodeKey, hash: string, now: number): Promise<boolean>
}
