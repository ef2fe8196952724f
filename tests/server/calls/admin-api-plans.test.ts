import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { createTestDatabase, onStatement } from '../../support/databases.ts'
import { createTestServer } from '../../support/test-server.ts'

const large =
  /"(?:accounts|identifiers|sessions|security_events|imported_accounts|linked_accounts|admin_tokens)"/

test('reads every list, search and account by an index', async () => {
  const database = await createTestDatabase(true, false)
  const server = await createTestServer({ database, settings: { ADMIN_API: 'on' } })
  const all = adminClient(server, (await addToken(server)).text)
  const limited = adminClient(server, (await addToken(server, { flags: ['--aid', '1001'] })).text)
  const { userId } = await server.person()
  await server.person()
  const statements = new Set<string>()
  const stop = onStatement((text) => {
    if (/^select/i.test(text) && large.test(text)) statements.add(text)
  })
  for (const call of [all, limited]) {
    const first = await call('GET', '/users?limit=1&state=active&created_since=5')
    expect(first.body.next_cursor).toBeDefined()
    const next = `limit=1&state=active&created_since=5&cursor=${first.body.next_cursor}`
    for (const query of [next, 'limit=2', 'search=per', 'email=a@example.com', 'external_id=1']) {
      expect((await call('GET', `/users?${query}`)).status).toBe(200)
    }
    for (const path of [`/users/${userId}`, `/users/${userId}/sessions`]) {
      expect((await call('GET', path)).status).toBe(200)
    }
    for (const path of [`/users/${userId}/events`, '/events', '/events?since=5&kind=signed_up']) {
      const { body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`)
      if (body.next_cursor === undefined) continue
      await call(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=1&cursor=${body.next_cursor}`,
      )
    }
  }
  stop()
  expect(statements.size).toBeGreaterThan(10)
  const plans = database.location.startsWith('postgres')
    ? await postgresPlans(database.location, [...statements])
    : sqlitePlans(database.location, [...statements])
  expect(plans).not.toEqual([])
  expect(
    plans.filter((line) => /Seq Scan|SCAN \w+$/.test(line) && !line.includes('session_cutoff')),
  ).toEqual([])
})

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
