import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createPostgresServer } from './postgres-server.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases can be copied from a migrated one; undefined where the tests run on SQLite. */
    postgres: { url: string; template: string; strategy: string; tables: number } | undefined
    /** Share of the statements that fail for no reason. */
    faults: number | undefined
  }
}

// What distributed databases do by themselves.
const strict = '-c default_transaction_isolation=serializable'

/** One PostgreSQL for the whole run: a packaged one, or that of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await start(project)
  } catch (error) {
    // One sentence for whoever runs the tests; where in our own code it came from is of no use.
    const plain = new Error(error instanceof Error ? error.message : String(error))
    plain.stack = plain.message
    throw plain
  }
}

async function start(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL || undefined
  const server = existing === undefined ? await createPostgresServer() : undefined
  const url = new URL(server?.url ?? existing ?? '')
  if (project.config.provide.faults !== undefined) url.searchParams.set('options', strict)
  // A server of somebody's own may be in use by another run; what this one makes begins like this.
  const template = `passport_test_${randomBytes(4).toString('hex')}`
  await makeTemplate(url.href, template).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(`The tests cannot use ${existing ?? 'their PostgreSQL'}: ${reason}.`)
  })
  project.provide('postgres', {
    url: url.href,
    template,
    tables: await countTables(urlOf(url.href, template)),
    // Quicker by half than what PostgreSQL does by itself, which goes through its log.
    strategy: server === undefined ? '' : 'strategy file_copy',
  })
  return async () => {
    if (server !== undefined) return await server.remove()
    const made = await ask<{ name: string }>(
      url.href,
      `select datname as name from pg_database where starts_with(datname, '${template}')`,
    )
    for (const { name } of made) await ask(url.href, `drop database ${name} with (force)`)
  }
}

async function makeTemplate(url: string, name: string): Promise<void> {
  await ask(url, `create database ${name}`)
  const template = openDatabase(urlOf(url, name))
  await migrate(template, Date.now)
  await template.close()
}

async function countTables(url: string): Promise<number> {
  const [row] = await ask<{ count: string }>(
    url,
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
