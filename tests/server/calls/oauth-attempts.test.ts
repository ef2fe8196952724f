import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import type { Person } from '../../support/create-people.ts'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  signInTo,
  visit,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const parameterOf = (address: string | null, name: string): string | null =>
  new URL(address ?? '', ORIGIN).searchParams.get(name)

test('says on the page which parameter is too long, and repeats no text of the link', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { address } = await oauthClient.start({ state: 'x'.repeat(2049) })
  const reply = await open(server.client(), address)
  expect(reply.status).toBe(400)
  expect(await reply.text()).toContain('state has a length that is not accepted')
  const broken = await open(server.client(), `${address.replace(/x+/, 'x')}&Call%20me=%00`)
  expect(await broken.text()).not.toContain('Call me')
})

test('has the same issuer for every Host header', async () => {
  const server = await createTestServer()
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const reply = await server.fetch(
      new Request(`http://evil.example.com/.well-known/${name}`, {
        headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
      }),
    )
    const text = await reply.text()
    expect(JSON.parse(text)).toMatchObject({ issuer: ORIGIN })
    expect(text).not.toContain('evil.example.com')
  }
})

test('includes the issuer in each answer, success or error', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start()
  const refused = await decide(browser, await (await open(browser, address)).text(), {
    action: 'refuse',
  })
  const wrong = (await visit(browser, (await oauthClient.start({ max_age: 'x' })).address)).headers
  const good = await decide(browser, await (await open(browser, address)).text())
  for (const answer of [refused, wrong.get('location'), good]) {
    expect(parameterOf(answer, 'iss')).toBe(ORIGIN)
  }
})

test.each(['form_post', 'fragment', 'query.jwt'])(
  'answers in the query only, never by %s',
  async (response_mode) => {
    const server = await createTestServer()
    const oauthClient = await createOAuthClient(server, { redirect: 'http://127.0.0.1/callback' })
    const { client: browser } = await server.person()
    const { address } = await oauthClient.start({ response_mode })
    const reply = await visit(browser, address)
    expect(parameterOf(reply.headers.get('location'), 'error')).toBe('invalid_request')
  },
)

test.each([
  ['64 KB of scopes', { scope: 'x '.repeat(32_000) }],
  ['64 KB of state', { state: 'x'.repeat(64_000) }],
  ['a resource of 64 KB', { resource: `https://${'x'.repeat(64_000)}` }],
  ['an unknown proof', { dpop_jkt: '__proto__' }],
  ['names of objects', { ['__proto__']: 'x', constructor: 'x', toString: 'x' }],
])('handles %s without a server error', async (_what, more) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const params: Record<string, string> = Object.fromEntries(Object.entries(more))
  const { address } = await oauthClient.start(params)
  expect((await visit(browser, address)).status).toBeLessThan(500)
  for (const name of ['token', 'introspect', 'revoke'] as const) {
    const reply = await oauthClient.post(name, {
      token: 'x',
      grant_type: 'refresh_token',
      ...params,
    })
    expect(reply.status).toBeLessThan(500)
  }
})

test.each([
  ['a secret in two places', { client_secret: 'x' }],
  ['the same name twice', {}],
])('refuses %s', async (what, fields) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const basic = `Basic ${Buffer.from(`${oauthClient.id}:secret`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', ...fields })
  if (what.startsWith('the same')) body.append('grant_type', 'authorization_code')
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/token`, {
      method: 'POST',
      headers: { authorization: basic },
      body,
    }),
  )
  expect([400, 401]).toContain(reply.status)
})

test('leaks no code, token, state or verifier into the log or referrers', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    scopes: 'openid profile offline_access',
    more: ['--after-logout', REDIRECT],
  })
  const { client: browser } = await server.person()
  const scope = 'openid profile offline_access'
  const started = await oauthClient.start({ scope })
  const reply = await open(browser, started.address)
  expect(reply.headers.get('referrer-policy')).toMatch(/no-referrer|same-origin|strict-origin/)
  const callback = await decide(browser, await reply.text(), {
    scopes: ['profile', 'offline_access'],
  })
  const tokens = await oauthClient.exchange(started, callback)
  const next = await oauthClient.refresh(tokens.refresh_token ?? '')
  await oauthClient.introspect(next.access_token)
  await oauthClient.revoke(next.access_token)
  await visit(browser, `${ORIGIN}/oauth/logout?id_token_hint=${tokens.id_token}`)
  const log = server.lines.join('')
  expect(log).toContain('oauth_token')
  for (const secret of [
    parameterOf(callback, 'code'),
    started.state,
    started.nonce,
    started.verifier,
    tokens.access_token,
    tokens.refresh_token,
    tokens.id_token,
    next.access_token,
  ]) {
    expect(log).not.toContain(secret)
  }
})

test('lets a client detect an injected code by its nonce, even without PKCE', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { more: ['--pkce', 'optional'] })
  const [attacker, victim] = [await server.person(), await server.person()]
  const request = async (): Promise<StartedRequest> => {
    const started = await oauthClient.start()
    const address = new URL(started.address)
    for (const name of ['code_challenge', 'code_challenge_method']) {
      address.searchParams.delete(name)
    }
    return { ...started, address: address.href }
  }
  const [theirs, own] = [await request(), await request()]
  const codeOf = async ({ client }: Person, { address }: StartedRequest): Promise<string> =>
    await decide(client, await (await open(client, address)).text())
  const injected = new URL(await codeOf(attacker, theirs))
  injected.searchParams.set('state', own.state)
  await expect(oauthClient.exchange(own, injected.href, oauth.nopkce)).rejects.toThrow('nonce')
  const tokens = await oauthClient.exchange(own, await codeOf(victim, own), oauth.nopkce)
  expect(tokens.access_token).not.toBe('')
})

