import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { logout } from '#protocol/web/session.ts'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  signInTo,
  visit,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { typeCommand } from '../../support/command.ts'
import type { Client } from '../../support/client.ts'

const parameterOf = (address: string | null, name: string): string | null =>
  new URL(address ?? '', ORIGIN).searchParams.get(name)

test('signs a person in by a standard client library, and remembers the consent', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser, email, userId } = await server.person()

  const started = await oauthClient.start()
  const consentPage = await open(browser, started.address)
  expect(consentPage.status).toBe(200)
  const page = await consentPage.text()
  expect(page).toContain('app.example.com wants to sign you in')
  expect(page).toContain('calls itself “Harbour”')
  const tokens = await oauthClient.exchange(started, await decide(browser, page))
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  expect(claims).toMatchObject({ iss: ORIGIN, aud: oauthClient.id })
  expect(claims?.sub).toMatch(/^op_[\w-]{32}$/)
  expect(claims?.sub).not.toContain(userId)
  expect(tokens.refresh_token).toBeUndefined()
  const info = await oauthClient.userInfo(tokens.access_token, claims?.sub ?? '')
  expect(info).toMatchObject({ email, email_verified: true, sub: claims?.sub })

  const again = await oauthClient.start()
  const reply = await open(browser, again.address)
  expect(reply.status).toBe(302)
  const second = await oauthClient.exchange(again, reply.headers.get('location') ?? '')
  expect(oauth.getValidatedIdTokenClaims(second)?.sub).toBe(claims?.sub)
})

test('grants fewer scopes than requested, and asks again only for new ones', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: 'openid profile email phone' })
  const { client: browser } = await server.person()
  const tokens = await signInTo(oauthClient, browser, {}, { scopes: ['profile'] })
  expect(tokens.scope).toBe('openid profile')
  const info = await oauthClient.userInfo(
    tokens.access_token,
    oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '',
  )
  expect(info.email).toBeUndefined()

  const same = await oauthClient.start()
  expect((await open(browser, same.address)).status).toBe(302)
  const more = await oauthClient.start({ scope: 'openid profile email phone' })
  const page = await (await open(browser, more.address)).text()
  expect(page).toContain('allowed before')
  expect(page).toContain('refused before')
})

test('returns name and picture for the default scope', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser, email } = await server.person()
  const tokens = await signInTo(oauthClient, browser, { scope: '' }, { scopes: ['user_info'] })
  expect(tokens.scope).toBe('openid user_info')
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  const info = await oauthClient.userInfo(tokens.access_token, sub)
  expect(info).toEqual({ sub, name: email.split('@')[0] })
})

test('redirects a signed-out person to sign-in and back to the request', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const started = await oauthClient.start()
  const browser = server.client()
  const reply = await open(browser, started.address)
  const login = new URL(reply.headers.get('location') ?? '')
  expect(login.pathname).toBe('/login')
  const next = login.searchParams.get('next') ?? ''
  const { email, password } = await server.person()
  await browser.form('/form/login', { account: email, password })
  const page = await (await visit(browser, ORIGIN + next)).text()
  await expect(oauthClient.exchange(started, await decide(browser, page))).resolves.toMatchObject({
    token_type: 'bearer',
  })
})

test.each([
  ['prompt', 'login'],
  ['max_age', '60'],
])('asks for a new sign-in with %s=%s, once', async (name, value) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser, email, password } = await server.person()
  server.clock.passSeconds(120)
  const { address } = await oauthClient.start({ [name]: value })
  const login = new URL((await open(browser, address)).headers.get('location') ?? '')
  expect(login.searchParams.get('prompt')).toBe('login')
  const next = ORIGIN + (login.searchParams.get('next') ?? '')
  expect((await visit(browser, next)).status).toBe(302)
  await browser.form('/form/login', { account: email, password })
  expect((await visit(browser, next)).status).toBe(200)
})

test('answers prompt=none with the error of the missing step', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { address } = await oauthClient.start({ prompt: 'none' })
  const errorOf = async (browser: Client): Promise<string | null> =>
    parameterOf((await open(browser, address)).headers.get('location'), 'error')
  expect(await errorOf(server.client())).toBe('login_required')
  const { client: browser } = await server.person()
  expect(await errorOf(browser)).toBe('consent_required')
})

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: '' }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ scope: 'phone' }, 'invalid_scope'],
  [{ prompt: 'none login' }, 'invalid_request'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
  [{ request: 'e30.e30.' }, 'request_not_supported'],
  [{ request_uri: 'https://evil.example.com' }, 'request_uri_not_supported'],
] as const)('answers %j with the error %s', async (params, error) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const started = await oauthClient.start(params)
  const location = (await open(browser, started.address)).headers.get('location')
  expect(location).toMatch(/^https:\/\/app\.example\.com\/callback\?/)
  expect(parameterOf(location, 'error')).toBe(error)
  expect(parameterOf(location, 'state')).toBe(started.state)
  expect(parameterOf(location, 'iss')).toBe(ORIGIN)
})

test.each([
  [{ redirect_uri: `${REDIRECT}/` }],
  [{ redirect_uri: 'https://APP.example.com/callback' }],
  [{ redirect_uri: `${REDIRECT}?x=1` }],
  [{ redirect_uri: 'https://app.example.com/callbac%6b' }],
  [{ redirect_uri: 'https://app.example.com@evil.example.com/callback' }],
  [{ redirect_uri: 'javascript:alert(1)' }],
  [{ client_id: 'c_unknown' }],
])('redirects to no unregistered address: %j', async (params) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start(params)
  const reply = await open(browser, address)
  expect(reply.status).toBe(400)
  expect(reply.headers.get('location')).toBeNull()
})

