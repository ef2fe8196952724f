import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, type Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { requireEncoding } from './database-encoding.ts'
import { isDamaged } from './database-errors.ts'
import { openDatabase, type Database, type DatabaseOptions } from './database.ts'
import { migrate, plannedMigrations } from './migrate.ts'
import { readMigrations } from './migrations.ts'

/** Migrations of large tables take longer than the statements of a call. */
const MIGRATION_STATEMENT_MS = 60 * 60_000

/** Opens the database of the settings, compares encoding and clocks, and migrates. @throws ConfigError in one sentence */
export async function openMigratedDatabase(
  config: Config,
  clock: Clock,
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  const { check, onNew, ...connection } = options
  return await openChecked(config, connection, async (database, location) => {
    await requireEncoding(database)
    const { length: missing } = await plannedMigrations(database)
    await check?.(database)
    const databaseClock = await createDatabaseClock(database, clock)
    if (missing > 0) await migrateAt(location, databaseClock.now)
    if (missing === readMigrations().length) {
      const place = config.DATABASE_URL === '' ? resolve(config.DATA_DIR) : 'DATABASE_URL'
      onNew?.(`The database of ${place} is new: it was empty, and its tables have just been made.`)
    }
    return { ...database, clock: databaseClock }
  })
}

/** A database that is ready for use, with the time that counts in it. */
export interface OpenedDatabase extends Database {
  readonly clock: DatabaseClock
}

/** Returns the names of the migrations that the next start would apply. @throws ConfigError */
export async function planMigrations(config: Config): Promise<string[]> {
  // Opening would create the file.
  if (config.DATABASE_URL === '' && !existsSync(config.databaseFile)) {
    return readMigrations().map(({ name }) => name)
  }
  let planned: string[] = []
  const database = await openChecked(config, {}, async (opened) => {
    planned = await plannedMigrations(opened)
    return opened
  })
  await database.close()
  return planned
}

/** Options of opening the database. */
interface OpenOptions extends Pick<DatabaseOptions, 'onConnectionError'> {
  /** Runs before anything is migrated; the tables may be missing. @throws ConfigError to refuse */
  check?: (database: Database) => Promise<void>
  /** Told of a database that had no tables, as one has whose folder or name is misspelt. */
  onNew?: (sentence: string) => void
}

async function openChecked<Opened>(
  config: Config,
  options: Pick<DatabaseOptions, 'onConnectionError'>,
  prepare: (database: Database, location: string) => Promise<Opened>,
): Promise<Opened> {
  const { DATABASE_URL: url, DATABASE_POOL: poolSize, DATA_DIR: folder, databaseFile } = config
  const location = url === '' ? databaseFile : url
  try {
    if (url === '') mkdirSync(folder, { recursive: true })
    const database = openDatabase(location, { ...options, poolSize })
    try {
      return await prepare(database, location)
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : unusableDatabase(config, error)
  }
}

/** Returns the error for a database that is away, busy or damaged, lets nobody in, or takes no writes. */
export function unusableDatabase(
  { DATABASE_URL: url, DATA_DIR: folder }: Config,
  cause: unknown,
): ConfigError {
  if (isDamaged(cause)) return damagedDatabase(folder, cause)
  const reason = reasonOf(cause)
  return new ConfigError(
    url === ''
      ? `DATA_DIR is "${folder}", but the database there cannot be used: ${reason}.`
      : `DATABASE_URL is set, but that database cannot be used: ${reason}.`,
    { cause },
  )
}

/** Returns the error for a SQLite file with damaged pages, which tells what to do. */
export function damagedDatabase(folder: string, cause: unknown): ConfigError {
  return new ConfigError(
    `DATA_DIR is "${folder}", but the database there is damaged; move its files away and restore a backup as docs/backup.md shows.`,
    { cause },
  )
}

async function migrateAt(location: string, clock: Clock): Promise<void> {
  const database = openDatabase(location, {
    poolSize: 2,
    statementMs: MIGRATION_STATEMENT_MS,
    lockMs: MIGRATION_STATEMENT_MS,
  })
  try {
    await migrate(database, clock)
  } finally {
    await database.close()
  }
}

/** Returns the message of the first cause; a host with several addresses has an error for each. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
