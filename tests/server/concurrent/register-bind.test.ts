import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { authLogin } from '#protocol/web/providers.ts'
import { registerBind, registerVerify } from '#protocol/web/registration.ts'
import type { LocalProviders } from '../../../scripts/lib/providers.ts'
import type { Client } from '../../support/client.ts'
import { authorizeAs, startOAuth, startLocalProviders } from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const password = 'seven quiet otters'
const mobile = '+819012345678'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

test('creates the account only with the second call', async () => {
  const server = await createTestServer()
  const client = server.client()
  const ticket = await verify(server, client)
  expect(await accountsOf(server)).toEqual([])
  const weak = await client.call(registerBind, { ticket, password: '12345678' })
  expect(weak.error).toBe('password_policy')
  const reply = await client.call(registerBind, { ticket, password, name: 'Ann' })
  expect(reply.data).toMatchObject({ new_user: 1, name: 'Ann', mobile: '901****5678' })
  expect((await client.call(registerBind, { ticket })).error).toBe('ticket_expired')
})

test('accepts a ticket in the same browser only, for ten minutes', async () => {
  const server = await createTestServer()
  const client = server.client()
  const ticket = await verify(server, client)
  expect((await server.client().call(registerBind, { ticket })).error).toBe('ticket_expired')
  server.clock.passSeconds(600)
  expect((await client.call(registerBind, { ticket })).error).toBe('ticket_expired')
})

test('rejects an address that was registered in the meantime', async () => {
  const server = await createTestServer()
  const client = server.client()
  const ticket = await verify(server, client)
  server.clock.passSeconds(60)
  await server.person({ mobile })
  expect((await client.call(registerBind, { ticket })).error).toBe('mobile_has_bound')
})

test('accepts the ticket in one of a hundred calls', async () => {
  const server = await createTestServer()
  const client = server.client()
  const ticket = await verify(server, client)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => client.call(registerBind, { ticket })),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await accountsOf(server)).toHaveLength(1)
})

test('creates an account for a provider account with a number', async () => {
  const server = await createTestServer({ settings: local.settings })
  const client = server.client()
  const key = await profileKey(client)
  await client.call(sendCode, { mobile, type: 1 })
  const code = await server.codeFor(mobile)
  const reply = await client.call(registerBind, { profile_key: key, mobile, code, password })
  expect(reply.data).toMatchObject({ new_user: 1, mobile: '901****5678', has_password: 1 })
  const { data } = await client.call(accountInfo, { get_info_type: 2 })
  expect(data.connects).toMatchObject([{ platform: 'google' }])
  expect((await client.call(registerBind, { profile_key: key })).error).toBe('ticket_expired')
})

test('uses the verified address of the provider by default', async () => {
  const server = await createTestServer({ settings: local.settings })
  const client = server.client()
  const reply = await client.call(registerBind, { profile_key: await profileKey(client) })
  expect(reply.data).toMatchObject({ new_user: 1, email_collected: true, has_password: 0 })
})

test('rejects a registered number, and requires its code', async () => {
  const server = await createTestServer({ settings: local.settings })
  await server.person({ mobile })
  server.clock.passSeconds(60)
  const client = server.client()
  const key = await profileKey(client)
  expect((await client.call(registerBind, { profile_key: key, mobile })).error).toBe('code_missing')
  await client.call(sendCode, { mobile, type: 1 })
  const code = await server.codeFor(mobile)
  const answer = await client.call(registerBind, { profile_key: key, mobile, code })
  expect(answer.error).toBe('mobile_has_bound')
})

async function profileKey(client: Client): Promise<string> {
  const { path: _path, ...back } = await authorizeAs(
    await startOAuth(client, { platform: 'google' }),
    'ann',
  )
  const { data } = await client.call(authLogin, { platform: 'google', ...back })
  return String(data.profile_key)
}

async function verify(server: TestServer, client: Client): Promise<string> {
  await client.call(sendCode, { mobile, type: 1 })
  const code = await server.codeFor(mobile)
  const { data } = await client.call(registerVerify, { mobile, code })
  return data.ticket
}

async function accountsOf(server: TestServer): Promise<string[]> {
  const rows = await server.database.query.selectFrom('accounts').select('id').execute()
  return rows.map(({ id }) => id)
}