test('rejects repeated parameters', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start()
  const reply = await open(browser, `${address}&scope=openid`)
  expect(parameterOf(reply.headers.get('location'), 'error')).toBe('invalid_request')
})

test('lets a native app choose its loopback port, and asks each time', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    redirect: 'http://127.0.0.1/callback',
    isPublic: true,
  })
  const { client: browser } = await server.person()
  for (const port of ['50001', '50002']) {
    const redirect = `http://127.0.0.1:${port}/callback`
    const { address } = await oauthClient.start({ redirect_uri: redirect })
    const page = await (await open(browser, address)).text()
    expect(page).toContain('that calls itself “Harbour”')
    expect(await decide(browser, page)).toMatch(new RegExp(`^${redirect}\\?code=`))
  }
})

test('reports a refusal to the client', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start()
  const page = await (await open(browser, address)).text()
  const location = await decide(browser, page, { action: 'refuse' })
  expect(parameterOf(location, 'error')).toBe('access_denied')
  expect(parameterOf(location, 'code')).toBeNull()
})

test('accepts a consent only from its own page', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start()
  const shown = await open(browser, address)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const page = await shown.text()
  const waiting = /name="waiting" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const reply = await browser.form(
    '/form/authorize',
    { waiting, action: 'allow', allow_profile: '1' },
    { origin: 'https://evil.example.com' },
  )
  expect(reply.headers.get('location')).toBeNull()
  expect(page).toContain('csrf_token')
})

test('ends tokens with the session, the account and the client', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser, userId } = await server.person()
  const isActive = async (token: string): Promise<boolean> =>
    (await oauthClient.introspect(token)).active
  const first = await signInTo(oauthClient, browser)
  expect(await isActive(first.access_token)).toBe(true)

  await typeCommand(server, ['client', 'freeze', oauthClient.id])
  await expect(oauthClient.introspect(first.access_token)).rejects.toThrow()
  await typeCommand(server, ['client', 'freeze', oauthClient.id, '--off'])
  expect(await isActive(first.access_token)).toBe(true)

  await browser.call(logout, {})
  expect(await isActive(first.access_token)).toBe(false)
  await typeCommand(server, ['user', 'ban', userId, '--reason', 'test'])
  expect(await isActive(first.access_token)).toBe(false)
})

test('revokes a token, but not one of another client', async () => {
  const server = await createTestServer()
  const [oauthClient, other] = [await createOAuthClient(server), await createOAuthClient(server)]
  const { client: browser } = await server.person()
  const tokens = await signInTo(oauthClient, browser)
  expect(await other.introspect(tokens.access_token)).toEqual({ active: false })
  const strange = await signInTo(other, browser)
  const [mine, theirs] = [tokens, strange].map(
    (found) => oauth.getValidatedIdTokenClaims(found)?.sub,
  )
  expect(mine).not.toBe(theirs)
  await oauthClient.revoke(tokens.access_token)
  expect(await oauthClient.introspect(tokens.access_token)).toEqual({ active: false })
})

test('publishes its keys a week before they sign, and keeps them for two after', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const keys = async (): Promise<string[]> => {
    const reply = await server.fetch(new Request(oauthClient.server.jwks_uri ?? ''))
    const { keys: all } = (await reply.json()) as { keys: { kid: string; d?: string }[] }
    expect(all.every(({ d }) => d === undefined)).toBe(true)
    return all.map(({ kid }) => kid)
  }
  const day = 86_400
  const [first] = await keys()
  server.clock.passSeconds(84 * day)
  const both = await keys()
  expect(both).toHaveLength(2)
  expect(both[0]).toBe(first)
  server.clock.passSeconds(7 * day)
  expect((await keys())[0]).toBe(both[1])
  server.clock.passSeconds(15 * day)
  expect(await keys()).not.toContain(first)
})

test('lets an operator make PKCE optional for confidential clients', async () => {
  const server = await createTestServer()
  const { client: browser } = await server.person()
  const add = ['client', 'add', 'Old', '--redirects', REDIRECT, '--pkce', 'optional']
  expect((await typeCommand(server, [...add, '--public'])).errors).toContain('needs PKCE')
  const { output } = await typeCommand(server, add)
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(output)?.[1] ?? ''
  const request = { client_key: printed('client_id'), redirect_uri: REDIRECT, scope: 'user_info' }
  const address = (more: Record<string, string>): string =>
    `${ORIGIN}/platform/oauth/connect?${new URLSearchParams({ ...request, response_type: 'code', ...more }).toString()}`
  const refused = await open(browser, address({}))
  expect(parameterOf(refused.headers.get('location'), 'error')).toBe('invalid_request')

  const page = await (await open(browser, address({ state: 'seen' }))).text()
  const callback = await decide(browser, page, { scopes: ['user_info'] })
  expect(parameterOf(callback, 'state')).toBe('seen')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: printed('client_id'),
    client_secret: printed('client_secret'),
    redirect_uri: REDIRECT,
    code: parameterOf(callback, 'code') ?? '',
  })
  const reply = await server.fetch(new Request(`${ORIGIN}/oauth/token`, { method: 'POST', body }))
  expect(await reply.json()).toMatchObject({ token_type: 'Bearer', scope: 'openid user_info' })
})
