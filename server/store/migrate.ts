import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queries } from './database.ts'
import { takeLease, dropLease } from './leases.ts'
import { migrations } from './migrations/all.ts'

const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 4
const WAIT_MS = 100
const MAX_RACES = 20

/** Whether there is nothing left to do for `migrate`: one read, where that would take a lease. */
export async function isUpToDate({ query }: Database): Promise<boolean> {
  try {
    const applied = await query.selectFrom('migrations').select('name').execute()
    const names = new Set(applied.map(({ name }) => name))
    return Object.keys(migrations).every((name) => names.has(name))
  } catch {
    // No tables yet; what else may be wrong, migrating meets again and says.
    return false
  }
}

/** Brings the tables up to date; of several instances that start at once one does the work. */
export async function migrate(database: Database, now: () => number): Promise<void> {
  const { query } = database
  await makeFirstTables(query)
  const holder = randomUUID()
  while (!(await takeLease(query, 'migrations', holder, now(), LEASE_MS))) await sleep(WAIT_MS)
  // A step over large tables may take longer than the lease.
  let lost: unknown
  const renewal = setInterval(() => {
    takeLease(query, 'migrations', holder, now(), LEASE_MS).then(
      (isHeld) => {
        if (!isHeld) lost ??= new Error('another instance took the migrations over')
      },
      (error: unknown) => {
        lost ??= error
      },
    )
  }, RENEW_MS)
  try {
    const applied = new Set(
      (await query.selectFrom('migrations').select('name').execute()).map((row) => row.name),
    )
    for (const [name, up] of Object.entries(migrations)) {
      if (applied.has(name)) continue
      // Each step may run again after a crash half-way, so it makes only what is not there yet.
      await up(query)
      if (lost !== undefined) throw lost
      await query.insertInto('migrations').values({ name, applied_at: now() }).execute()
    }
  } finally {
    clearInterval(renewal)
    await dropLease(query, 'migrations', holder)
  }
}

// Nothing keeps instances apart before there is a table of leases. PostgreSQL lets two of them find
// that there is none, and tells the second that its name is taken.
async function makeFirstTables(query: Queries): Promise<void> {
  for (let race = 1; ; race++) {
    try {
      await query.schema
        .createTable('leases')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await query.schema
        .createTable('migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('applied_at', 'bigint', (column) => column.notNull())
        .execute()
      return
    } catch (error) {
      if (race === MAX_RACES || !isRace(error)) throw error
      await sleep(WAIT_MS)
    }
  }
}

// Unique violation in the catalogue, relation or type exists, catalogue row changed meanwhile.
const raceStates = new Set(['23505', '42P07', '42710', 'XX000'])

function isRace(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && raceStates.has(code)
}
