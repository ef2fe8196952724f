import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { authInfo, authorizeClient, authorizeTicket } from '#protocol/web/open-authorization.ts'
import { SESSION_COOKIE } from '../../../server/http/cookies.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  visit,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

type OpenRequest = Record<
  | 'client_key'
  | 'redirect_uri'
  | 'scope'
  | 'state'
  | 'nonce'
  | 'code_challenge'
  | 'code_challenge_method',
  string
>

async function setUp(): Promise<{
  server: TestServer
  oauthClient: OAuthClient
  started: StartedRequest
  request: OpenRequest
}> {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const started = await oauthClient.start()
  const { searchParams } = new URL(started.address)
  const param = (name: string): string => searchParams.get(name) ?? ''
  const request = {
    client_key: param('client_id'),
    redirect_uri: REDIRECT,
    scope: 'openid,profile,email',
    state: param('state'),
    nonce: param('nonce'),
    code_challenge: param('code_challenge'),
    code_challenge_method: 'S256',
  }
  return { server, oauthClient, started, request }
}

test('describes client and scopes, and redirects with a code for the allowed ones', async () => {
  const { server, oauthClient, started, request } = await setUp()
  const stranger = await server.client().call(authInfo, request)
  expect(stranger.data).toMatchObject({ need_login: 1, returns_to: 'app.example.com' })

  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  expect(data).toMatchObject({
    client: {
      client_key: request.client_key,
      name: 'Harbour',
      host: 'app.example.com',
      verified: 0,
      kind: 'web',
    },
    need_login: 0,
    scopes: [
      { scope: 'openid', required: 1, is_new: 1 },
      { scope: 'profile', required: 0, is_new: 1 },
      { scope: 'email', required: 0, is_new: 1 },
    ],
  })
  const auth_ticket = data.auth_ticket
  expect((await browser.call(authInfo, { auth_ticket })).data.auth_ticket).toBe(auth_ticket)
  const answer = { auth_ticket, scopes: 'profile', action: 'allow' } as const
  const allowed = await browser.call(authorizeClient, answer, { origin: ORIGIN })
  expect(allowed.data).toMatchObject({ state: request.state, iss: ORIGIN })
  const tokens = await oauthClient.exchange(started, allowed.data.redirect_url)
  expect(tokens.scope).toBe('openid profile')

  const back = await browser.call(authInfo, { auth_ticket })
  expect(back).toMatchObject({ error: 'open_request_expired', data: { reason: 'answered' } })

  const again = await browser.call(authInfo, request)
  expect(again.data.scopes).toMatchObject([
    { scope: 'openid', granted: 1 },
    { scope: 'profile', granted: 1 },
    { scope: 'email', refused: 1 },
  ])
})

test('records where the client sent the person from, with the answer', async () => {
  const { server, request } = await setUp()
  const { client: browser, email } = await server.person()
  const { data } = await browser.call(authInfo, { ...request, source: 'editor' })
  const answer = { auth_ticket: data.auth_ticket, scopes: 'email', source: 'editor' }
  expect((await browser.call(authorizeClient, answer, { origin: ORIGIN })).error).toBeUndefined()
  const { output } = await typeCommand(server, ['events', '--user', email, '--json'])
  const [latest] = JSON.parse(output) as { kind: string; clientFields: string }[]
  expect(latest?.kind).toBe('program_allowed')
  expect(JSON.parse(latest?.clientFields ?? '')).toEqual({ source: 'editor' })
})

test('accepts one of many simultaneous answers', async () => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  const answer = { auth_ticket: data.auth_ticket, scopes: 'email' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => browser.call(authorizeClient, answer, { origin: ORIGIN })),
  )
  const errors = answers.map(({ error }) => error).filter((error) => error !== undefined)
  expect(errors).toEqual(Array.from({ length: 4 }, () => 'open_request_expired'))
})

test.each([
  [{ action: 'refuse', scopes: 'email' }],
  [{ action: 'allow', scopes: '' }],
  [{ action: 'allow', scopes: 'phone' }],
] as const)('reports a refusal to the client: %j', async (answer) => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(
    authorizeClient,
    { ...request, ...answer },
    { origin: ORIGIN },
  )
  const address = new URL(data.redirect_url)
  expect(address.searchParams.get('error')).toBe('access_denied')
  expect(data.code).toBeUndefined()
})

test('accepts answers only from pages of this server, in the same browser', async () => {
  const { server, request } = await setUp()
  const [ann, bo] = [await server.person(), await server.person()]
  const foreign = { origin: 'http://localhost:4322', aid: 1002 }
  expect((await ann.client.call(authorizeClient, request, foreign)).error).toBe('csrf_error')
  const { data } = await ann.client.call(authInfo, request)
  const stolen = { auth_ticket: data.auth_ticket, scopes: 'email' }
  const answer = await bo.client.call(authorizeClient, stolen, { origin: ORIGIN })
  expect(answer.error).toBe('open_request_expired')
  expect((await server.client().call(authorizeClient, request, { origin: ORIGIN })).error).toBe(
    'session_expired',
  )
})

