import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authBind, authLogin, authLoginOnly, oauthProfile } from '#protocol/web/providers.ts'
import type { Answer } from '../../support/client.ts'
import {
  json,
  leave,
  signIn,
  startFaultyProvider,
  workingGitHub,
  type FaultyProvider,
} from '../../support/faulty-provider.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

let odd: FaultyProvider

beforeAll(async () => {
  odd = await startFaultyProvider()
})

afterAll(() => odd.close())

// A working GitHub; each test replaces the part that fails.
beforeEach(() => {
  odd.requests.length = 0
  odd.replies = { ...workingGitHub }
})

const start = (): Promise<TestServer> => createTestServer({ settings: { ...odd.settings } })

test.each([
  ['access_denied', 'platform_unauthorized'],
  ['consent_required', 'platform_unauthorized'],
  ['server_error', 'platform_unavailable'],
  ['temporarily_unavailable', 'platform_unavailable'],
  ['invalid_scope', 'platform_unusual'],
  ['<script>', 'platform_unusual'],
])('maps the provider error %s to %s, with the return URL', async (error, expected) => {
  const client = (await start()).client()
  const { state } = await leave(client, 'github', {
    next: '/blog',
    opener_origin: 'http://localhost:4321',
  })
  const answer = await client.call(authLogin, { platform: 'github', error, state })
  expect(answer.error).toBe(expected)
  expect(answer.data).toMatchObject({ next: '/blog', opener_origin: 'http://localhost:4321' })
  const again = await client.call(authLogin, { platform: 'github', code: 'good', state })
  expect(again.error).toBe('oauth_state_invalid')
})

test('rejects a forged, replayed, late or foreign callback', async () => {
  const server = await start()
  const client = server.client()
  const call = (state: string, by = client): Promise<Answer> =>
    by.call(authLogin, { platform: 'github', code: 'good', state })
  const invalid = 'oauth_state_invalid'
  expect((await call('x'.repeat(43))).error).toBe(invalid)
  expect((await call(`${'x'.repeat(43)}.1001.login.en`)).error).toBe(invalid)
  expect((await client.call(authLogin, { platform: 'github', code: 'good' })).error).toBe(invalid)

  const begun = await leave(client, 'github')
  expect((await call(begun.state, server.client())).error).toBe(invalid)
  const thief = server.client()
  await leave(thief, 'github')
  expect((await call((await leave(client, 'github')).state, thief)).error).toBe(invalid)

  const { state } = await leave(client, 'github')
  expect((await call(state)).error).toBe('platform_unknown_account')
  expect((await call(state)).error).toBe(invalid)

  const late = await leave(client, 'github')
  server.clock.passSeconds(601)
  expect((await call(late.state)).error).toBe(invalid)
  expect(odd.requests.filter((path) => path === 'POST /token')).toHaveLength(1)
})

test('rejects a callback for another provider, application or action', async () => {
  const server = await start()
  const { client } = await server.person()
  const mixedUp = await leave(client, 'google')
  const swapped = { platform: 'github', code: 'good', state: mixedUp.state } as const
  expect((await client.call(authLogin, swapped)).error).toBe('oauth_state_invalid')
  const { state } = await leave(client, 'github')
  const other = await client.call(
    authLogin,
    { platform: 'github', code: 'good', state },
    { aid: 1002 },
  )
  expect(other.error).toBe('oauth_state_invalid')
  const login = await leave(client, 'github')
  const bind = { platform: 'github', code: 'good', state: login.state } as const
  expect((await client.call(authBind, bind)).error).toBe('oauth_state_invalid')
  const forBind = await leave(client, 'github', { action: 'bind' })
  const asLogin = { platform: 'github', code: 'good', state: forBind.state } as const
  expect((await client.call(authLogin, asLogin)).error).toBe('oauth_state_invalid')
  expect(odd.requests).toEqual([])
})

test('accepts a state in one of fifty callbacks', async () => {
  const client = (await start()).client()
  const { state } = await leave(client, 'github')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      client.call(authLogin, { platform: 'github', code: 'good', state }),
    ),
  )
  const errors = answers.map(({ error }) => error)
  expect(errors.filter((error) => error === 'platform_unknown_account')).toHaveLength(1)
  expect(errors.filter((error) => error === 'oauth_state_invalid')).toHaveLength(49)
  expect(odd.requests.filter((path) => path === 'POST /token')).toHaveLength(1)
})

test('rejects a callback of another issuer', async () => {
  const client = (await start()).client()
  const { state } = await leave(client, 'google')
  const call = { platform: 'google', code: 'good', state, iss: 'https://evil.example' } as const
  expect((await client.call(authLogin, call)).error).toBe('oauth_state_invalid')
  expect(odd.requests).toEqual([])
})

test('trusts only addresses that are primary and verified', async () => {
  odd.replies['GET /user/emails'] = (_request, response) =>
    json(response, [
      { email: 'ann@example.com', primary: true, verified: false },
      { email: 'old@example.com', primary: false, verified: true },
    ])
  const client = (await start()).client()
  const { data } = await signIn(client)
  const profile = await client.call(oauthProfile, { profile_key: String(data.profile_key) })
  expect(profile.data.email).toBe('')
})

test('rejects invalid names, and names that imitate the product', async () => {
  for (const name of ['Sable', 'a\u202eb', ' '.repeat(9), 'x'.repeat(5000)]) {
    odd.replies['GET /user'] = (_request, response) => json(response, { id: 7, login: 'ann', name })
    const client = (await start()).client()
    const key = String((await signIn(client)).data.profile_key)
    const { data } = await client.call(authLogin, { profile_key: key, confirm_register: 1 })
    expect(String(data.name)).toMatch(/^(?:ann|x{32})$/)
  }
})

test('stores and logs no provider token', async () => {
  const server = await start()
  const client = server.client()
  const key = String((await signIn(client)).data.profile_key)
  await client.call(authLogin, { profile_key: key, confirm_register: 1 })
  for (const table of ['tickets', 'linkedAccounts', 'accounts', 'securityEvents'] as const) {
    const rows = await server.database.query.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('gho_secret')
  }
  expect(server.lines.join('\n')).not.toContain('gho_secret')
  expect(server.lines.join('\n')).not.toContain(key)
})

test('creates no account for auth/login_only, nor if registration is closed', async () => {
  const server = await start()
  const client = server.client()
  const { state } = await leave(client, 'github')
  const only = { platform: 'github', code: 'good', state } as const
  expect((await client.call(authLoginOnly, only)).error).toBe('unregistered')
})

test('blocks a network after a hundred failures in an hour', async () => {
  const server = await start()
  const wrong = { platform: 'github', access_token: 'gho_wrong' } as const
  const guesser = server.client('192.0.2.1')
  for (let batch = 0; batch < 10; batch++) {
    const attempts = Array.from({ length: 10 }, () => guesser.call(authLogin, wrong))
    const errors = (await Promise.all(attempts)).map(({ error }) => error)
    expect(new Set(errors)).toEqual(new Set(['platform_unauthorized']))
  }
  odd.requests.length = 0
  const stopped = await guesser.call(authLogin, wrong)
  expect(stopped.error).toBe('too_often')
  expect(stopped.data.retry_after).toBe(3600)
  expect(odd.requests).toEqual([])
  const elsewhere = server.client('192.0.2.2')
  expect((await elsewhere.call(authLogin, wrong)).error).toBe('platform_unauthorized')
})
