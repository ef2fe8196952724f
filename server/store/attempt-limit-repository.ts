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
  raise(key: string, now: number): Promise<number>
  lock(key: string, until: number): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

/** Attempt limits in SQL. */
export function attemptLimitRepository(query: Queries): AttemptLimitRepository {
  return {
    read: async (keys) => {
      const rows = await query
        .selectFrom('attempt_limits')
        .select(['key', 'failures', 'locked_until'])
        .where('key', 'in', keys)
        .execute()
      return new Map(
        rows.map((row) => [row.key, { failures: row.failures, lockedUntil: row.locked_until }]),
      )
    },
    raise: async (key, now) => {
      const row = await query
        .insertInto('attempt_limits')
        .values({ key, failures: 1, locked_until: 0, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({
            failures: set('attempt_limits.failures', '+', 1),
            updated_at: now,
          })),
        )
        .returning('failures')
        .executeTakeFirstOrThrow()
      return row.failures
    },
    lock: async (key, until) => {
      await query
        .updateTable('attempt_limits')
        .set({ locked_until: until })
        .where('key', '=', key)
        .where('locked_until', '<', until)
        .execute()
    },
    clear: async (keys) => {
      if (keys.length === 0) return
      await query.deleteFrom('attempt_limits').where('key', 'in', keys).execute()
    },
  }
}
