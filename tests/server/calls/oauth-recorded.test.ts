import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import type { Client } from '../../support/client.ts'
import { createOAuthClient, decide, open, type OAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

// Requests of libraries of other makers, recorded from them and sent again with other ids, codes and
// verifiers: keycloak-js 26.2, @hono/oidc-auth 1.8, next-auth 4.24 and oidc-agent 4.2.

const FORM = 'application/x-www-form-urlencoded'

/** Sends a recorded request, and returns the reply with its JSON. */
async function replay(
  server: TestServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ headers: Headers; status: number; json: Record<string, unknown> }> {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const reply = await server.fetch(new Request(ORIGIN + path, init))
  const text = await reply.text()
  const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { headers: reply.headers, status: reply.status, json }
}

/** Sends the person to a recorded address; returns the fields of the answer. */
async function allow(
  browser: Client,
  address: string,
  scopes: readonly string[],
): Promise<URLSearchParams> {
  const page = await (await open(browser, ORIGIN + address)).text()
  const { hash, search } = new URL(await decide(browser, page, { scopes: [...scopes] }))
  return new URLSearchParams(hash === '' ? search : hash.slice(1))
}

const challengeOf = async (verifier: string): Promise<string> =>
  await oauth.calculatePKCECodeChallenge(verifier)

const claimsIn = (token: unknown): object =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as object

const basic = ({ id, secret = '' }: OAuthClient): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

test('serves keycloak-js, which reads its tokens and sends cookies from its page', async () => {
  const server = await createTestServer()
  const redirect = 'http://localhost:5503/'
  const origin = 'http://localhost:5503'
  const client = await createOAuthClient(server, {
    redirect,
    isPublic: true,
    more: ['--response-modes', 'fragment', '--readable-tokens'],
  })
  const { client: browser, email } = await server.person()
  const verifier =
    '1lrCh2DZqqXbpK48ddjlOajBqIQcNRi2v1HYpoSYQXWKkcw55RoOh2vBVJpIVI18pARkEhbFl83uxHK5hqw4'
  const returned = encodeURIComponent(redirect)
  const answer = await allow(
    browser,
    `/oauth/authorize?client_id=${client.id}&redirect_uri=${returned}&state=f71f69f9-c055-42d2-acbb-200d9c834b1f&response_mode=fragment&response_type=code&scope=openid+profile+email+offline_access&nonce=f5965366-ea60-439f-9643-aaaa1594524a&code_challenge=${await challengeOf(verifier)}&code_challenge_method=S256`,
    ['profile', 'email', 'offline_access'],
  )
  expect(answer.get('state')).toBe('f71f69f9-c055-42d2-acbb-200d9c834b1f')
  const page = {
    accept: 'application/json',
    origin,
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'cors',
  }
  const post = { ...page, 'content-type': `${FORM};charset=UTF-8` }
  const readable = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
  }
  const tokens = await replay(
    server,
    'POST',
    '/oauth/token',
    post,
    `code=${answer.get('code')}&grant_type=authorization_code&client_id=${client.id}&redirect_uri=${returned}&code_verifier=${verifier}`,
  )
  expect(Object.fromEntries(tokens.headers)).toMatchObject(readable)
  const { access_token: access, id_token: id, refresh_token: refresh } = tokens.json
  expect(claimsIn(id)).toMatchObject({ nonce: 'f5965366-ea60-439f-9643-aaaa1594524a' })
  expect(claimsIn(access)).toMatchObject({ iat: expect.any(Number), exp: expect.any(Number) })
  expect(claimsIn(refresh)).toEqual({})
  const preflight = await replay(server, 'OPTIONS', '/oauth/userinfo', {
    ...page,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  })
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    ...readable,
    'access-control-allow-headers': 'authorization',
  })
  const info = await replay(server, 'GET', '/oauth/userinfo', {
    ...page,
    authorization: `bearer ${String(access)}`,
  })
  expect(info.json).toMatchObject({ email })
  const next = await replay(
    server,
    'POST',
    '/oauth/token',
    post,
    `grant_type=refresh_token&refresh_token=${String(refresh)}&client_id=${client.id}`,
  )
  expect(claimsIn(next.json.refresh_token)).toEqual({})
})

