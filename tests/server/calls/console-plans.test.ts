import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import { plansOf, watchStatements } from '../../support/plans.ts'

const large =
  /"(?:accounts|identifiers|sessions|security_events|imported_accounts|linked_accounts|operator_events|console_sessions|former_addresses|attempts)"/

test('reads every list, search and page by an index', async () => {
  const database = await createTestDatabase(true, false)
  const server = await createConsoleServer({ database })
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const path = `/people/${userId}`
  await ann.act(path, 'freeze')
  await ann.act(path, 'unfreeze')
  const statements = watchStatements(large)
  for (const page of [
    '/',
    '/people',
    '/people?q=per',
    `/people?q=${userId}`,
    '/people?q=person1@example.com',
    '/people?q=%2B819012345678',
    path,
    `${path}/trace`,
    `/trace?log=${userId}`,
    '/operators',
    '/record',
    `/record?q=${userId}`,
    `/record?actor=${userId}`,
  ]) {
    expect((await ann.get(page)).status, page).toBe(200)
  }
  const found = statements.stop()
  expect(found.length).toBeGreaterThan(10)
  const plans = await plansOf(database, found)
  expect(plans).not.toEqual([])
  expect(
    plans.filter(
      (line) => /Seq Scan|SCAN \w+$/.test(line) && !/session_cutoff|operators/.test(line),
    ),
  ).toEqual([])
})
