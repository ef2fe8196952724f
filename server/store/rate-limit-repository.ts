import { sql } from 'kysely'
import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { run } from './statements.ts'
import type { Queries } from './database.ts'
import type { RateCount } from './schema/limits.ts'

/** Counts requests in windows of time. */
export type RateLimitRepository = ReturnType<typeof rateLimitRepository>

/** Rate limits in SQL. */
export function rateLimitRepository(query: Queries) {
  return {
    /** Adds to the counts of different keys and returns the new ones; a window that has ended starts again. */
    increment: (counts: readonly RateCount[], now: number): Promise<RateCount[]> => {
      const hasEnded = sql`rate_limits.expires_at <= ${now} or rate_limits.expires_at > excluded.expires_at + ${CLOCK_SKEW_MS}`
      return (
        query
          .insertInto('rateLimits')
          // Sorted, so that two servers that increment the same counts do not wait for each other.
          .values(counts.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              count: sql<number>`case when ${hasEnded} then excluded.count else rate_limits.count + excluded.count end`,
              expiresAt: sql<number>`case when ${hasEnded} then excluded.expires_at else rate_limits.expires_at end`,
            }),
          )
          .returningAll()
          .execute()
      )
    },
    /** Returns those of some counts whose window, of `windowMs` at most, is not over. */
    find: (keys: readonly string[], now: number, windowMs: number) =>
      query
        .selectFrom('rateLimits')
        .select(['key', 'count', 'expiresAt'])
        .where('key', 'in', keys)
        .where('expiresAt', '>', now)
        .where('expiresAt', '<=', now + windowMs + CLOCK_SKEW_MS)
        .execute(),
    forget: (keys: readonly string[]) =>
      run(query.deleteFrom('rateLimits').where('key', 'in', keys)),
  }
}
