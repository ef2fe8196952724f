import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'
import { createPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with a migrated template; undefined where the tests run on SQLite. */
    postgres: { url: string; template: string; strategy: string; tables: number } | undefined
    /** Share of the statements that are made to fail. */
    faults: number | undefined
  }
}

// The default of distributed databases.
const strict = '-c default_transaction_isolation=serializable'

/** Starts one PostgreSQL for the whole run, unless TEST_DATABASE_URL names one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await start(project)
  } catch (error) {
    // One sentence for whoever runs the tests; a stack would not help.
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
  // The prefix of all databases of this run; a server may be shared with other runs.
  const template = `passport_test_${randomBytes(4).toString('hex')}`
  await makeTemplate(url.href, template).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(`The tests cannot use ${existing ?? 'their PostgreSQL'}: ${reason}.`)
  })
  project.provide('postgres', {
    url: url.href,
    template,
    tables: await countTables(urlOf(url.href, template)),
    // Twice as fast as the default, which writes to the log.
    strategy: server === undefined ? '' : 'strategy file_copy',
  })
  return async () => {
    if (server !== undefined) return await server.remove()
    const created = await ask<{ name: string }>(
      url.href,
      `select datname as name from pg_database where starts_with(datname, '${template}')`,
    )
    for (const { name } of created) await ask(url.href, `drop database ${name} with (force)`)
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

/** Returns the URL of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
