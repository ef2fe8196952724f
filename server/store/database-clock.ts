import { PostgresAdapter, sql } from 'kysely'
import { ConfigError } from '../config/config.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Database } from './database.ts'

/** The time of the database, which all instances share. */
export interface DatabaseClock {
  readonly now: Clock
  /** Returns the milliseconds that this machine's clock is ahead of the database's. */
  ahead(): number
  /** Measures the difference again. */
  measure(): Promise<void>
}

const MAX_DIFFERENCE_MS = 30 * SECOND_MS
const MEASURE_INTERVAL_MS = 10 * SECOND_MS

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
    // The database read its clock between our two readings; a difference that fits is kept.
    ahead = Math.min(Math.max(ahead, before - now), machine() - now)
  }

  await measure()
  if (Math.abs(ahead) > MAX_DIFFERENCE_MS) {
    const seconds = Math.round(Math.abs(ahead) / SECOND_MS)
    throw new ConfigError(
      `The clock of this machine is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of the database, and at most ${MAX_DIFFERENCE_MS / SECOND_MS} are accepted; set both by NTP.`,
    )
  }
  return { now: () => machine() - ahead, ahead: () => ahead, measure }
}

/** Measures regularly, in case a clock is set; returns a function that stops it. */
export function keepMeasuring({ measure }: DatabaseClock): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= measure()
      // An unreachable database is reported elsewhere; the last difference is kept.
      .catch(() => {})
      .finally(() => {
        running = undefined
      })
  }, MEASURE_INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
