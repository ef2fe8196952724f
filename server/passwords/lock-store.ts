/** Wrong passwords in a row for one identifier. */
export interface Failures {
  failures: number
  lockedUntil: number
}

/** What locks need from a database. */
export interface LockStore {
  /** Those among some keys that have failures. */
  read(keys: readonly string[]): Promise<Map<string, Failures>>
  /** Counts a failure and answers the new number. */
  raise(key: string, now: number): Promise<number>
  lock(key: string, until: number): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}
