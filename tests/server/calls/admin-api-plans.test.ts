import { expect, test } from 'vitest'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { plansOf, watchStatements } from '../../support/plans.ts'
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
  const statements = watchStatements(large)
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
  const found = statements.stop()
  expect(found.length).toBeGreaterThan(10)
  const plans = await plansOf(database, found)
  expect(plans).not.toEqual([])
  expect(
    plans.filter((line) => /Seq Scan|SCAN \w+$/.test(line) && !line.includes('session_cutoff')),
  ).toEqual([])
})
