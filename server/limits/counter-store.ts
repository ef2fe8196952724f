/** A count to raise: `expiresAt` is when its window ends if it begins now. */
export interface Count {
  key: string
  /** By how much. */
  by: number
  expiresAt: number
}

/** What budgets need from a database. */
export interface CounterStore {
  /** Raises counts of different keys, a few of them in one statement, and answers where they stand. */
  raise(
    counts: readonly Count[],
    now: number,
  ): Promise<{ key: string; count: number; expiresAt: number }[]>
  /** The counts among these whose window is not over. */
  look(
    keys: readonly string[],
    now: number,
  ): Promise<{ key: string; count: number; expiresAt: number }[]>
  /** Where a count stands now, 0 when its window is over. */
  read(key: string, now: number): Promise<number>
  /** Takes counts away, whatever their window. */
  forget(keys: readonly string[]): Promise<void>
}
