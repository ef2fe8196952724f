import process from 'node:process'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createPostgresServer } from './postgres-server.ts'
import { openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with the database `passport_template`; undefined where the tests run on SQLite. */
    postgres: { url: string; strategy: string } | undefined
    /** Share of the statements that fail for no reason. */
    faults: number | undefined
  }
}

/** Name of the migrated database that each test's own is copied from. */
export const TEMPLATE = 'passport_template'

/** One PostgreSQL for the whole run: a packaged one, or that of TEST_DATABASE_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.TEST_DATABASE_URL
  const server =
    existing === undefined || existing === '' ? await createPostgresServer() : undefined
  const url = server?.url ?? existing ?? ''
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  const template = openDatabase(urlOf(url, TEMPLATE))
  await migrate(template, Date.now)
  await template.close()
  await admin.end()
  // Quicker by half than what PostgreSQL does by itself, which goes through its log.
  project.provide('postgres', { url, strategy: server === undefined ? '' : 'strategy file_copy' })
  return async () => {
    await server?.remove()
  }
}

/** The same server, another database. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
