import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { typeCommand } from '../../support/command.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import { plansOf, watchStatements } from '../../support/plans.ts'

const large =
  /"(?:accounts|identifiers|sessions|security_events|imported_accounts|linked_accounts|operator_events|console_sessions|former_addresses|attempts|oauth_clients|organizations|organization_domains|memberships|webhook_deliveries)"/

/** Tables of a few rows, and what waits to be sent. */
const few = /session_cutoff|operators|webhook_endpoints|outbox/

test('reads every list, search and page by an index', async () => {
  const database = await createTestDatabase(true, false)
  const server = await createConsoleServer({ database })
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  const path = `/people/${userId}`
  const { output } = await typeCommand(server, ['subject', 'add', '--name', 'Orchard'])
  const company = /as (\d+)\./.exec(output)?.[1]
  const webhook = ['webhook', 'add', 'https://a.example/', '--kinds', 'all']
  const webhookId = /^\w+/.exec((await typeCommand(server, webhook)).output)?.[0]
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
    '/apps',
    '/apps/1001',
    '/clients',
    '/clients?q=c_1',
    '/clients?q=notes',
    '/companies',
    `/companies?q=${company}`,
    '/companies?q=orch',
    `/companies/${company}`,
    '/webhooks',
    `/webhooks/${webhookId}`,
    `/webhooks/${webhookId}?state=dead`,
    '/messages',
    '/captcha',
    '/tokens',
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
  expect(plans.filter((line) => /Seq Scan|SCAN \w+$/.test(line) && !few.test(line))).toEqual([])
})
