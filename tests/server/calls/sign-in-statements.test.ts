import { expect, test, vi } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { passkeyOptions } from '#protocol/web/passkeys.ts'
import { tablesOf } from '../../support/tables-of.ts'
import { createTestServer } from '../../support/test-server.ts'

test('reads a session by one statement, and makes no other for the calls that every page makes', async () => {
  // Otherwise a worker's poll could add a statement to one of the calls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  await client.call(accountInfo, {})
  await server.settled()

  expect(await tablesOf(() => client.call(accountInfo, {}))).toHaveLength(1)
  const visitor = server.client()
  const { error } = await visitor.call(passkeyOptions, { purpose: 'login' })
  expect(error).toBe(undefined)
  await server.settled()
  expect(await tablesOf(() => visitor.call(passkeyOptions, { purpose: 'login' }))).toEqual([])
  const signIn = await tablesOf(() => visitor.call(passwordLogin, { email, password }))
  // Tests on PostgreSQL run each transaction twice.
  expect([...new Set(signIn)]).toEqual([
    'from linked_accounts',
    'from attempt_limits',
    'update accounts',
    'into trusted_devices',
    'into sessions',
    'into security_events',
  ])
})
