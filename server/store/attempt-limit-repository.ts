import type { Queries } from './database.ts'

/** Wrong proofs in a row for one key, and until when further ones are refused. */
export interface Failures {
  failures: number
  lockedUntil: number
}

/** Counts failed attempts. */
export interface AttemptLimitRepository {
  /** Returns those of some keys that have failures. */
  read(keys: readonly string[]): Promise<Map<string, Failures>>
  /** Counts a failure and returns the new number. */
  increment(key: string, now: number): Promise<number>
  /** Refuses further attempts until a time. */
  refuseUntil(key: string, until: number): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

/** Attempt limits in SQL. */
export function attemptLimitRepository(query: Queries): AttemptLimitRepository {
  return {
    read: async (keys) => {
      const rows = await query
        .selectFrom('attemptLimits')
        .select(['key', 'failures', 'lockedUntil'])
        .where('key', 'in', keys)
        .execute()
      return new Map(rows.map((row) => [row.key, row]))
    },
    increment: async (key, now) => {
      const row = await query
        .insertInto('attemptLimits')
        .values({ key, failures: 1, lockedUntil: 0, updatedAt: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({
            failures: set('attemptLimits.failures', '+', 1),
            updatedAt: now,
          })),
        )
        .returning('failures')
        .executeTakeFirstOrThrow()
      return row.failures
    },
    refuseUntil: async (key, until) => {
      await query
        .updateTable('attemptLimits')
        .set({ lockedUntil: until })
        .where('key', '=', key)
        .where('lockedUntil', '<', until)
        .execute()
    },
    clear: async (keys) => {
      if (keys.length === 0) return
      await query.deleteFrom('attemptLimits').where('key', 'in', keys).execute()
    },
  }
}
