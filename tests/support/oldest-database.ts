import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'
import { readMigrations } from '../../server/store/migrations.ts'
import { createEmptyDatabase, createUntouchedDatabase, type TestDatabase } from './databases.ts'

/**
 * Creates a database as the oldest supported version left it. Its rows were made by that version
 * (commit 5b432b31, which had the first migration alone) through calls and commands, with the secrets of test servers.
 */
export async function createOldestDatabase(): Promise<TestDatabase> {
  const place = await createPlace()
  const database = place.open()
  await migrate(database, Date.now, readMigrations().slice(0, 1))
  await database.query.deleteFrom('migrations').execute()
  const rows = readFileSync(path.join(import.meta.dirname, 'oldest-database.sql'), 'utf8')
  for (const statement of rows.trim().split(/;$/m)) {
    if (statement !== '') await sql.raw(statement).execute(database.query)
  }
  await database.close()
  return place
}

async function createPlace(): Promise<TestDatabase> {
  if (inject('postgres') === undefined) return await createEmptyDatabase()
  const location = await createUntouchedDatabase()
  return { location, env: { DATABASE_URL: location }, open: () => openDatabase(location) }
}
