import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authLogin } from '#protocol/web/providers.ts'
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
