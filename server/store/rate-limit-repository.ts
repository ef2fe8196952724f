import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { chunksOf } from './chunks.ts'
import type { Tables } from './tables.ts'

/** A count to raise; `expiresAt` is used when its window begins now. */
export interface Count {
  key: string
  by: number
  expiresAt: number
}

interface Standing {
  key: string
  count: number
  expiresAt: number
}

/** Counts requests in windows of time. */
export interface RateLimitRepository {
  /** Raises counts of different keys and returns the new ones. */
  raise(counts: readonly Count[], now: number): Promise<Standing[]>
  /** Returns those of some counts whose window is not over. */
  look(keys: readonly string[], now: number): Promise<Standing[]>
  /** Returns 0 when the window is over. */
  read(key: string, now: number): Promise<number>
  forget(keys: readonly string[]): Promise<void>
}

/** Rate limits in SQL. */
export function rateLimitRepository(query: Queries): RateLimitRepository {
  return {
    raise: async (counts, now) => {
      const raised: Standing[] = []
      // Sorted, so that two servers that raise the same counts do not wait for each other.
      const sorted = counts.toSorted((one, other) => (one.key < other.key ? -1 : 1))
      for (const chunk of chunksOf(sorted)) {
        const rows = await query
          .insertInto('rate_limits')
          .values(
            chunk.map(({ key, by, expiresAt }) => ({ key, count: by, expires_at: expiresAt })),
          )
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              count: sql<number>`case when rate_limits.expires_at <= ${now} then excluded.count else rate_limits.count + excluded.count end`,
              expires_at: sql<number>`case when rate_limits.expires_at <= ${now} then excluded.expires_at else rate_limits.expires_at end`,
            }),
          )
          .returning(['key', 'count', 'expires_at'])
          .execute()
        raised.push(...rows.map(toStanding))
      }
      return raised
    },
    look: async (keys, now) => {
      const rows = await query
        .selectFrom('rate_limits')
        .select(['key', 'count', 'expires_at'])
        .where('key', 'in', keys)
        .where('expires_at', '>', now)
        .execute()
      return rows.map(toStanding)
    },
    read: async (key, now) => {
      const row = await query
        .selectFrom('rate_limits')
        .select('count')
        .where('key', '=', key)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.count ?? 0
    },
    forget: async (keys) => {
      await query.deleteFrom('rate_limits').where('key', 'in', keys).execute()
    },
  }
}

function toStanding(row: Tables['rate_limits']): Standing {
  return { key: row.key, count: row.count, expiresAt: row.expires_at }
}
