import process from 'node:process'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createPostgresServer } from './postgres-server.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases can be made; undefined where the tests run on SQLite. */
    postgres: { url: string; strategy: string; tables: number } | undefined
    /** Share of the statements that fail for no reason. */
    faults: number | undefined
  }
}

/** Name of the migrated database that each test's own is copied from. */
export const TEMPLATE = 'passport_template'

// What distributed databases do by themselves.
const strict = '-c default_transaction_isolation=serializable'

/** One PostgreSQL for the whole run: a packaged one, or that of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL || undefined
  const server = existing === undefined ? await createPostgresServer() : undefined
  const url = new URL(server?.url ?? existing ?? '')
  if (project.config.provide.faults !== undefined) url.searchParams.set('options', strict)
  await makeTemplate(url.href)
  project.provide('postgres', {
    url: url.href,
    tables: await countTables(url.href),
    // Quicker by half than what PostgreSQL does by itself, which goes through its log.
    strategy: server === undefined ? '' : 'strategy file_copy',
  })
  return async () => {
    await server?.remove()
  }
}

async function makeTemplate(url: string): Promise<void> {
  await ask(url, `drop database if exists ${TEMPLATE}`)
  await ask(url, `create database ${TEMPLATE}`)
  const template = openDatabase(urlOf(url, TEMPLATE))
  await migrate(template, Date.now)
  await template.close()
}

async function countTables(url: string): Promise<number> {
  const [row] = await ask<{ count: string }>(
    urlOf(url, TEMPLATE),
    "select count(*) from pg_tables where schemaname = 'public'",
  )
  return Number(row?.count)
}

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