test.each([
  [{ client_key: 'c_unknown' }, 'client_unknown'],
  [{ redirect_uri: `${REDIRECT}/` }, 'redirect_mismatch'],
  [{ scope: 'phone' }, 'scope_refused'],
  [{ scope: 'everything' }, 'scope_refused'],
  [{ code_challenge_method: 'plain' }, 'open_request_invalid'],
] as const)('refuses %j with %s', async (wrong, error) => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  expect((await browser.call(authInfo, { ...request, ...wrong })).error).toBe(error)
  const answer = await browser.call(authorizeClient, { ...request, ...wrong }, { origin: ORIGIN })
  expect(answer.error).toBe(error)
})

test('expires a request after ten minutes', async () => {
  const { server, request } = await setUp()
  const { client: browser } = await server.person()
  const { data } = await browser.call(authInfo, request)
  server.clock.passSeconds(601)
  const late = await browser.call(authInfo, { auth_ticket: data.auth_ticket })
  expect(late.error).toBe('open_request_expired')
})

test('rejects an answer of another account, or after the client was renamed', async () => {
  const { server, oauthClient, request } = await setUp()
  const browser = server.client()
  const [ann, bo] = [await server.person(), await server.person()]
  const signIn = ({ email, password }: typeof ann) =>
    browser.call(passwordLogin, { account: email, password })
  await signIn(ann)
  const { data } = await browser.call(authInfo, request)
  const auth_ticket = data.auth_ticket
  const answer = { auth_ticket, scopes: 'email' }
  await signIn(bo)
  const press = () => browser.call(authorizeClient, answer, { origin: ORIGIN })
  expect((await press()).error).toBe('open_account_changed')
  await browser.call(authInfo, { auth_ticket })
  await typeCommand(server, ['client', 'verify', oauthClient.id])
  expect((await press()).error).toBe('open_account_changed')
  await browser.call(authInfo, { auth_ticket })
  expect((await press()).error).toBeUndefined()

  // After a change of the name, people who allowed everything are asked again.
  expect((await browser.call(authInfo, request)).data.need_consent).toBe(0)
  await typeCommand(server, ['client', 'verify', oauthClient.id, '--off'])
  expect((await browser.call(authInfo, request)).data.need_consent).toBe(1)
})

test('skips consent that was given, and lets people refuse without a session', async () => {
  const { server, oauthClient, request } = await setUp()
  const { client: browser } = await server.person()
  await browser.call(authorizeClient, { ...request, scopes: 'email' }, { origin: ORIGIN })
  const { data } = await browser.call(authInfo, request)
  expect(data).toMatchObject({ need_consent: 0, need_login: 0, need_fresh: 0 })
  const { address } = await oauthClient.start()
  const reply = await open(browser, address)
  expect(reply.headers.get('location')).toContain(`${REDIRECT}?code=`)

  const stranger = server.client()
  const { data: info } = await stranger.call(authInfo, request)
  const refuse = { auth_ticket: info.auth_ticket, action: 'refuse' } as const
  const refused = await stranger.call(authorizeClient, refuse, { origin: ORIGIN })
  expect(refused.data.redirect_url).toContain('error=access_denied')
})

test('answers as a member with another sub, if the organization allows', async () => {
  const server = await createTestServer()
  const scopes = 'openid profile email enterprise.read'
  const oauthClient = await createOAuthClient(server, { scopes })
  const company = await createCompany(server, 'Harbour KK')
  const { client: browser } = company.manager
  const started = await oauthClient.start({ scope: scopes })
  const { searchParams } = new URL(started.address)
  const request = {
    client_key: oauthClient.id,
    redirect_uri: REDIRECT,
    scope: scopes,
    state: started.state,
    nonce: started.nonce,
    code_challenge: searchParams.get('code_challenge') ?? '',
    code_challenge_method: 'S256',
  }
  const reply = await browser.call(authInfo, request)
  const member = { user_identity_id: company.manager.id, subject_name: 'Harbour KK' }
  expect(reply.data.identities).toMatchObject([
    { user_identity_id: '0', subject_name: '', is_allowed: 1 },
    { ...member, is_allowed: 0 },
  ])
  const answer = {
    auth_ticket: reply.data.auth_ticket,
    scopes: 'profile,enterprise.read',
    user_identity_id: company.manager.id,
  }
  const press = (call: typeof answer) => browser.call(authorizeClient, call, { origin: ORIGIN })
  expect(await press(answer)).toMatchObject({
    error: 'policy_refused',
    data: {
      rule: 'programs',
      description: 'This organization does not let its members use this application.',
    },
  })
  await company.manager.call(updatePolicy, { programs: 'verified' })
  expect((await press(answer)).error).toBe('policy_refused')
  await company.manager.call(updatePolicy, { programs: 'allow' })
  expect((await press({ ...answer, user_identity_id: '1' })).error).toBe('not_member')

  const allowed = await press(answer)
  const tokens = await oauthClient.exchange(started, allowed.data.redirect_url)
  expect(tokens.scope).toBe('openid profile enterprise.read')
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  expect(await oauthClient.userInfo(tokens.access_token, sub)).toMatchObject({
    subject: { subject_name: 'Harbour KK' },
    identity_name: expect.any(String),
    roles: expect.any(Array),
  })

  // Without the membership, the client learns nothing of the organization and gets another user id.
  const own = await oauthClient.start({ scope: scopes, prompt: 'select_account' })
  const page = await (await open(browser, own.address)).text()
  expect(page).toContain('Harbour KK')
  const callback = await decide(browser, page, {
    scopes: ['profile', 'enterprise.read'],
    identity: '0',
  })
  const asOneself = await oauthClient.exchange(own, callback)
  expect(asOneself.scope).toBe('openid profile')
  expect(oauth.getValidatedIdTokenClaims(asOneself)?.sub).not.toBe(sub)
})

