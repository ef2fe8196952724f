import { createHmac, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { revokeGrant } from '#protocol/web/oauth-grants.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { deleteMember, freezeMember } from '#protocol/web/members.ts'
import {
  deleteOrganization,
  freezeOrganization,
  leaveOrganization,
} from '#protocol/web/organizations.ts'
import { listSessions, logout, revokeSession } from '#protocol/web/session.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany, type Company, type Member } from '../../support/companies.ts'
import {
  createOAuthClient,
  decide,
  ledTo,
  open,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { answerOutside } from '../../support/outside.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const AFTER = 'https://app.example.com/signed-out'
const CALLED = 'https://app.example.com/backchannel'
const SCOPES = 'openid profile offline_access'

async function signIn(
  oauthClient: OAuthClient,
  browser: Client,
): Promise<oauth.TokenEndpointResponse> {
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  return await oauthClient.exchange(started, await decide(browser, page))
}

async function silently(
  oauthClient: OAuthClient,
  browser: Client,
): Promise<oauth.TokenEndpointResponse> {
  const started = await oauthClient.start()
  const location = (await open(browser, started.address)).headers.get('location') ?? ''
  return await oauthClient.exchange(started, location)
}

const createClientWithLogout = (
  server: TestServer,
  scopes = 'openid profile email',
): Promise<OAuthClient> =>
  createOAuthClient(server, {
    scopes,
    more: ['--after-logout', AFTER, '--logout-call', CALLED],
  })

function address(params: Record<string, string>): string {
  return `${ORIGIN}/oauth/logout?${new URLSearchParams(params).toString()}`
}

const isSignedIn = async (browser: Client): Promise<boolean> =>
  (await browser.call(accountInfo, {})).error === undefined

/** Collects what the client is told; answers with a status. */
function listen(status = 200): Record<string, unknown>[] {
  const tokens: Record<string, unknown>[] = []
  answerOutside(async (url, { body }) => {
    expect(url.href).toBe(CALLED)
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    const [header = '', claims = ''] = token.split('.')
    const read = (part: string): object =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as object
    tokens.push({ ...read(header), ...read(claims), token })
    return await Promise.resolve(new Response(null, { status }))
  })
  return tokens
}

test('signs out at once for the session of the id token, and redirects back', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser } = await server.person()
  listen()
  const tokens = await signIn(oauthClient, browser)
  expect(oauthClient.server.end_session_endpoint).toBe(`${ORIGIN}/oauth/logout`)
  const reply = await open(
    browser,
    address({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: AFTER,
      state: 'seen',
    }),
  )
  expect(reply.headers.get('location')).toBe(`${AFTER}?state=seen`)
  expect(await isSignedIn(browser)).toBe(false)
})

