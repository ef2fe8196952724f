/** Which code is meant: there is one live code for an application, address and type. */
export interface CodeKey {
  aid: number
  /** Keyed hash of the address. */
  target: string
  type: number
}

/** What verification codes need from a database; each change is one conditional statement. */
export interface CodeStore {
  /**
   * Stores a code over the last one, unless that was sent after `notAfter`: then it answers when
   * the last one was sent.
   */
  put(
    key: CodeKey,
    code: { hash: string; sentAt: number; expiresAt: number },
    notAfter: number,
  ): Promise<number | undefined>
  /** Counts a try and answers the stored hash; undefined when the code is used up or too old. */
  countTry(key: CodeKey, now: number, maxTries: number): Promise<string | undefined>
  /** Uses a code up; false when another call did so first. */
  use(key: CodeKey, hash: string, now: number): Promise<boolean>
}
