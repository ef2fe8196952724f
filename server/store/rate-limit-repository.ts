import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Requests counted in a window that ends at `expiresAt`. */
export interface RateCount {
  key: string
  count: number
  expiresAt: number
}

/** Counts requests in windows of time. */
export interface RateLimitRepository {
  /** Adds to the counts of different keys and returns the new ones; a window that has ended starts again. */
  increment(counts: readonly RateCount[], now: number): Promise<RateCount[]>
  /** Returns those of some counts whose window is not over. */
  find(keys: readonly string[], now: number): Promise<RateCount[]>
  forget(keys: readonly string[]): Promise<void>
}

/** Rate limits in SQL. */
export function rateLimitRepository(query: Queries): RateLimitRepository {
  return {
    increment: (counts, now) =>
      query
        .insertInto('rateLimits')
        // Sorted, so that two servers that increment the same counts do not wait for each other.
        .values(counts.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when rate_limits.expires_at <= ${now} then excluded.count else rate_limits.count + excluded.count end`,
            expiresAt: sql<number>`case when rate_limits.expires_at <= ${now} then excluded.expires_at else rate_limits.expires_at end`,
          }),
        )
        .returningAll()
        .execute(),
    find: (keys, now) =>
      query
        .selectFrom('rateLimits')
        .select(['key', 'count', 'expiresAt'])
        .where('key', 'in', keys)
        .where('expiresAt', '>', now)
        .execute(),
    forget: async (keys) => {
      await query.deleteFrom('rateLimits').where('key', 'in', keys).execute()
    },
  }
}
