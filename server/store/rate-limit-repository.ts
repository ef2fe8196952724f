import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { chunksOf } from './chunks.ts'
import { statement } from './statement.ts'

/** A count to raise: `expiresAt` is when its window ends if it begins now. */
export interface Count {
  key: string
  /** By how much. */
  by: number
  expiresAt: number
}

/** What budgets need from a database. */
export interface RateLimitRepository {
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

const raise = statement((query, { counts, now }: { counts: readonly Count[]; now: number }) =>
  query
    .insertInto('counters')
    .values(counts.map(({ key, by, expiresAt }) => ({ key, count: by, expires_at: expiresAt })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when counters.expires_at <= ${now} then excluded.count else counters.count + excluded.count end`,
        expires_at: sql<number>`case when counters.expires_at <= ${now} then excluded.expires_at else counters.expires_at end`,
      }),
    )
    .returning(['key', 'count', 'expires_at']),
)

const read = statement((query, { key, now }: { key: string; now: number }) =>
  query.selectFrom('counters').select('count').where('key', '=', key).where('expires_at', '>', now),
)

/** Budgets in SQL. */
export function rateLimitRepository(query: Queries): RateLimitRepository {
  return {
    raise: async (counts, now) => {
      const rows: Awaited<ReturnType<typeof raise>> = []
      for (const part of chunksOf(counts.toSorted(inOneOrder))) {
        rows.push(...(await raise(query, { counts: part, now })))
      }
      return rows.map(({ key, count, expires_at }) => ({ key, count, expiresAt: expires_at }))
    },
    look: async (keys, now) => {
      const rows = await query
        .selectFrom('counters')
        .select(['key', 'count', 'expires_at'])
        .where('key', 'in', keys)
        .where('expires_at', '>', now)
        .execute()
      return rows.map(({ key, count, expires_at }) => ({ key, count, expiresAt: expires_at }))
    },
    read: async (key, now) => {
      const [row] = await read(query, { key, now })
      return row?.count ?? 0
    },
    forget: async (keys) => {
      await query.deleteFrom('counters').where('key', 'in', keys).execute()
    },
  }
}

// Two servers that raise many at once must not wait for each other.
function inOneOrder(one: Count, other: Count): number {
  return one.key < other.key ? -1 : 1
}