test('serves @hono/oidc-auth, which reads the id token alone', async () => {
  const server = await createTestServer()
  const redirect = 'http://localhost:5505/callback'
  const client = await createOAuthClient(server, { redirect, more: ['--claims-in-id-token'] })
  const { client: browser, email } = await server.person()
  const verifier = 'pMcwGng-jjHWF3hNtff_D9vyzLvymu0I5qXjpVstM0A'
  const returned = encodeURIComponent(redirect)
  const answer = await allow(
    browser,
    `/oauth/authorize?client_id=${client.id}&redirect_uri=${returned}&response_type=code&scope=openid+profile+email+offline_access&state=zO__DpuN3t4KDTo-iyU3oWDqP9g7dLVKjPmuL8DsMzU&nonce=BHfka9mjPKobjzlkdPY6hoS28Vn7CA5V-EQGkbtoHGU&code_challenge=${await challengeOf(verifier)}&code_challenge_method=S256`,
    ['profile', 'email', 'offline_access'],
  )
  const { json } = await replay(
    server,
    'POST',
    '/oauth/token',
    {
      accept: 'application/json',
      authorization: basic(client),
      'content-type': `${FORM};charset=UTF-8`,
    },
    `redirect_uri=${returned}&code_verifier=${verifier}&code=${answer.get('code')}&grant_type=authorization_code`,
  )
  expect(claimsIn(json.id_token)).toMatchObject({ email })
  expect(json).toHaveProperty('refresh_token')
})

test('serves next-auth 4, which reads the id token alone and sends no nonce', async () => {
  const server = await createTestServer()
  const redirect = 'http://localhost:5506/api/auth/callback/passport'
  const client = await createOAuthClient(server, { redirect, more: ['--claims-in-id-token'] })
  const { client: browser, email } = await server.person()
  const verifier = 'Cgpqdwq00hO_xm_FxHXrZmU6YuOYhbva7DaPvkBQ-l8'
  const returned = encodeURIComponent(redirect)
  const answer = await allow(
    browser,
    `/oauth/authorize?client_id=${client.id}&scope=openid%20email%20profile&response_type=code&redirect_uri=${returned}&state=0xRnQ_le9ySF1l4RhRXpMt7n3-6HJx1_6yqGTaqezrs&code_challenge=${await challengeOf(verifier)}&code_challenge_method=S256`,
    ['profile', 'email'],
  )
  const { json } = await replay(
    server,
    'POST',
    '/oauth/token',
    { accept: 'application/json', authorization: basic(client), 'content-type': FORM },
    `grant_type=authorization_code&code=${answer.get('code')}&redirect_uri=${returned}&code_verifier=${verifier}`,
  )
  expect(claimsIn(json.id_token)).toMatchObject({ email, aud: client.id })
  const keys = await replay(server, 'GET', '/oauth/jwks', {
    accept: 'application/json, application/jwk-set+json',
  })
  expect(keys.json.keys).not.toEqual([])
})

test('serves oidc-agent, which sends an empty secret and no id in the body', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server, { isPublic: true, more: ['--devices'] })
  const { client: browser } = await server.person()
  const headers = { accept: '*/*', authorization: basic(client), 'content-type': FORM }
  const post = async (path: string, body: string): Promise<Record<string, unknown>> =>
    (await replay(server, 'POST', path, headers, body)).json
  const scope = 'scope=openid profile offline_access'
  const code = await post('/oauth/device/code', `client_id=${client.id}&${scope}`)
  const poll = `grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=${String(code.device_code)}`
  expect(await post('/oauth/token', poll)).toMatchObject({ error: 'authorization_pending' })
  const page = await (
    await browser.form('/form/device', { user_code: String(code.user_code) })
  ).text()
  const shown = /name="shown" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const allowed = { allow_profile: '1', allow_offline_access: '1', action: 'allow' }
  await browser.form('/form/device', { user_code: String(code.user_code), shown, ...allowed })
  server.clock.passSeconds(5)
  const { refresh_token: refresh } = await post('/oauth/token', poll)
  const next = `grant_type=refresh_token&refresh_token=${String(refresh)}&${scope}`
  expect(await post('/oauth/token', next)).toMatchObject({ token_type: 'Bearer' })
})
