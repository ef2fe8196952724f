import type { Queries } from './database.ts'
import { statement } from './statement.ts'

/** Wrong passwords in a row for one identifier. */
export interface Failures {
  failures: number
  lockedUntil: number
}

/** What locks need from a database. */
export interface AttemptLimitRepository {
  /** Those among some keys that have failures. */
  read(keys: readonly string[]): Promise<Map<string, Failures>>
  /** Counts a failure and answers the new number. */
  raise(key: string, now: number): Promise<number>
  lock(key: string, until: number): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

const read = statement((query, { keys }: { keys: readonly string[] }) =>
  query
    .selectFrom('login_failures')
    .select(['key', 'failures', 'locked_until'])
    .where('key', 'in', keys),
)

const clear = statement((query, { keys }: { keys: readonly string[] }) =>
  query.deleteFrom('login_failures').where('key', 'in', keys),
)

/** Waits after wrong passwords in SQL. */
export function attemptLimitRepository(query: Queries): AttemptLimitRepository {
  return {
    read: async (keys) => {
      const rows = await read(query, { keys })
      return new Map(
        rows.map((row) => [row.key, { failures: row.failures, lockedUntil: row.locked_until }]),
      )
    },
    raise: async (key, now) => {
      const row = await query
        .insertInto('login_failures')
        .values({ key, failures: 1, locked_until: 0, updated_at: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((set) => ({
            failures: set('login_failures.failures', '+', 1),
            updated_at: now,
          })),
        )
        .returning('failures')
        .executeTakeFirstOrThrow()
      return row.failures
    },
    lock: async (key, until) => {
      await query
        .updateTable('login_failures')
        .set({ locked_until: until })
        .where('key', '=', key)
        .where('locked_until', '<', until)
        .execute()
    },
    clear: async (keys) => {
      if (keys.length > 0) await clear(query, { keys })
    },
  }
}
