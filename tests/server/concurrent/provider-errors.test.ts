import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authBind, authLogin, authLoginOnly, oauthProfile } from '#protocol/web/providers.ts'
import type { Answer, Client } from '../../support/client.ts'
import { json, startFaultyProvider, type FaultyProvider } from '../../support/faulty-provider.ts'
import { startOAuth } from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

let odd: FaultyProvider

beforeAll(async () => {
  odd = await startFaultyProvider()
})

afterAll(() => odd.close())

// A working GitHub; each test replaces the part that fails.
beforeEach(() => {
  odd.requests.length = 0
  odd.replies = {
    'POST /token': (_request, response) =>
      json(response, { access_token: 'gho_secret', token_type: 'bearer', scope: 'read:user' }),
    'GET /user': (_request, response) =>
      json(response, { id: 7, login: 'ann', name: 'Ann Lee', avatar_url: 'https://x.example/a' }),
    'GET /user/emails': (_request, response) =>
      json(response, [{ email: 'ann@example.com', primary: true, verified: true }]),
  }
})

const start = (): Promise<TestServer> => createTestServer({ settings: { ...odd.settings } })

async function leave(
  client: Client,
  platform: string,
  query: Record<string, string> = {},
): Promise<{ state: string; nonce: string }> {
  const { searchParams } = await startOAuth(client, { platform, ...query })
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' }
}

async function signIn(client: Client, platform: 'github' | 'google' = 'github'): Promise<Answer> {
  const { state } = await leave(client, platform)
  return await client.call(authLogin, { platform, code: 'good', state })
}

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

const hour = Math.floor(Date.now() / 1000) - 3600

test.each<
  [string, Parameters<FaultyProvider['identity']>[1], Parameters<FaultyProvider['identity']>[2]]
>([
  ['for somebody else', { aud: 'another-client' }, {}],
  ['with another nonce', { nonce: 'another' }, {}],
  ['without a nonce', { nonce: undefined }, {}],
  ['of another issuer', { iss: 'https://evil.example' }, {}],
  ['that has expired', { iat: hour - 60, exp: hour }, {}],
  ['without a subject', { sub: undefined }, {}],
  ['signed by another key', {}, { isForged: true }],
  ['that is not signed', {}, { alg: 'none' }],
  ['signed by a shared secret', {}, { alg: 'HS256' }],
])('rejects an identity token %s', async (_what, changed, how) => {
  const client = (await start()).client()
  const { state, nonce } = await leave(client, 'google')
  const identity = await odd.identity(nonce, changed, how)
  odd.replies['POST /token'] = (_request, response) =>
    json(response, { access_token: 'at', token_type: 'bearer', id_token: identity })
  const answer = await client.call(authLogin, { platform: 'google', code: 'good', state })
  expect(answer.error).toBe('platform_unusual')
})

test('accepts a valid identity token, and sends the PKCE verifier', async () => {
  const client = (await start()).client()
  const { state, nonce } = await leave(client, 'google')
  let body = ''
  const identity = await odd.identity(nonce)
  odd.replies['POST /token'] = (_request, response, sent) => {
    body = sent
    json(response, { access_token: 'at', token_type: 'bearer', id_token: identity })
  }
  const answer = await client.call(authLogin, { platform: 'google', code: 'good', state })
  expect(answer.error).toBe('platform_unknown_account')
  const fields = Object.fromEntries(new URLSearchParams(body))
  expect(fields.code_verifier).toMatch(/^[\w-]{43}$/)
  expect(fields.redirect_uri).toBe('http://localhost:4321/google-oauth-callback')
})

test.each<[string, FaultyProvider['replies'], string]>([
  [
    'a code it does not know, with status 200',
    { 'POST /token': (_, response) => json(response, { error: 'bad_verification_code' }) },
    'platform_unauthorized',
  ],
  [
    'wrong credentials, with status 200',
    { 'POST /token': (_, response) => json(response, { error: 'incorrect_client_credentials' }) },
    'platform_unusual',
  ],
  [
    'a used code, with status 400',
    { 'POST /token': (_, response) => json(response, { error: 'invalid_grant' }, 400) },
    'platform_unauthorized',
  ],
  [
    'a wrong client, with status 401',
    { 'POST /token': (_, response) => json(response, { error: 'invalid_client' }, 401) },
    'platform_unusual',
  ],
  ['500', { 'POST /token': (_, response) => json(response, {}, 500) }, 'platform_unavailable'],
  [
    'a page in place of JSON',
    { 'POST /token': (_, response) => void response.end('<html>') },
    'platform_unusual',
  ],
  [
    'a redirect',
    { 'POST /token': (_, response) => void response.writeHead(302, { location: '/' }).end() },
    'platform_unusual',
  ],
  ['nothing', { 'POST /token': (_, response) => void response.destroy() }, 'platform_unavailable'],
  [
    'a token without a profile',
    { 'GET /user': (_, response) => json(response, {}, 503) },
    'platform_unavailable',
  ],
  [
    'a profile without an id',
    { 'GET /user': (_, response) => json(response, { login: 'ann' }) },
    'platform_unusual',
  ],
])('maps the invalid reply %s to an error', async (_what, answers, expected) => {
  odd.replies = { ...odd.replies, ...answers }
  const server = await start()
  expect((await signIn(server.client())).error).toBe(expected)
  const line = server.lines.find((one) => one.includes('third party failed'))
  expect(line).toContain(expected)
  // A code that may have arrived is not sent again.
  expect(odd.requests.filter((path) => path === 'POST /token')).toHaveLength(1)
})

test('gives up on a provider that does not answer', async () => {
  odd.replies['POST /token'] = () => {}
  expect((await signIn((await start()).client())).error).toBe('platform_unavailable')
})

test('answers platform_unavailable if nothing listens at the provider', async () => {
  const settings = { ...odd.settings, GITHUB_TOKEN_URL: 'http://localhost:9/token' }
  const server = await createTestServer({ settings })
  expect((await signIn(server.client())).error).toBe('platform_unavailable')
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

test('accepts access tokens of native apps only for our client', async () => {
  odd.replies = {
    ...odd.replies,
    'POST /applications/github-client/token': (_request, response, body) =>
      json(response, {}, body.includes('gho_ours') ? 200 : 404),
    'GET /tokeninfo': (request, response) =>
      json(response, {
        sub: 'g-1',
        aud: request.url?.includes('ours') ? 'google-client' : 'another-client',
      }),
    'GET /userinfo': (_request, response) => json(response, { sub: 'g-1', name: 'Ann' }),
  }
  const client = (await start()).client()
  const errors: Record<string, unknown> = {}
  for (const platform of ['github', 'google', 'vercel'] as const) {
    for (const token of ['gho_ours', 'gho_theirs']) {
      const answer = await client.call(authLogin, { platform, access_token: token })
      errors[`${platform} ${token}`] = answer.error
    }
  }
  expect(errors).toEqual({
    'github gho_ours': 'platform_unknown_account',
    'github gho_theirs': 'platform_unauthorized',
    'google gho_ours': 'platform_unknown_account',
    'google gho_theirs': 'platform_unauthorized',
    'vercel gho_ours': 'platform_unavailable',
    'vercel gho_theirs': 'platform_unavailable',
  })
})

test('refuses an access token that has expired, without asking the provider', async () => {
  const client = (await start()).client()
  odd.requests.length = 0
  const late = { platform: 'github', access_token: 'gho_ours', expires_in: 0 } as const
  expect((await client.call(authLogin, late)).error).toBe('platform_unauthorized')
  expect(odd.requests).toEqual([])
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