test('asks again where a rule that an organization made since then refuses the session', async () => {
  const server = await createTestServer()
  const scope = 'openid profile enterprise.read'
  const oauthClient = await createOAuthClient(server, { scopes: scope })
  const company = await createCompany(server)
  const { client: browser, person } = company.manager
  await company.manager.call(updatePolicy, { programs: 'allow' })
  const { address } = await oauthClient.start({ scope })
  const answer = { identity: company.manager.id, scopes: ['profile', 'enterprise.read'] }
  await decide(browser, await (await open(browser, address)).text(), answer)
  const later = server.client()
  const { email, password } = person
  expect((await later.call(passwordLogin, { email, password })).error).toBeUndefined()
  const silently = async (): Promise<string | null> => {
    const { address: silent } = await oauthClient.start({ scope, prompt: 'none' })
    return (await open(later, silent)).headers.get('location')
  }
  expect(await silently()).toContain('code=')
  await company.manager.call(updatePolicy, { second_verification: 'always' })
  expect(await silently()).toContain('error=consent_required')
})

test('requires a recent authentication for dangerous scopes', async () => {
  const server = await createTestServer()
  const scopes = 'openid profile enterprise.read'
  const oauthClient = await createOAuthClient(server, { scopes })
  const company = await createCompany(server)
  const { client: browser, person } = company.manager
  await company.manager.call(updatePolicy, { programs: 'allow' })
  server.clock.passSeconds(601)
  const { address } = await oauthClient.start({ scope: scopes })
  const answer = { identity: company.manager.id, scopes: ['profile', 'enterprise.read'] }
  const first = await decide(browser, await (await open(browser, address)).text(), answer)
  expect(new URL(first).pathname).toBe('/login')
  await browser.form('/form/login', { account: person.email, password: person.password })
  const page = await (await visit(browser, `${ORIGIN}/form/authorize`)).text()
  expect(await decide(browser, page, answer)).toContain(`${REDIRECT}?code=`)

  const { data } = await browser.call(authInfo, {
    client_key: oauthClient.id,
    redirect_uri: REDIRECT,
    scope: 'enterprise.read openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  server.clock.passSeconds(580)
  const dangerous = { scopes: 'enterprise.read', user_identity_id: company.manager.id }
  const auth_ticket = data.auth_ticket
  server.clock.passSeconds(15)
  const press = await browser.call(
    authorizeClient,
    { auth_ticket, ...dangerous },
    { origin: ORIGIN },
  )
  expect(press.error).toBeUndefined()
})

test('issues a ticket to callers without cookies, valid in their session only', async () => {
  const { server, oauthClient, started, request } = await setUp()
  const [ann, bo] = [await server.person(), await server.person()]
  const headersOf = ({ client }: typeof ann) => ({
    headers: { [SESSION_HEADER]: client.cookies.get(SESSION_COOKIE) ?? '' },
    origin: null,
  })
  expect((await ann.client.call(authorizeTicket, request)).error).toBe('session_expired')
  const app = server.client()
  const { data } = await app.call(authorizeTicket, request, headersOf(ann))
  expect(app.cookies.has('open_bind')).toBe(false)
  const answer = { auth_ticket: data.ticket, scopes: 'profile' }
  expect((await app.call(authorizeClient, answer, headersOf(bo))).error).toBe(
    'open_request_expired',
  )
  // Only what the person has seen can be allowed.
  const unseen = await app.call(authorizeClient, answer, headersOf(ann))
  expect(unseen.error).toBe('open_account_changed')
  await app.call(authInfo, { auth_ticket: answer.auth_ticket }, headersOf(ann))
  const { data: allowed } = await app.call(authorizeClient, answer, headersOf(ann))
  const tokens = await oauthClient.exchange(started, allowed.redirect_url)
  expect(tokens.scope).toBe('openid profile')
  expect((await app.call(authorizeClient, answer, headersOf(ann))).error).toBe(
    'open_request_expired',
  )
})
