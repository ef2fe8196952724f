import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const ticket = { purpose: 'rebind', aid: 1001, holder: 'ann', data: { step: 1 } }

async function issued(server: TestServer): Promise<string> {
  const { tickets } = server.app.services
  return await tickets.issue(ticket)
}

test('are accepted once under concurrent calls', async () => {
  const server = await createTestServer()
  const { tickets } = server.app.services
  const reference = await issued(server)
  const uses = await Promise.all(
    Array.from({ length: 20 }, () => tickets.use('rebind', 1001, reference)),
  )
  expect(uses.filter((one) => one !== undefined)).toMatchObject([
    { holder: 'ann', data: { step: 1 } },
  ])
})

test('are bound to purpose, application and holder', async () => {
  const server = await createTestServer()
  const { tickets } = server.app.services
  expect(await tickets.use('reset', 1001, await issued(server))).toBeUndefined()
  expect(await tickets.use('rebind', 1002, await issued(server))).toBeUndefined()
  expect(await tickets.use('rebind', 1001, await issued(server), 'bob')).toBeUndefined()
  expect(await tickets.use('rebind', 1001, await issued(server), 'ann')).toBeDefined()
})

test('expires after ten minutes', async () => {
  const server = await createTestServer()
  const { tickets } = server.app.services
  const reference = await issued(server)
  server.clock.passSeconds(599)
  expect(await tickets.peek('rebind', 1001, reference)).toBeDefined()
  server.clock.passSeconds(1)
  expect(await tickets.peek('rebind', 1001, reference)).toBeUndefined()
  expect(await tickets.use('rebind', 1001, reference)).toBeUndefined()
})

test('are stored as hashes', async () => {
  const server = await createTestServer()
  const reference = await issued(server)
  const rows = await server.database.query.selectFrom('tickets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(reference)
})

test('are required by claim', async () => {
  const server = await createTestServer()
  const { tickets } = server.app.services
  const reference = await issued(server)
  const claim = (): Promise<{ holder: string }> => tickets.claim('rebind', 1001, reference, 'ann')
  expect((await claim()).holder).toBe('ann')
  await expect(claim()).rejects.toMatchObject({ error: 'ticket_expired' })
})
