import { PostgresAdapter, sql } from 'kysely'
import { ConfigError } from '../config/config.ts'
import type { Database } from './database.ts'

/** SQL_ASCII stores bytes as they come. */
const accepted = new Set(['UTF8', 'SQL_ASCII'])

/** @throws ConfigError when the database cannot hold every name, which it would say of the first such name only */
export async function requireEncoding({ query }: Database): Promise<void> {
  if (!(query.getExecutor().adapter instanceof PostgresAdapter)) return
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(query)
  const encoding = rows[0]?.serverEncoding ?? ''
  if (accepted.has(encoding)) return
  throw new ConfigError(
    `The PostgreSQL database is of encoding ${encoding}, which cannot hold every name; create it with encoding 'UTF8' template template0.`,
  )
}
