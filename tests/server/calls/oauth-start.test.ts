import { afterAll, beforeAll, expect, test } from 'vitest'
import { authLogin, authVerify, webLogin } from '#protocol/web/providers.ts'
import { ConfigError, readConfig } from '../../../server/config/config.ts'
import { readProviders } from '../../../server/providers/provider-list.ts'
import type { Client } from '../../support/client.ts'
import { json, startFaultyProvider, type FaultyProvider } from '../../support/faulty-provider.ts'
import { startOAuth } from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

let odd: FaultyProvider

beforeAll(async () => {
  odd = await startFaultyProvider()
  odd.replies['POST /token'] = (_request, response) =>
    json(response, { error: 'bad_verification_code' })
})

afterAll(() => odd.close())

const start = (): Promise<TestServer> => createTestServer({ settings: { ...odd.settings } })

async function leave(client: Client, query: Record<string, string>): Promise<string> {
  const { searchParams } = await startOAuth(client, { platform: 'github', ...query })
  return searchParams.get('state') ?? ''
}

test('redirects only to allowed origins', async () => {
  const client = (await start()).client()
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
    'http://localhost:4321@evil.example/',
  ]) {
    const state = await leave(client, { next, opener_origin: 'https://evil.example' })
    const { data } = await client.call(authLogin, { platform: 'github', code: 'good', state })
    expect(data.next).toBe('/')
    expect(data.opener_origin).toBeUndefined()
  }
  const local = { aid: '1002', next: 'http://localhost:4322/done' }
  for (const [flag, expected] of [
    ['1', local.next],
    ['0', '/'],
  ]) {
    const state = await leave(client, { ...local, is_local_host: flag ?? '' })
    const call = { platform: 'github', code: 'good', state } as const
    const { data } = await client.call(authLogin, call, { aid: 1002 })
    expect(data.next).toBe(expected)
  }
})

test('rejects linking started by another site', async () => {
  const server = await start()
  const { client } = await server.person()
  const query = { platform: 'github', action: 'bind' }
  for (const site of ['cross-site', 'none']) {
    const page = await startOAuth(client, query, { 'sec-fetch-site': site })
    expect(page.searchParams.get('error')).toBe('csrf_error')
  }
  expect((await startOAuth(server.client(), query)).searchParams.get('error')).toBe(
    'session_expired',
  )
  server.clock.passSeconds(3600)
  expect((await startOAuth(client, query)).searchParams.get('error')).toBe('ticket_expired')
})

test('takes each action at its call: oauth as login, delete_account as verify', async () => {
  const { client } = await (await start()).person()
  const calls = {
    login: authLogin,
    oauth: authLogin,
    verify: authVerify,
    delete_account: authVerify,
  }
  for (const [action, call] of Object.entries(calls)) {
    for (const at of [authLogin, authVerify]) {
      const state = await leave(client, { action })
      const { error } = await client.call(at, { platform: 'github', code: 'good', state })
      expect(error, action).toBe(at === call ? 'platform_unauthorized' : 'oauth_state_invalid')
    }
  }
})

test('redirects to the provider by GET of auth/login', async () => {
  const client = (await start()).client()
  expect(webLogin.paths.web).toContain('web_login')
  const query = new URLSearchParams({ aid: '1001', platform_app_id: '101' })
  const reply = await client.send(
    new Request(`http://localhost:4321/passport/web/auth/login/?${query}`),
  )
  expect(reply.status).toBe(302)
  const url = new URL(reply.headers.get('location') ?? '')
  expect(url.origin).toBe(odd.origin)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'read:user user:email',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:4321/github-oauth-callback',
  })
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('oauth_state='))
  expect(cookie).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('starts on the loopback host of the callback', async () => {
  const client = (await start()).client()
  const query = { platform: 'github', next: '/blog' }
  const there = await startOAuth(client, query, { host: '127.0.0.1:4321' })
  expect(there.origin).toBe('http://localhost:4321')
  expect(Object.fromEntries(there.searchParams)).toMatchObject(query)
  const elsewhere = await startOAuth(client, query, { host: 'evil.example' })
  expect(elsewhere.origin).toBe(odd.origin)
})

test.each([
  [{ GITHUB_CLIENT_ID: 'x' }, /GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET go together/],
  [{ OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' }, /OIDC_ISSUER is not set/],
  [
    {
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'y',
      GOOGLE_TOKEN_URL: 'http://google.example/token',
    },
    /plain http is allowed on this machine only/,
  ],
])('rejects a start with %o', (settings, expected) => {
  const read = (): unknown => readProviders(readConfig(settings))
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(expected)
})
