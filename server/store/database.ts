import { Kysely, type Dialect, type LogEvent, type Transaction } from 'kysely'
import { deferDurability } from './deferred-durability.ts'
import { createPool, postgresDialect } from './postgres.ts'
import { retrying } from './retry.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { SECOND_MS } from '../lib/clock.ts'

/** Runs statements, inside a transaction or outside. */
export type Queries = Kysely<Tables>

/** The one door to the database. */
export interface Database {
  readonly query: Queries
  /**
   * Runs `body` in one transaction, again when another writer got in between or the connection
   * broke before the end. The body may touch nothing but the database: it may run more than once,
   * and all others may wait for it.
   */
  tx<Result>(body: (query: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /**
   * The same for what nobody misses when the power fails: SQLite does not wait for the disk. What is
   * used up, or good for something later, belongs into `tx`.
   */
  deferredTx<Result>(body: (query: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** How a database is opened; all of it matters to PostgreSQL only. */
export interface DatabaseOptions {
  /** Most connections at once. */
  poolSize?: number
  /** Time after which a statement is given up. */
  statementMs?: number
  /** Time after which a row or table that somebody else holds is given up. */
  lockMs?: number
}

const POOL_SIZE = 10
const STATEMENT_MS = 10 * SECOND_MS
const LOCK_MS = 3 * SECOND_MS

/**
 * Opens a SQLite file, a SQLite database in memory for `:memory:`, or PostgreSQL for a postgres://
 * URL; `migrate` makes its tables.
 */
export function openDatabase(
  location: string,
  { poolSize = POOL_SIZE, statementMs = STATEMENT_MS, lockMs = LOCK_MS }: DatabaseOptions = {},
): Database {
  return databaseOn(
    /^postgres(?:ql)?:/.test(location)
      ? postgresDialect(createPool(location, { size: poolSize, statementMs, lockMs }))
      : sqliteDialect(location),
  )
}

/** A database on a dialect; `log` sees each statement. */
export function databaseOn(dialect: Dialect, log?: (event: LogEvent) => void): Database {
  const query = new Kysely<Tables>(log === undefined ? { dialect } : { dialect, log })
  return {
    query,
    tx: (body) => retrying(() => query.transaction().execute(body)),
    deferredTx: (body) =>
      retrying(() =>
        query.connection().execute(async (one) => {
          await deferDurability(one)
          return await one.transaction().execute(body)
        }),
      ),
    close: () => query.destroy(),
  }
}