test('asks a person with another session, and signs out after confirmation', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser, email, password } = await server.person()
  const tokens = await signIn(oauthClient, browser)
  const second = server.client()
  await second.form('/form/login', { account: email, password })
  const params = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: AFTER }
  const question = await open(
    browser,
    address({ client_id: oauthClient.id, post_logout_redirect_uri: AFTER }),
  )
  const page = await question.text()
  expect(page).toContain('Harbour asks to sign you out')
  expect(question.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await isSignedIn(browser)).toBe(true)
  const foreign = await browser.form('/form/end-session', params, {
    origin: 'https://evil.example.com',
  })
  expect(ledTo(foreign)).toBeUndefined()
  expect(await isSignedIn(browser)).toBe(true)
  const reply = await browser.form('/form/end-session', params)
  expect(ledTo(reply)).toBe(AFTER)
  expect(await isSignedIn(browser)).toBe(false)
})

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs as somebody would who takes our public key for a secret. */
async function signSymmetrically(
  { options, server }: OAuthClient,
  claims: string,
): Promise<string> {
  const reply = await options[oauth.customFetch](server.jwks_uri ?? '', {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  })
  const { keys } = (await reply.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const [key] = keys
  const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' })
  const signed = `${part({ alg: 'HS256', kid: key?.kid })}.${claims}`
  const secret = publicKey.export({ type: 'spki', format: 'pem' })
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

test.each([
  ['an id token of another client', 'foreign'],
  ['no id token', ''],
  ['a forged id token', 'forged'],
  ['an unsigned id token', 'unsigned'],
  ['an id token signed by our public key', 'symmetric'],
  ['nonsense', 'a.b.c'],
])('asks with %s, and redirects only to registered addresses', async (_what, hint) => {
  const server = await createTestServer()
  const [oauthClient, other] = [
    await createClientWithLogout(server),
    await createOAuthClient(server),
  ]
  const { client: browser } = await server.person()
  const tokens = await signIn(hint === 'foreign' ? other : oauthClient, browser)
  const [header, claims] = (tokens.id_token ?? '').split('.')
  const hints: Record<string, string> = {
    foreign: tokens.id_token ?? '',
    forged: `${header}.${claims}.${'A'.repeat(342)}`,
    unsigned: `${part({ alg: 'none' })}.${claims}.`,
    symmetric: await signSymmetrically(oauthClient, claims ?? ''),
  }
  const reply = await open(
    browser,
    address({
      ...(hint !== '' && { id_token_hint: hints[hint] ?? hint }),
      ...(hint === 'foreign' && { client_id: oauthClient.id }),
      post_logout_redirect_uri: 'https://evil.example.com/',
    }),
  )
  expect(reply.status).toBe(200)
  // The page in another language is the same request.
  const [, main] = (await reply.text()).split('<main>')
  expect(main).not.toContain('evil.example.com')
  expect(reply.headers.get('content-security-policy')).not.toContain('evil.example.com')
  expect(await isSignedIn(browser)).toBe(true)
  const done = await browser.form('/form/end-session', {
    post_logout_redirect_uri: 'https://evil.example.com/',
  })
  expect(done.headers.get('location')).toBe(`${ORIGIN}/sign-out`)
})

test('asks in a language that the client names', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser } = await server.person()
  const reply = await open(browser, address({ client_id: oauthClient.id, ui_locales: 'fr ja' }))
  expect(await reply.text()).toContain('<html lang="ja">')
})

test('redirects a request by POST to a GET, which has the cookies', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const body = new URLSearchParams({ client_id: oauthClient.id, post_logout_redirect_uri: AFTER })
  const reply = await server.fetch(new Request(`${ORIGIN}/oauth/logout`, { method: 'POST', body }))
  expect(reply.status).toBe(303)
  const next = await open(server.client(), ORIGIN + (reply.headers.get('location') ?? ''))
  expect(next.headers.get('location')).toBe(AFTER)
})

test('sends a signed logout token with the session id', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser } = await server.person()
  const logoutTokens = listen()
  const tokens = await signIn(oauthClient, browser)
  const again = await silently(oauthClient, browser)
  const [first, second] = [tokens, again].map((found) => oauth.getValidatedIdTokenClaims(found))
  expect(first?.sid).toBe(second?.sid)
  await browser.call(logout, {})
  await server.settled()
  expect(logoutTokens).toEqual([
    expect.objectContaining({
      typ: 'logout+jwt',
      iss: ORIGIN,
      aud: oauthClient.id,
      sub: first?.sub,
      sid: first?.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    }),
  ])
  expect(logoutTokens[0]).not.toHaveProperty('nonce')
  const reply = await server.fetch(new Request(oauthClient.server.jwks_uri ?? ''))
  const { keys } = (await reply.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find(({ kid }) => kid === logoutTokens[0]?.kid) ?? {}
  const [header = '', claims = '', signature = ''] = String(logoutTokens[0]?.token).split('.')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('reports sessions ended elsewhere, even with offline access', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server, SCOPES)
  const { client: browser, email, password } = await server.person()
  const logoutTokens = listen()
  const started = await oauthClient.start({ scope: SCOPES })
  const page = await (await open(browser, started.address)).text()
  const tokens = await oauthClient.exchange(
    started,
    await decide(browser, page, { scopes: ['profile', 'offline_access'] }),
  )
  const other = server.client()
  await other.form('/form/login', { account: email, password })
  await other.call(accountInfo, {})
  const { data } = await other.call(listSessions, {})
  const former = data.list.find(({ current }) => current === 0)
  await other.call(revokeSession, { session_id: former?.session_id ?? '' })
  await server.settled()
  expect(logoutTokens).toHaveLength(1)
  await expect(oauthClient.refresh(tokens.refresh_token ?? '')).resolves.toHaveProperty(
    'access_token',
  )
})

