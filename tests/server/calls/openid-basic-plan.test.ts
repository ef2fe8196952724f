// The modules of the basic plan of OpenID's conformance suite, which itself needs the internet, by their
// names. `display`, `login_hint`, `claims_locales` and `acr_values` may be ignored, and are.
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { authInfo } from '#protocol/web/open-authorization.ts'
import {
  createOAuthClient,
  decide,
  open,
  push,
  REDIRECT,
  signInTo,
  visit,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import type { Client } from '../../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const EVERYTHING = 'openid profile email phone offline_access'
const EVERY_CHOICE = { scopes: ['profile', 'email', 'phone', 'offline_access'] }

interface Plan {
  server: TestServer
  oauthClient: OAuthClient
  browser: Client
  person: Awaited<ReturnType<TestServer['person']>>
}

async function setUp(): Promise<Plan> {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: EVERYTHING })
  const person = await server.person()
  return { server, oauthClient, browser: person.client, person }
}

function claimsOf(tokens: oauth.TokenEndpointResponse): oauth.IDToken {
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (claims === undefined) throw new Error('there is no id token')
  return claims
}

/** Opens a request of somebody who allowed all of it before; they come back without a page. */
async function signInAgain(
  { oauthClient, browser }: Plan,
  params: Record<string, string> = {},
): Promise<oauth.TokenEndpointResponse> {
  const started = await oauthClient.start(params)
  const reply = await open(browser, started.address)
  return await oauthClient.exchange(started, reply.headers.get('location') ?? '')
}

async function errorAt(browser: Client, address: string): Promise<string | null> {
  const reply = await open(browser, address)
  return new URL(reply.headers.get('location') ?? '', ORIGIN).searchParams.get('error')
}

async function userInfo(
  { server, oauthClient }: Plan,
  init: RequestInit,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await server.fetch(new Request(oauthClient.server.userinfo_endpoint ?? '', init))
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

function bodyOf(location: string | null, verifier: string): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(location ?? '').searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: verifier,
  })
}

test('server', async () => {
  const { oauthClient, browser } = await setUp()
  const claims = claimsOf(await signInTo(oauthClient, browser))
  expect(claims).toMatchObject({ iss: ORIGIN, aud: oauthClient.id, sub: expect.any(String) })
  expect(claims.exp).toBeGreaterThan(claims.iat)
  expect(claims.auth_time).toEqual(expect.any(Number))
})

test('response-type-missing', async () => {
  const { oauthClient, browser } = await setUp()
  const { address } = await oauthClient.start()
  const without = new URL(address)
  without.searchParams.delete('response_type')
  expect(await errorAt(browser, without.href)).toBe('invalid_request')
})

test('userinfo-get, userinfo-post-header, userinfo-post-body', async () => {
  const plan = await setUp()
  const tokens = await signInTo(plan.oauthClient, plan.browser)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const body = new URLSearchParams({ access_token: tokens.access_token })
  const { sub } = claimsOf(tokens)
  for (const init of [{ headers }, { method: 'POST', headers }, { method: 'POST', body }]) {
    const reply = await userInfo(plan, init)
    expect(reply).toMatchObject({ status: 200, body: { sub } })
  }
})

test('ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { oauthClient, browser } = await setUp()
  const started = await oauthClient.start()
  const address = new URL(started.address)
  address.searchParams.delete('nonce')
  const page = await (await open(browser, address.href)).text()
  const callback = await decide(browser, page)
  const tokens = await oauthClient.exchange({ ...started, nonce: undefined }, callback)
  expect(claimsOf(tokens).nonce).toBeUndefined()
})

test.each([
  ['scope-profile', 'openid profile', ['name', 'locale']],
  ['scope-email', 'openid email', ['email', 'email_verified']],
  ['scope-phone', 'openid phone', ['phone_number', 'phone_number_verified']],
  // Postal addresses are not stored, and unknown scopes are ignored.
  ['scope-address', 'openid address', []],
  ['scope-all', EVERYTHING, ['name', 'locale', 'email', 'email_verified']],
  ['ensure-other-scope-order-succeeds', 'email openid', ['email', 'email_verified']],
])('%s', async (_name, scope, expected) => {
  const { server, oauthClient } = await setUp()
  const { client } = await server.person(
    scope.includes('phone') && !scope.includes('email') ? { mobile: '+819012345678' } : {},
  )
  const tokens = await signInTo(oauthClient, client, { scope }, EVERY_CHOICE)
  const { sub } = claimsOf(tokens)
  const info = await oauthClient.userInfo(tokens.access_token, sub)
  expect(Object.keys(info).toSorted()).toEqual(['sub', ...expected].toSorted())
})

