import { CamelCasePlugin, Kysely, type Dialect, type LogEvent, type Transaction } from 'kysely'
import { SECOND_MS } from '../lib/clock.ts'
import { deferDurability } from './deferred-durability.ts'
import { connectTo, postgresDialect } from './postgres.ts'
import { retrying } from './retry.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** Runs statements, inside a transaction or outside. */
export type Queries = Kysely<Tables>

/** An open database. */
export interface Database {
  readonly query: Queries
  /**
   * Runs `body` in a transaction, and again after a conflict or a lost connection. So `body` may do
   * nothing but query the database.
   */
  tx<Result>(body: (query: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /**
   * The same with deferred durability: SQLite does not wait for the disk, so a power failure may lose
   * the changes. What is used once, or has value later, needs `tx`.
   */
  deferredTx<Result>(body: (query: Transaction<Tables>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Options for PostgreSQL; SQLite ignores them. */
export interface DatabaseOptions {
  /** Maximum of connections. */
  poolSize?: number
  /** Maximum time for a statement. */
  statementMs?: number
  /** Maximum wait for a row or table that another transaction has locked. */
  lockMs?: number
  /** Called when a connection breaks. */
  onConnectionError?: (error: Error) => void
}

const POOL_SIZE = 10
const STATEMENT_MS = 10 * SECOND_MS
const LOCK_MS = 3 * SECOND_MS

/** Opens PostgreSQL for a postgres:// URL, else a SQLite file or `:memory:`; does not migrate it. */
export function openDatabase(
  location: string,
  {
    poolSize = POOL_SIZE,
    statementMs = STATEMENT_MS,
    lockMs = LOCK_MS,
    ...options
  }: DatabaseOptions = {},
): Database {
  return databaseOn(
    /^postgres(?:ql)?:/.test(location)
      ? postgresDialect(connectTo(location, { ...options, size: poolSize, statementMs, lockMs }))
      : sqliteDialect(location),
  )
}

/** Opens a database with a dialect; `log` receives each statement. */
export function databaseOn(dialect: Dialect, log?: (event: LogEvent) => void): Database {
  const plugins = [new CamelCasePlugin()]
  const query = new Kysely<Tables>({ dialect, plugins, ...(log && { log }) })
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
