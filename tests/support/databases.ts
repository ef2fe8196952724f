import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { LogEvent } from 'kysely'
import { Client, type Pool } from 'pg'
import { expect, inject } from 'vitest'
import { copySqlite } from '../../server/store/backup.ts'
import { databaseOn, openDatabase, type Database } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'
import type { Connections } from '../../server/store/postgres-hosts.ts'
import { createPool, postgresDialect } from '../../server/store/postgres.ts'
import { sqliteDialect } from '../../server/store/sqlite.ts'
import { createRandom, injectFaults, repeatTransactions } from './faults.ts'
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
const PATIENCE_MS = 30_000

const admin = createPool(inject('postgres')?.url ?? '', { size: 1, statementMs: STATEMENT_MS })
// The process may exit with this connection open.
admin.options.allowExitOnIdle = true

/**
 * Creates a database with tables and no rows; on SQLite it is in memory unless `isShared`. One that no other
 * process uses is emptied afterwards, and used again.
 */
export async function createTestDatabase(
  isShared = false,
  isElsewhere = isShared,
): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) {
    migrated ??= makeImage()
    return isShared ? createFile(await migrated) : createInMemory(await migrated)
  }
  const name = free.pop() ?? (await createCopy(postgres.template, postgres.strategy))
  // A killed server may have left statements running in a shared one.
  removals.push(() => (isElsewhere ? drop(name) : empty(name)))
  const location = urlOf(postgres.url, name)
  return {
    location,
    env: { DATABASE_URL: location, DATA_DIR: makeFolder() },
    open: () => databaseOn(postgresDialect(connectionsTo(name)), checkWords),
  }
}

/** Connections of databases that tests have closed: another test may have them. */
const idle = new Map<string, Pool[]>()

function connectionsTo(name: string): Connections {
  const pools = idle.get(name) ?? []
  idle.set(name, pools)
  const pool = pools.pop() ?? createFaultyPool(name)
  return {
    connect: () => pool.connect(),
    end: async () => void pools.push(pool),
  }
}

function createFaultyPool(name: string): Pool {
  const location = urlOf(inject('postgres')?.url ?? '', name)
  const pool = createPool(location, { size: POOL_SIZE, statementMs: STATEMENT_MS })
  pool.options.allowExitOnIdle = true
  // A hundred callers at once wait for connections on a busy machine.
  pool.options.connectionTimeoutMillis = PATIENCE_MS
  const faults = inject('faults')
  if (faults === undefined) repeatTransactions(pool)
  else injectFaults(pool, faults, random)
  return pool
}

/** Creates a shared database without tables on SQLite; on PostgreSQL one with tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return inject('postgres') === undefined ? createFile() : await createTestDatabase(true)
}

/** Backs up a shared database and restores the backup as another one. */
export async function copyTestDatabase(source: TestDatabase): Promise<TestDatabase> {
  const target = await createEmptyDatabase()
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

/** A migrated SQLite database, from which the others begin: its migrations take longer than most tests. */
let migrated: Promise<Uint8Array> | undefined

async function makeImage(): Promise<Uint8Array> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'passport-image-')), 'passport.sqlite')
  const database = openDatabase(file)
  await migrate(database, Date.now)
  await database.close()
  const closed = new DatabaseSync(file)
  // A database in memory has no write-ahead log.
  closed.exec('pragma journal_mode = delete')
  const image = closed.serialize()
  closed.close()
  rmSync(path.dirname(file), { recursive: true })
  return image
}

function createFile(image?: Uint8Array): TestDatabase {
  const folder = makeFolder()
  const location = path.join(folder, 'passport.sqlite')
  if (image !== undefined) writeFileSync(location, image, { mode: 0o600 })
  return {
    location,
    env: { DATA_DIR: folder },
    open: () => databaseOn(sqliteDialect(location), checkWords),
  }
}

function createInMemory(image: Uint8Array): TestDatabase {
  const location = ':memory:'
  return { location, env: {}, open: () => databaseOn(sqliteDialect(location, image), checkWords) }
}

async function createCopy(template: string, strategy: string): Promise<string> {
  const name = `${inject('postgres')?.template}_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${template} ${strategy}`)
  return name
}

async function drop(name: string): Promise<void> {
  for (const pool of idle.get(name) ?? []) await pool.end()
  idle.delete(name)
  await admin.query(`drop database if exists ${name} with (force)`)
}

// A database with other tables than the template is dropped.
async function empty(name: string): Promise<void> {
  const client = cleaners.get(name) ?? createCleaner(name)
  let isEmpty = false
  try {
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    if (rows.length === inject('postgres')?.tables) {
      const tables = rows.map((row) => row.name).filter((table) => table !== 'migrations')
      await client.query(tables.map((table) => `delete from "${table}"`).join(';'))
      free.push(name)
      isEmpty = true
    }
  } finally {
    if (!isEmpty) {
      await client.end()
      cleaners.delete(name)
      await drop(name)
    }
  }
}

/** A connection without faults to each database that is emptied. */
const cleaners = new Map<string, Pool>()

function createCleaner(name: string): Pool {
  const location = urlOf(inject('postgres')?.url ?? '', name)
  const cleaner = createPool(location, { size: 1, statementMs: 5000 })
  cleaner.options.allowExitOnIdle = true
  cleaners.set(name, cleaner)
  return cleaner
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
/** Statements whose words were checked: most are sent thousands of times. */
const checked = new Set<string>()

/** Calls `listener` with each statement of this process until the returned function is called. */
export function onStatement(listener: (sql: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function checkWords({ query }: LogEvent): void {
  for (const listener of listeners) listener(query.sql)
  if (checked.has(query.sql)) return
  checked.add(query.sql)
  const word = foreignWord(query.sql)
  if (word !== undefined) foreignWords.add(`${word} in: ${query.sql}`)
}