test.each([
  ['display-page', { display: 'page' }],
  ['display-popup', { display: 'popup' }],
  ['ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['login-hint', { login_hint: 'somebody@example.com' }],
  ['ui-locales', { ui_locales: 'se' }],
  ['claims-locales', { claims_locales: 'se' }],
  ['ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ['claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
])('%s', async (_name, params) => {
  const { oauthClient, browser } = await setUp()
  const tokens = await signInTo(oauthClient, browser, params)
  const claims = claimsOf(tokens)
  const info = await oauthClient.userInfo(tokens.access_token, claims.sub)
  expect(info.name).toEqual(expect.any(String))
  // What was proved, whatever was asked for.
  expect(claims.acr).toBe('urn:passport:1')
})

test.each([
  ['prompt-login', { prompt: 'login' }],
  ['max-age-1', { max_age: '1' }],
])('%s', async (_name, params) => {
  const plan = await setUp()
  const first = claimsOf(await signInTo(plan.oauthClient, plan.browser))
  plan.server.clock.passSeconds(120)
  const started = await plan.oauthClient.start(params)
  const sent = await open(plan.browser, started.address)
  const login = new URL(sent.headers.get('location') ?? '', ORIGIN)
  expect(login.pathname).toBe('/login')
  const { email, password } = plan.person
  await plan.browser.form('/form/login', { account: email, password })
  const next = ORIGIN + (login.searchParams.get('next') ?? '')
  const reply = await open(plan.browser, next)
  const location = reply.headers.get('location') ?? (await decide(plan.browser, await reply.text()))
  const second = claimsOf(await plan.oauthClient.exchange(started, location))
  expect(second.sub).toBe(first.sub)
  expect(second.auth_time).toBeGreaterThan(first.auth_time ?? 0)
})

test('max-age-10000', async () => {
  const plan = await setUp()
  const first = claimsOf(await signInTo(plan.oauthClient, plan.browser))
  plan.server.clock.passSeconds(120)
  const second = claimsOf(await signInAgain(plan, { max_age: '10000' }))
  expect(second.auth_time).toBe(first.auth_time)
})

test('prompt-none-not-logged-in', async () => {
  const { server, oauthClient } = await setUp()
  const { address } = await oauthClient.start({ prompt: 'none' })
  expect(await errorAt(server.client(), address)).toBe('login_required')
})

test('prompt-none-logged-in', async () => {
  const plan = await setUp()
  const first = claimsOf(await signInTo(plan.oauthClient, plan.browser))
  const second = claimsOf(await signInAgain(plan, { prompt: 'none' }))
  expect(second).toMatchObject({ sub: first.sub, auth_time: first.auth_time })
})

test('id-token-hint', async () => {
  const plan = await setUp()
  const tokens = await signInTo(plan.oauthClient, plan.browser)
  const hint = { prompt: 'none', id_token_hint: tokens.id_token ?? '' }
  expect(claimsOf(await signInAgain(plan, hint)).sub).toBe(claimsOf(tokens).sub)

  // Somebody else has allowed the same client, and uses this browser now.
  const { client: other } = await plan.server.person()
  await signInTo(plan.oauthClient, other)
  const { address } = await plan.oauthClient.start(hint)
  expect(await errorAt(other, address)).toBe('login_required')
  const nonsense = await plan.oauthClient.start({ ...hint, id_token_hint: 'e30.e30.e30' })
  expect(await errorAt(plan.browser, nonsense.address)).toBe('login_required')
})

test('id-token-hint without prompt=none signs in whom it names', async () => {
  const plan = await setUp()
  const named = await signInTo(plan.oauthClient, plan.browser)
  const hint = { id_token_hint: named.id_token ?? '' }
  expect(claimsOf(await signInAgain(plan, hint)).sub).toBe(claimsOf(named).sub)
  const { client: other, ...somebody } = await plan.server.person()
  await signInTo(plan.oauthClient, other)
  const ways = [await plan.oauthClient.start(hint), await push(plan.oauthClient, hint)]
  for (const started of ways) {
    await other.form('/form/login', { account: somebody.email, password: somebody.password })
    const page = (await visit(other, started.address)).headers.get('location') ?? ''
    const ticket = new URL(page, ORIGIN).searchParams.get('auth_ticket') ?? ''
    const info = await other.call(authInfo, { auth_ticket: ticket })
    expect(info.data).toMatchObject({ need_fresh: 1, need_other: 1 })
    // The same person once more is still not the one that it names.
    await other.form('/form/login', { account: somebody.email, password: somebody.password })
    const again = await open(other, `${ORIGIN}/form/authorize`)
    expect(again.headers.get('location')).toContain('/login?')
    await other.form('/form/login', { account: plan.person.email, password: plan.person.password })
    const { headers } = await open(other, `${ORIGIN}/form/authorize`)
    const tokens = await plan.oauthClient.exchange(started, headers.get('location') ?? '')
    expect(claimsOf(tokens).sub).toBe(claimsOf(named).sub)
  }
})

test('an id-token-hint that names nobody gets a page', async () => {
  const plan = await setUp()
  await signInTo(plan.oauthClient, plan.browser)
  const { address } = await plan.oauthClient.start({ id_token_hint: 'e30.e30.e30' })
  const page = await (await open(plan.browser, address)).text()
  expect(page).toContain(plan.person.email)
})

test('codereuse', async () => {
  const { oauthClient, browser } = await setUp()
  const started = await oauthClient.start()
  const callback = await decide(browser, await (await open(browser, started.address)).text())
  await oauthClient.exchange(started, callback)
  await expect(oauthClient.exchange(started, callback)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('codereuse-30seconds', async () => {
  const plan = await setUp()
  const { oauthClient, browser } = plan
  const started = await oauthClient.start()
  const callback = await decide(browser, await (await open(browser, started.address)).text())
  const tokens = await oauthClient.exchange(started, callback)
  plan.server.clock.passSeconds(30)
  await expect(oauthClient.exchange(started, callback)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  expect((await userInfo(plan, { headers })).status).toBe(401)
})

test('ensure-registered-redirect-uri', async () => {
  const { oauthClient, browser } = await setUp()
  const { address } = await oauthClient.start({ redirect_uri: `${REDIRECT}/other` })
  const reply = await open(browser, address)
  expect(reply.status).toBe(400)
  expect(reply.headers.get('location')).toBeNull()
})

test('ensure-post-request-succeeds', async () => {
  const { oauthClient, browser } = await setUp()
  const started = await oauthClient.start()
  const { origin, pathname, searchParams } = new URL(started.address)
  // A page of the client posts it.
  const sent = await browser.send(
    new Request(origin + pathname, {
      method: 'POST',
      headers: { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
      body: searchParams,
    }),
  )
  expect(sent.status).toBe(303)
  const reply = await open(browser, new URL(sent.headers.get('location') ?? '', ORIGIN).href)
  const callback = await decide(browser, await reply.text())
  expect(claimsOf(await oauthClient.exchange(started, callback)).aud).toBe(oauthClient.id)
})

test('server-client-secret-post', async () => {
  const { server, oauthClient, browser } = await setUp()
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  const body = bodyOf(await decide(browser, page), started.verifier)
  body.set('client_id', oauthClient.id)
  body.set('client_secret', oauthClient.secret ?? '')
  const address = oauthClient.server.token_endpoint ?? ''
  const reply = await server.fetch(new Request(address, { method: 'POST', body }))
  expect(await reply.json()).toMatchObject({ id_token: expect.any(String) })
})

test.each([
  ['unsigned-request-object-supported-correctly-or-rejected-as-unsupported', {}],
  ['ensure-request-object-with-redirect-uri', { redirect_uri: REDIRECT }],
])('%s', async (_name, inside) => {
  const { oauthClient, browser } = await setUp()
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const request = `${part({ alg: 'none' })}.${part(inside)}.`
  const { address } = await oauthClient.start({ request })
  expect(await errorAt(browser, address)).toBe('request_not_supported')
})

test('refresh-token', async () => {
  const { oauthClient, browser } = await setUp()
  const scope = { scope: EVERYTHING }
  const tokens = await signInTo(oauthClient, browser, scope, EVERY_CHOICE)
  const next = await oauthClient.refresh(tokens.refresh_token ?? '')
  expect(next.access_token).not.toBe(tokens.access_token)
  const [first, second] = [claimsOf(tokens), claimsOf(next)]
  expect(second).toMatchObject({
    iss: first.iss,
    sub: first.sub,
    aud: first.aud,
    auth_time: first.auth_time,
  })
})

test('ensure-request-with-valid-pkce-succeeds', async () => {
  const { oauthClient, browser } = await setUp()
  const started = await oauthClient.start()
  const callback = await decide(browser, await (await open(browser, started.address)).text())
  const wrong = { ...started, verifier: oauth.generateRandomCodeVerifier() }
  await expect(oauthClient.exchange(wrong, callback)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(claimsOf(await oauthClient.exchange(started, callback)).aud).toBe(oauthClient.id)
})
