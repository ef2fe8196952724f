import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Runs statements, inside a transaction or outside. */
export type Queries = Kysely<Tables>

/** The one door to the database. */
export interface Database {
  readonly query: Queries
  /**
   * Runs `body` in one transaction, again when another writer got in between. The body may touch
   * nothing but the database: it may run more than once, and all others wait for it.
   */
  tx<Result>(body: (query: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const MAX_ATTEMPTS = 8
const MAX_WAIT_MS = 50
/** Attempts end after this: with a lock that stays, each of them holds up the whole process. */
const GIVE_UP_MS = 1000

/** Opens a SQLite file, or a database in memory for `:memory:`; `migrate` makes its tables. */
export function openDatabase(file: string): Database {
  const query = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  return {
    query,
    tx: async (body) => {
      const startedAt = performance.now()
      for (let attempt = 1; ; attempt++) {
        try {
          return await query.transaction().execute(body)
        } catch (error) {
          const isLate = performance.now() - startedAt > GIVE_UP_MS
          if (attempt === MAX_ATTEMPTS || isLate || !isContention(error)) throw error
          await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt))
        }
      }
    },
    close: () => query.destroy(),
  }
}

const SQLITE_BUSY = 5

/** Whether a statement failed only because of other writers, so that it may go well later. */
export function isContention(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // 40001 and 40P01 are serialization failure and deadlock of PostgreSQL and its relatives.
  return (
    code === '40001' ||
    code === '40P01' ||
    (typeof errcode === 'number' && (errcode & 255) === SQLITE_BUSY)
  )
}
