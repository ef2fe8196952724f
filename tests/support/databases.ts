import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { sql, type LogEvent } from 'kysely'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { createRandom, injectFaults } from './faults.ts'
import { urlOf } from './postgres.ts'
import { foreignWord } from './sql-words.ts'
import { copySqlite } from '../../server/store/backup.ts'
import { databaseOn, type Database } from '../../server/store/database.ts'
import { isUpToDate, migrate } from '../../server/store/migrate.ts'
import { createPool, postgresDialect } from '../../server/store/postgres.ts'
import { sqliteDialect } from '../../server/store/sqlite.ts'

/** A database of one test; what kind is a matter of the project that runs it. */
export interface TestDatabase {
  /** What `openDatabase` takes. */
  readonly location: string
  /** Settings with which a server of its own process finds it. */
  readonly env: Readonly<Record<string, string>>
  /** Opens it as a server in process does; each statement is held to the shared words. */
  open(): Database
}

const POOL_SIZE = 5
const STATEMENT_MS = 10_000
const random = createRandom(Number(process.env.TEST_SEED ?? 1))
const foreign = new Set<string>()
const leftovers: (() => Promise<void> | void)[] = []
/** Databases that are empty again: emptying one is much quicker than making one. */
const free: string[] = []
const admin = createPool(inject('postgres')?.url ?? '', { size: 1, statementMs: STATEMENT_MS })
// Nothing waits for it when the tests are done.
admin.options.allowExitOnIdle = true

/** Makes an empty database; on SQLite in memory unless several servers share it. */
export async function createTestDatabase(isShared = false): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return createFile(isShared)
  const name = free.pop() ?? (await createCopy(postgres.template, postgres.strategy))
  // Servers that were killed may leave something running in a shared one.
  leftovers.push(() => (isShared ? drop(name) : empty(name)))
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

/** Makes the tables where there are none; in memory as migrations leave them, which is quicker. */
export async function makeTables(
  { location }: TestDatabase,
  database: Database,
  now: () => number,
): Promise<void> {
  if (location === ':memory:') {
    tables ??= readTables()
    const { statements, migrations } = await tables
    for (const statement of statements) await sql.raw(statement).execute(database.query)
    await database.query.insertInto('migrations').values(migrations).execute()
  } else if (!(await isUpToDate(database))) await migrate(database, now)
}

interface TableTexts {
  statements: string[]
  migrations: { name: string; applied_at: number }[]
}

let tables: Promise<TableTexts> | undefined

/** Statements that make all tables, as the migrations make them. */
async function readTables(): Promise<TableTexts> {
  // Not held to the shared words: nothing but a test asks a database for its tables like this.
  const first = databaseOn(sqliteDialect(':memory:'))
  await migrate(first, () => 0)
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null order by rowid`.execute(first.query)
  const migrations = await first.query.selectFrom('migrations').selectAll().execute()
  await first.close()
  return { statements: rows.map((row) => row.sql), migrations }
}

/** Makes a backup of a shared database and restores it as another. */
export async function copyTestDatabase(source: TestDatabase): Promise<TestDatabase> {
  const target = await createTestDatabase(true)
  if (inject('postgres') === undefined) copySqlite(source.location, target.location)
  else await copyRows(source.location, target.location)
  return target
}

/** The location of a new PostgreSQL database without tables. */
export async function createUntouchedDatabase(): Promise<string> {
  const name = await createCopy('template1', '')
  leftovers.push(() => drop(name))
  return urlOf(inject('postgres')?.url ?? '', name)
}

/** Frees the databases of the test that ended; @throws when it used SQL of one database only. */
export async function removeTestDatabases(): Promise<void> {
  for (const remove of leftovers.splice(0).toReversed()) await remove()
  const words = [...foreign]
  foreign.clear()
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

// What a test did to the tables themselves is not undone: such a database goes.
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

// What pg_dump and pg_restore do; they are not packaged with the server.
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
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }))
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
  if (word !== undefined) foreign.add(`${word} in: ${query.sql}`)
}
