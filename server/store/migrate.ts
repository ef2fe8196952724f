import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isTableMissing } from './database-errors.ts'
import type { Database, Queries } from './database.ts'
import { readMigrations, type Migration } from './migrations.ts'

const WAIT_MS = 100
const MAX_RACES = 20

/** Returns whether `migrate` has nothing to do. @throws when the tables are not this version's */
export async function isUpToDate(
  { query }: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<boolean> {
  return (await plannedMigrations({ query }, migrations)).length === 0
}

/** Returns the names of the migrations that `migrate` would apply. @throws as `isUpToDate` does */
export async function plannedMigrations(
  { query }: Pick<Database, 'query'>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  try {
    return (await pendingMigrations(query, migrations)).map(({ name }) => name)
  } catch (error) {
    if (isTableMissing(error)) return migrations.map(({ name }) => name)
    throw error
  }
}

/** Applies all missing migrations or none; of several instances at once, one does. */
export async function migrate(
  database: Database,
  now: () => number,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await createFirstTables(database.query)
  await database.tx(async (tx) => {
    // Another instance that migrates waits for this row until the transaction ends.
    await tx
      .insertInto('leases')
      .values({ name: 'migrations', holder: '', expiresAt: now() })
      .execute()
    for (const { name, digest, statements } of await pendingMigrations(tx, migrations)) {
      for (const statement of statements) await sql.raw(statement).execute(tx)
      await tx.insertInto('migrations').values({ name, digest, appliedAt: now() }).execute()
    }
    await tx.deleteFrom('leases').where('name', '=', 'migrations').execute()
  })
}

// A migration that only the database knows was applied by a newer instance.
async function pendingMigrations(
  query: Queries,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const rows = await query.selectFrom('migrations').selectAll().execute()
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
  const [baseline] = migrations
  if (baseline !== undefined && applied.size > 0 && !applied.has(baseline.name)) {
    throw new Error(
      `its tables are older than ${baseline.name} and nothing converts them; use an empty database`,
    )
  }
  const changed = migrations.find(({ name, digest }) => (applied.get(name) ?? digest) !== digest)
  if (changed !== undefined) {
    throw new Error(
      `${changed.name} was applied with another text than this version has; use the version that applied it, or an empty database`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

// Two instances may create a table at once; PostgreSQL then fails for the second one.
async function createFirstTables(query: Queries): Promise<void> {
  for (let race = 1; ; race++) {
    try {
      await query.schema
        .createTable('leases')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('expiresAt', 'bigint', (column) => column.notNull())
        .execute()
      await query.schema
        .createTable('migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('appliedAt', 'bigint', (column) => column.notNull())
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
