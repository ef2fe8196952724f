import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { onStatement, type TestDatabase } from './databases.ts'

/** Collects the reading statements about some tables until it is stopped. */
export function watchStatements(tables: RegExp): { stop(): string[] } {
  const statements = new Set<string>()
  const stop = onStatement((text) => {
    if (/^select/i.test(text) && tables.test(text)) statements.add(text)
  })
  return {
    stop: () => {
      stop()
      return [...statements]
    },
  }
}

/** Returns the lines of the plans of some statements. */
export async function plansOf(
  { location }: TestDatabase,
  statements: readonly string[],
): Promise<string[]> {
  return location.startsWith('postgres')
    ? await postgresPlans(location, statements)
    : sqlitePlans(location, statements)
}

function sqlitePlans(location: string, statements: readonly string[]): string[] {
  const database = new DatabaseSync(location)
  const lines = statements.flatMap((text) =>
    database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  database.close()
  return lines
}

// A table of a few rows would be read as a whole, whatever indexes it has.
async function postgresPlans(location: string, statements: readonly string[]): Promise<string[]> {
  const client = new Client(location)
  await client.connect()
  await client.query('set enable_seqscan = off')
  const lines: string[] = []
  for (const text of statements) {
    const query = { text: `explain (generic_plan) ${text}`, rowMode: 'array' as const }
    lines.push(...(await client.query<string[]>(query)).rows.flat())
  }
  await client.end()
  return lines
}
