import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { serve, type BenchServer } from './server.ts'
import { printVerdict } from './verdict.ts'
import { createPostgresServer } from '../tests/support/postgres-server.ts'

/** A database to measure on. */
export interface BenchDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Settings that have a server use it. */
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string }
  /** File of SQLite, or address of PostgreSQL. */
  readonly location: string
  /** Starts a script that is stopped when the measuring ends. */
  start(this: void, script: string, env: Record<string, string>): Promise<BenchServer>
}

/** Measures on SQLite, then on PostgreSQL, and says whether the goals are met. */
export async function onBothDatabases(
  measure: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
  try {
    console.log(`\nNode ${process.versions.node}`)
    const file = path.join(folder, 'passport.sqlite')
    await withServers(measure, { name: 'SQLite', env: { DATA_DIR: folder }, location: file })
    const { url, remove } = await createPostgresServer({ isDurable: true })
    try {
      const env = { DATA_DIR: path.join(folder, 'postgres'), DATABASE_URL: url }
      mkdirSync(env.DATA_DIR)
      await withServers(measure, { name: 'PostgreSQL', env, location: url })
    } finally {
      await remove()
    }
    printVerdict()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withServers(
  measure: (database: BenchDatabase) => Promise<void>,
  database: Omit<BenchDatabase, 'start'>,
): Promise<void> {
  const servers: BenchServer[] = []
  try {
    await measure({
      ...database,
      async start(script, env) {
        const server = await serve(script, env)
        servers.push(server)
        return server
      },
    })
  } finally {
    for (const server of servers) server.stop()
  }
}
