import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { LogEvent } from 'kysely'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { copySqlite } from '../../server/store/backup.ts'
import { databaseOn, type Database } from '../../server/store/database.ts'
import { isUpToDate, migrate } from '../../server/store/migrate.ts'
import { createPool, postgresDialect } from '../../server/store/postgres.ts'
import { sqliteDialect } from '../../server/store/sqlite.ts'
import { createRandom, injectFaults } from './faults.ts'
import { urlOf } from './postgres.ts'
import { foreignWord } from './sql-words.ts'

/** A database of one test, on SQLite or PostgreSQL as the vitest project says. */
export interface TestDatabase {
  /** Argument for `openDatabase`. */
  readonly location: string
  /** Settings for a server process on this database. */
  readonly env: Readonly<Record<string, string>>
  /** Opens it and checks the words of each statement. */
  open(): Database
}

const POOL_SIZE = 5
const STATEMENT_MS = 10_000
const random = createRandom(Number(process.env.TEST_SEED ?? 1))
const foreignWords = new Set<string>()
const removals: (() => Promise<void> | void)[] = []
/** Databases that are empty again: emptying one is much faster than creating one. */
const free: string[] = []
const admin = createPool(inject('postgres')?.url ?? '', { size: 1, statementMs: STATEMENT_MS })
// The process may exit with this connection open.
admin.options.allowExitOnIdle = true

/** Creates an empty database; on SQLite it is in memory unless `isShared`. */
export async function createTestDatabase(isShared = false): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return createFile(isShared)
  const name = free.pop() ?? (await createCopy(postgres.template, postgres.strategy))
  // A killed server may have left statements running in a shared one.
  removals.push(() => (isShared ? drop(name) : empty(name)))
  const location = urlOf(postgres.url, name)
  return {
    location,
    env: { DATABASE_URL: location, DATA_DIR: makeFolder() },
    open: () => {
      const pool = createPool(location, { size: POOL_SIZE, statementMs: STATEMENT_MS })
      injectFaults(pool, inject('faults') ?? 0, random)
      return databaseOn(postgresDialect(pool), checkWords)
    },
  }
}

/** Migrates a database that is not migrated yet. */
export async function makeTables(database: Database, now: () => number): Promise<void> {
  if (!(await isUpToDate(database))) await migrate(database, now)
}

/** Backs up a shared database and restores the backup as another one. */
export async function copyTestDatabase(source: TestDatabase): Promise<TestDatabase> {
  const target = await createTestDatabase(true)
  if (inject('postgres') === undefined) copySqlite(source.location, target.location)
  else await copyRows(source.location, target.location)
  return target
}

/** Returns the location of a new PostgreSQL database without tables. */
export async function createUntouchedDatabase(): Promise<string> {
  const name = await createCopy('template1', '')
  removals.push(() => drop(name))
  return urlOf(inject('postgres')?.url ?? '', name)
}

/** Removes the databases of the finished test. @throws when it used SQL that not every database has */
export async function removeTestDatabases(): Promise<void> {
  for (const remove of removals.splice(0).toReversed()) await remove()
  const words = [...foreignWords]
  foreignWords.clear()
  expect(words, 'SQL that not every database takes; see sql-words.ts').toEqual([])
}

function createFile(isShared: boolean): TestDatabase {
  const folder = isShared ? makeFolder() : ''
  const location = isShared ? path.join(folder, 'passport.sqlite') : ':memory:'
  return {
    location,
    env: { DATA_DIR: folder },
    open: () => databaseOn(sqliteDialect(location), checkWords),
  }
}

async function createCopy(template: string, strategy: string): Promise<string> {
  const name = `${inject('postgres')?.template}_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${template} ${strategy}`)
  return name
}

async function drop(name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`)
}

// A database with other tables than the template is dropped.
async function empty(name: string): Promise<void> {
  const client = createPool(urlOf(inject('postgres')?.url ?? '', name), {
    size: 1,
    statementMs: 5000,
  })
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    if (rows.length === inject('postgres')?.tables) {
      const tables = rows.map((row) => row.name).filter((table) => table !== 'migrations')
      await client.query(tables.map((table) => `delete from "${table}"`).join(';'))
      free.push(name)
    }
  } finally {
    await client.end()
  }
  if (!free.includes(name)) await drop(name)
}

// Stands for pg_dump and pg_restore, which are not packaged with the server.
async function copyRows(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => new Client(url))
  if (source === undefined || target === undefined) return
  await Promise.all([source.connect(), target.connect()])
  await target.query('set session_replication_role = replica')
  const { rows: tables } = await source.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
  )
  for (const { name } of tables) {
    const { rows } = await source.query<Record<string, unknown>>(`select * from "${name}"`)
    for (const row of rows) {
      const columns = Object.keys(row).map((column) => `"${column}"`)
      const places = columns.map((_, at) => `$${at + 1}`)
      await target.query(
        `insert into "${name}" (${columns.join()}) values (${places.join()})`,
        Object.values(row),
      )
    }
  }
  await Promise.all([source.end(), target.end()])
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-data-'))
  removals.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const listeners = new Set<(sql: string) => void>()

/** Calls `listener` with each statement of this process until the returned function is called. */
export function onStatement(listener: (sql: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function checkWords({ query }: LogEvent): void {
  for (const listener of listeners) listener(query.sql)
  const word = foreignWord(query.sql)
  if (word !== undefined) foreignWords.add(`${word} in: ${query.sql}`)
}
