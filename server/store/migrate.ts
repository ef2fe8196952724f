import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { takeLease, dropLease } from './leases.ts'
import { migrations } from './migrations/all.ts'

const LEASE_MS = 60_000
const WAIT_MS = 100

/** Brings the tables up to date; of several instances that start at once one does the work. */
export async function migrate(database: Database, now: () => number): Promise<void> {
  const { query } = database
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
  const holder = randomUUID()
  while (!(await takeLease(query, 'migrations', holder, now(), LEASE_MS))) await sleep(WAIT_MS)
  try {
    const applied = new Set(
      (await query.selectFrom('migrations').select('name').execute()).map((row) => row.name),
    )
    for (const [name, up] of Object.entries(migrations)) {
      if (applied.has(name)) continue
      // Each step may run again after a crash half-way, so it makes only what is not there yet.
      await up(query)
      await query.insertInto('migrations').values({ name, applied_at: now() }).execute()
    }
  } finally {
    await dropLease(query, 'migrations', holder)
  }
}
