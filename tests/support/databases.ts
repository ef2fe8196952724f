import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { LogEvent } from 'kysely'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { createRandom, injectFaults } from './faults.ts'
import { TEMPLATE, urlOf } from './postgres.ts'
import { foreignWord } from './sql-words.ts'
import { databaseOn, type Database } from '../../server/store/database.ts'
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

/** Makes an empty database; on SQLite in memory unless several servers share it. */
export async function createTestDatabase(isShared = false): Promise<TestDatabase> {
  const postgres = inject('postgres')
  if (postgres === undefined) return createFile(isShared)
  const name = `passport_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name} template ${TEMPLATE} ${postgres.strategy}`)
  leftovers.push(() => administer(`drop database if exists ${name} with (force)`))
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

/** Removes the databases of the test that ended; @throws when it used SQL of one database only. */
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

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-data-'))
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function administer(statement: string): Promise<void> {
  const admin = new Client(inject('postgres')?.url)
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

function checkWords({ query }: LogEvent): void {
  const word = foreignWord(query.sql)
  if (word !== undefined) foreign.add(`${word} in: ${query.sql}`)
}
