import { CLOCK_SKEW_MS, SECOND_MS } from '../lib/clock.ts'
import { changesAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Failures } from './schema/limits.ts'

/** Counts failed attempts. */
export type AttemptLimitRepository = ReturnType<typeof attemptLimitRepository>

/** Waits that grow with the failures in a row. */
export interface WaitRules {
  /** Failures from which each starts a wait of 2^n seconds, of `longestMs` at most. */
  from: number
  longestMs: number
  /** Failures from which each starts a wait of `closedMs`. */
  max: number
  closedMs: number
}

/** Attempt limits in SQL. */
export function attemptLimitRepository(query: Queries) {
  return {
    /** Returns those of some keys that have failures. */
    read: async (keys: readonly string[]): Promise<Map<string, Failures>> => {
      const rows = await query
        .selectFrom('attemptLimits')
        .select(['key', 'failures', 'lockedUntil'])
        .where('key', 'in', keys)
        .execute()
      return new Map(rows.map((row) => [row.key, row]))
    },
    /** Counts a failure and returns the new number. */
    increment: async (key: string, now: number) => {
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
    /** Refuses further attempts for `waitMs`; no wait is longer than `longestMs`. */
    refuse: (key: string, now: number, waitMs: number, longestMs: number) =>
      run(
        query
          .updateTable('attemptLimits')
          .set({ lockedUntil: now + waitMs })
          .where('key', '=', key)
          .where((row) =>
            row.or([
              row('lockedUntil', '<', now + waitMs),
              row('lockedUntil', '>', now + longestMs + CLOCK_SKEW_MS),
            ]),
          ),
      ),
    /**
     * Counts an attempt before its end is known, and starts its wait; returns false, with nothing
     * counted, during a wait. Of many at once only those before the first wait go on.
     */
    begin: (key: string, now: number, { closedMs, from, longestMs, max }: WaitRules) =>
      changesAny(
        query
          .insertInto('attemptLimits')
          .values({ key, failures: 1, lockedUntil: 0, updatedAt: now })
          .onConflict((conflict) =>
            conflict
              .column('key')
              .doUpdateSet((set) => {
                let wait = set
                  .case()
                  .when('attemptLimits.failures', '<', from - 1)
                  .then(0)
                  .when('attemptLimits.failures', '>=', max - 1)
                  .then(now + closedMs)
                for (let failures = from; 2 ** failures * SECOND_MS < longestMs; failures++) {
                  const lockedUntil = now + 2 ** failures * SECOND_MS
                  wait = wait.when('attemptLimits.failures', '=', failures - 1).then(lockedUntil)
                }
                return {
                  failures: set('attemptLimits.failures', '+', 1),
                  lockedUntil: wait.else(now + longestMs).end(),
                  updatedAt: now,
                }
              })
              .where((row) =>
                row.or([
                  row('attemptLimits.lockedUntil', '<=', now),
                  row('attemptLimits.lockedUntil', '>', now + closedMs + CLOCK_SKEW_MS),
                ]),
              ),
          ),
      ),
    clear: async (keys: readonly string[]) => {
      if (keys.length === 0) return
      await query.deleteFrom('attemptLimits').where('key', 'in', keys).execute()
    },
  }
}
