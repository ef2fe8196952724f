import { PostgresAdapter, sql } from 'kysely'
import { ConfigError } from '../config/config.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Database } from './database.ts'

/** The time of the database, which all instances share. */
export interface DatabaseClock {
  readonly now: Clock
  /** How far this machine's clock is ahead of the database's, in milliseconds. */
  ahead(): number
  /** Reads the database's clock once more. */
  measure(): Promise<void>
}

const MOST_MS = 30 * SECOND_MS
const EVERY_MS = 10 * SECOND_MS

/** Measures the clock of PostgreSQL; SQLite has the machine's. @throws ConfigError when they are far apart */
export async function createDatabaseClock(
  { query }: Database,
  machine: Clock,
): Promise<DatabaseClock> {
  const hasOwnClock = query.getExecutor().adapter instanceof PostgresAdapter
  let ahead = 0

  async function measure(): Promise<void> {
    if (!hasOwnClock) return
    const before = machine()
    const { rows } = await sql<{
      now: number
    }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`.execute(query)
    const now = rows[0]?.now ?? before
    // The database read its clock between our two readings, so within them nothing is known to be wrong.
    ahead = Math.min(Math.max(ahead, before - now), machine() - now)
  }

  await measure()
  if (Math.abs(ahead) > MOST_MS) {
    const seconds = Math.round(Math.abs(ahead) / SECOND_MS)
    throw new ConfigError(
      `The clock of this machine is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of the database, and at most ${MOST_MS / SECOND_MS} are accepted; set both by NTP.`,
    )
  }
  return { now: () => machine() - ahead, ahead: () => ahead, measure }
}

/** Measures every ten seconds, in case a clock is set; returns the function that stops it. */
export function keepMeasuring({ measure }: DatabaseClock): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= measure()
      // A database that is away is reported elsewhere, and the last difference still holds.
      .catch(() => {})
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