test('reports a session replaced by another person, but not by the same one', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const [mine, other] = [await server.person(), await server.person()]
  const { client: browser, email, password } = mine
  const logoutTokens = listen()
  await signIn(oauthClient, browser)
  await browser.form('/form/login', { account: email, password })
  await server.settled()
  expect(logoutTokens).toEqual([])
  await silently(oauthClient, browser)
  await browser.form('/form/login', { account: other.email, password: other.password })
  await server.settled()
  expect(logoutTokens).toHaveLength(1)
})

test.each([
  [
    'a member is frozen',
    (company: Company, ann: Member) =>
      company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 }),
  ],
  [
    'a member is removed',
    (company: Company, ann: Member) => company.manager.call(deleteMember, { ids: [ann.id] }),
  ],
  [
    'the organization is frozen',
    ({ manager }: Company) => manager.call(freezeOrganization, { is_frozen: 1 }),
  ],
  [
    'the organization is deleted',
    ({ manager }: Company) => manager.call(deleteOrganization, { confirm_name: 'Harbour KK' }),
  ],
  ['a member leaves', (_company: Company, ann: Member) => ann.call(leaveOrganization, {})],
])('tells the client when %s, of the sessions that acted as them', async (_what, end) => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  const logoutTokens = listen()
  const sid = oauth.getValidatedIdTokenClaims(await signIn(oauthClient, ann.client))?.sid
  await end(company, ann)
  await server.settled()
  expect(logoutTokens).toEqual([expect.objectContaining({ aud: oauthClient.id, sid })])
})

test('tells the client of everybody when an operator signs everybody out', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const logoutTokens = listen()
  const subjects: (string | undefined)[] = []
  for (const { client } of [await server.person(), await server.person()]) {
    const tokens = await signIn(oauthClient, client)
    subjects.push(oauth.getValidatedIdTokenClaims(tokens)?.sub)
  }
  await typeCommand(server, ['sessions', 'end-all'])
  await server.settled()
  expect(logoutTokens).toHaveLength(2)
  expect(new Set(logoutTokens.map(({ sub }) => sub))).toEqual(new Set(subjects))
})

test('ends the tokens of a session that acts as somebody else from now on, and tells the client', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const company = await createCompany(server)
  const { client: browser } = await company.join('Ann')
  const logoutTokens = listen()
  const tokens = await signIn(oauthClient, browser)
  const before = oauth.getValidatedIdTokenClaims(tokens)
  await browser.call(identityLogin, { login_subject_uid: '0' })
  expect((await oauthClient.introspect(tokens.access_token)).active).toBe(false)
  await server.settled()
  expect(logoutTokens).toEqual([expect.objectContaining({ sid: before?.sid })])
  // The client gets new tokens without a page, for the same person.
  const again = oauth.getValidatedIdTokenClaims(await silently(oauthClient, browser))
  expect(again?.sub).toBe(before?.sub)
  expect(again?.sid).not.toBe(before?.sid)
})

test('reports a revoked grant for all sessions', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser } = await server.person()
  const logoutTokens = listen()
  const sub = oauth.getValidatedIdTokenClaims(await signIn(oauthClient, browser))?.sub ?? ''
  await browser.call(revokeGrant, { grant_id: sub })
  await server.settled()
  expect(logoutTokens).toEqual([expect.objectContaining({ aud: oauthClient.id, sub })])
  expect(logoutTokens[0]).not.toHaveProperty('sid')
})

test('tries three times to reach a client, then gives up', async () => {
  const server = await createTestServer()
  const oauthClient = await createClientWithLogout(server)
  const { client: browser } = await server.person()
  const logoutTokens = listen(500)
  await signIn(oauthClient, browser)
  await browser.call(logout, {})
  const { outboxWorker, outbox } = server.app.services
  for (let minute = 0; minute < 10; minute++) {
    await server.settled()
    server.clock.passSeconds(60)
    outboxWorker.wake()
  }
  await server.settled()
  expect(logoutTokens).toHaveLength(3)
  expect(await outbox.backlog()).toMatchObject({ count: 0 })
})

test('sends nothing to clients without a logout URI', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const logoutTokens = listen()
  await signIn(oauthClient, browser)
  await browser.call(logout, {})
  await server.settled()
  expect(logoutTokens).toEqual([])
})