test('lets a link neither answer another person’s request nor sign in as them', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const [attacker, victim] = [await server.person(), await server.person()]
  const { address } = await oauthClient.start()
  const reply = await visit(attacker.client, address)
  const link = new URL(reply.headers.get('location') ?? '', ORIGIN)
  const auth_ticket = link.searchParams.get('auth_ticket') ?? ''
  const info = await victim.client.call(authInfo, { auth_ticket })
  expect(info.error).toBe('open_request_expired')
  const page = await (await open(attacker.client, address)).text()
  expect(await decide(victim.client, page)).toMatch(/without a redirect$/)

  // Opening their own request shows the consent page, with a choice of identities.
  const own = await (await open(victim.client, address)).text()
  expect(own).toContain(victim.email)
  expect(own).toContain('value="allow"')

  const login = { account: attacker.email, password: attacker.password, language: 'en' }
  const origin = 'https://evil.example.com'
  const foreign = await victim.client.form('/form/login', login, { origin })
  expect(foreign.status).toBe(403)
  const { email, password } = attacker
  const call = await victim.client.call(passwordLogin, { email, password }, { origin })
  expect(call.error).toBe('csrf_error')
  expect((await victim.client.call(accountInfo, {})).data.user_id_str).toBe(victim.userId)
})

test('accepts each token at its own place only', async () => {
  const server = await createTestServer()
  const scope = 'openid offline_access'
  const oauthClient = await createOAuthClient(server, { scopes: scope })
  const { client: browser } = await server.person()
  const tokens = await signInTo(oauthClient, browser, { scope }, { scopes: ['offline_access'] })
  const { access_token: access, id_token: id = '', refresh_token: refresh = '' } = tokens
  const askWith = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await server.fetch(new Request(`${ORIGIN}/oauth/userinfo`, { headers }))).status
  }
  expect(await askWith(access)).toBe(200)
  for (const token of [id, refresh, `${access}x`, access.toLowerCase()]) {
    expect(await askWith(token)).toBe(401)
  }
  for (const token of [id, access]) {
    await expect(oauthClient.refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' })
    const fields = { grant_type: 'authorization_code', code: token, redirect_uri: REDIRECT }
    const reply = await oauthClient.post('token', { ...fields, code_verifier: 'v'.repeat(43) })
    expect(await reply.json()).toMatchObject({ error: 'invalid_grant' })
  }
  // None of it counted as theft.
  expect(await askWith(access)).toBe(200)
  expect((await oauthClient.refresh(refresh)).scope).toBe(scope)
})

test('reads parameters from the form of a POST only', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const headers = {
    authorization: `Basic ${btoa(`${oauthClient.id}:${oauthClient.secret}`)}`,
    'content-type': 'application/json',
  }
  const grant = { grant_type: 'refresh_token', refresh_token: 'x' }
  const address = `${ORIGIN}/oauth/token`
  const body = JSON.stringify(grant)
  const json = await server.fetch(new Request(address, { method: 'POST', headers, body }))
  expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
  const query = new URLSearchParams(grant).toString()
  const get = await server.fetch(new Request(`${address}?${query}`, { headers }))
  expect(get.status).toBe(405)
})

test('shows the name of a client as text, and takes none that turns the text around', async () => {
  const server = await createTestServer()
  const { client: browser } = await server.person()
  const name = '<img src=x onerror=alert(1)>&amp;'
  const oauthClient = await createOAuthClient(server)
  await typeCommand(server, ['client', 'set', oauthClient.id, '--name', name])
  const page = await (await open(browser, (await oauthClient.start()).address)).text()
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;amp;')
  expect(page).not.toContain('<img src=x')
  for (const turned of ['Har\u202ebour', 'Har\u0000bour', 'Har\u200bbour', ' ']) {
    const said = await typeCommand(server, ['client', 'set', oauthClient.id, '--name', turned])
    expect(said.errors).toContain('printable text')
  }
})

test('keeps a flood of requests from filling the table, and others unharmed', async () => {
  const server = await createTestServer()
  const flooded = await createOAuthClient(server)
  const flood = '192.0.2.1'
  const begin = async (oauthClient: OAuthClient, from: string): Promise<Response> => {
    const { address } = await oauthClient.start()
    return await server.fetch(new Request(address), from)
  }
  for (let at = 0; at < 300; at++) await begin(flooded, flood)
  const refused = await begin(flooded, flood)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('That was a bit too often.')
  const stored = server.database.query.selectFrom('oauthRequests').selectAll()
  expect(await stored.execute()).toHaveLength(300)
  expect((await begin(await createOAuthClient(server), flood)).status).toBe(302)
  expect((await begin(flooded, '198.51.100.1')).status).toBe(302)
  server.clock.passSeconds(601)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await stored.execute()).toEqual([])
  expect((await begin(flooded, flood)).status).toBe(302)
})

test.each([
  ['redirect_uri', 'Call 555 <b>now</b>', 'Call%20555%20%3Cb%3Enow%3C/b%3E'],
  ['redirect_uri', `${REDIRECT}/`, `${REDIRECT}/`],
  ['client_id', 'somebody \ud800', 'somebody%20%EF%BF%BD'],
])(
  'says to makers which %s was sent, and what is registered to nobody',
  async (name, sent, shown) => {
    const server = await createTestServer()
    const oauthClient = await createOAuthClient(server)
    const { address } = await oauthClient.start({ [name]: sent })
    const reply = await server.fetch(new Request(address))
    expect(reply.status).toBe(400)
    expect(reply.headers.get('location')).toBeNull()
    const page = await reply.text()
    expect(page).toContain(`${name} is &quot;${shown}&quot;`)
    expect(page).not.toContain(`&quot;${REDIRECT}&quot;`)
  },
)
