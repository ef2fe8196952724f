import { mkdirSync } from 'node:fs'
import type { Clock } from '../lib/clock.ts'
import { ConfigError, type Config } from '../config/config.ts'
import { openDatabase, type Database } from './database.ts'
import { isUpToDate, migrate } from './migrate.ts'

/** A step over large tables takes its time; a call does not. */
const MIGRATION_STATEMENT_MS = 60 * 60_000

/** Opens the database that the settings name, up to date; @throws ConfigError in one sentence. */
export async function openMigratedDatabase(config: Config, clock: Clock): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_POOL: poolSize, DATA_DIR: folder, databaseFile } = config
  try {
    mkdirSync(folder, { recursive: true })
    const location = url === '' ? databaseFile : url
    const database = openDatabase(location, { poolSize })
    if (await isUpToDate(database)) return database
    await database.close()
    const patient = openDatabase(location, {
      poolSize: 2,
      statementMs: MIGRATION_STATEMENT_MS,
      lockMs: MIGRATION_STATEMENT_MS,
    })
    try {
      await migrate(patient, clock)
    } finally {
      await patient.close()
    }
    return openDatabase(location, { poolSize })
  } catch (error) {
    const reason = reasonOf(error)
    throw new ConfigError(
      url === ''
        ? `DATA_DIR is "${folder}", but the database there cannot be used: ${reason}.`
        : `DATABASE_URL is set, but that database cannot be used: ${reason}.`,
      { cause: error },
    )
  }
}

// What stands behind a lost connection says more than that it was lost; a name with several
// addresses that all refuse comes as a list.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
