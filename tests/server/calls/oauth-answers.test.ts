import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { DEVICE_GRANT } from '../../../server/oauth/clients.ts'
import { typeCommand } from '../../support/command.ts'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  signInTo,
  visit,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const MODES = ['--response-modes', 'fragment,form_post']

function fieldsIn(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

test.each([
  ['/oauth/token', 'POST'],
  ['/oauth/revoke', 'POST'],
  ['/oauth/introspect', 'POST'],
  ['/oauth/par', 'POST'],
  ['/oauth/userinfo', 'GET, HEAD, POST'],
  ['/oauth/authorize', 'GET, HEAD, POST'],
  ['/oauth/logout', 'GET, HEAD, POST'],
  ['/oauth/jwks', 'GET, HEAD'],
  ['/.well-known/openid-configuration', 'GET, HEAD'],
  ['/device', 'GET, HEAD'],
])('takes at %s no other method than %s', async (path, allowed) => {
  const { app } = await createTestServer()
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    if (allowed.split(', ').includes(method)) continue
    const reply = await app.fetch(new Request(ORIGIN + path, { method }))
    expect([method, reply.status, reply.headers.get('allow')]).toEqual([method, 405, allowed])
    expect(await reply.text()).toMatch(method === 'HEAD' ? /^$/ : `these: ${allowed}.`)
  }
})

test.each(['/:x(', '/a*b', '/oauth/:x', '/constructor'])('finds nothing at %s', async (path) => {
  const { app } = await createTestServer()
  const statuses = ['GET', 'POST', 'PUT'].map(async (method) => {
    return (await app.fetch(new Request(ORIGIN + path, { method }))).status
  })
  expect(await Promise.all(statuses)).toEqual([404, 404, 404])
})

test.each(['/oauth/authorize', '/oauth/logout', '/oauth/userinfo', '/device', '/form/login'])(
  'answers the head of %s as its page, without a body',
  async (path) => {
    const { app } = await createTestServer()
    const page = await app.fetch(new Request(ORIGIN + path))
    const head = await app.fetch(new Request(ORIGIN + path, { method: 'HEAD' }))
    expect(head.status).toBe(page.status)
    expect(head.headers.get('location')).toBe(page.headers.get('location'))
    expect(await head.text()).toBe('')
  },
)

test('answers in the fragment, success and error', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { more: MODES })
  const { client: browser } = await server.person()
  const started = await oauthClient.start({ response_mode: 'fragment' })
  const page = await (await open(browser, started.address)).text()
  const answer = new URL(await decide(browser, page))
  expect([answer.origin + answer.pathname, answer.search]).toEqual([REDIRECT, ''])
  const fields = new URLSearchParams(answer.hash.slice(1))
  expect(Object.fromEntries(fields)).toMatchObject({ state: started.state, iss: ORIGIN })
  await expect(
    oauthClient.exchange(started, `${REDIRECT}?${fields.toString()}`),
  ).resolves.toHaveProperty('access_token')

  const wrong = { response_mode: 'fragment', prompt: 'none', scope: 'openid phone' }
  const refused = await visit(browser, (await oauthClient.start(wrong)).address)
  expect(refused.headers.get('location')).toContain(`${REDIRECT}#error=invalid_scope`)
})

test('leads a posted consent on by a page of its own, which no policy about forms concerns', async () => {
  const server = await createTestServer()
  const app = 'com.example.app:/callback'
  const oauthClient = await createOAuthClient(server, { redirect: `${REDIRECT},${app}` })
  const { client: browser } = await server.person()
  const answer = async (redirect_uri: string): Promise<Response> => {
    const { address } = await oauthClient.start({ redirect_uri })
    const page = await (await open(browser, address)).text()
    const [, waiting = ''] = /name="waiting" value="([^"]+)"/.exec(page) ?? []
    return await browser.form('/form/authorize', { waiting, action: 'refuse' })
  }
  const left = await answer(REDIRECT)
  expect([left.status, left.headers.get('location')]).toEqual([200, null])
  expect(left.headers.get('refresh')).toMatch(
    /^0; url=https:\/\/app\.example\.com\/callback\?error=/,
  )
  expect(await left.text()).toContain(`href="${REDIRECT}?error=access_denied&amp;`)
  // An app of the device leads nowhere else, and a browser may open it only after a press.
  const opened = await answer(app)
  expect([opened.status, opened.headers.get('refresh')]).toEqual([303, null])
  expect(opened.headers.get('location')).toContain(`${app}?error=access_denied`)
})

test.each([
  ['response_mode=fragment', 'response_mode must be query'],
  ['a%22%0Ab%C3%A9=1&a%22%0Ab%C3%A9=2', "a''b' is there twice"],
])('describes an error of %s by signs that may be in one', async (sent, text) => {
  const server = await createTestServer()
  const { address } = await (await createOAuthClient(server)).start()
  const { headers } = await visit(server.client(), `${address}&${sent}`)
  const told = new URL(headers.get('location') ?? '').searchParams.get('error_description') ?? ''
  expect(told).toContain(text)
  expect(told).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/)
})

test('posts an answer by a page that works without JavaScript', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { more: MODES })
  const { client: browser } = await server.person()
  const started = await oauthClient.start({ response_mode: 'form_post' })
  const page = await (await open(browser, started.address)).text()
  const address = await decide(browser, page)
  expect(address).toMatch(/^http:\/\/localhost:4321\/oauth\/answer\?answer=[\w-]+$/)
  const reply = await open(browser, address)
  expect(reply.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://app.example.com https:;",
  )
  const text = await reply.text()
  expect(text).toContain(`<form method="post" action="${REDIRECT}">`)
  const fields = fieldsIn(text)
  expect(fields).toMatchObject({ state: started.state, iss: ORIGIN })
  const query = new URLSearchParams(fields).toString()
  await expect(oauthClient.exchange(started, `${REDIRECT}?${query}`)).resolves.toHaveProperty(
    'access_token',
  )
  // Neither later, nor changed, nor made up.
  for (const wrong of [`${address}x`, address.slice(0, -4), `${ORIGIN}/oauth/answer`]) {
    expect((await open(browser, wrong)).status).toBe(400)
  }
  server.clock.passSeconds(61)
  expect((await open(browser, address)).status).toBe(400)
})

test('posts an error, too, and nothing to the scheme of an app', async () => {
  const server = await createTestServer()
  const app = 'com.example.app:/callback'
  const oauthClient = await createOAuthClient(server, {
    redirect: `${REDIRECT},${app}`,
    more: MODES,
  })
  const { client: browser } = await server.person()
  const started = await oauthClient.start({
    redirect_uri: REDIRECT,
    response_mode: 'form_post',
    prompt: 'none',
  })
  const { headers } = await visit(browser, started.address)
  const page = await (await open(browser, headers.get('location') ?? '')).text()
  expect(fieldsIn(page)).toMatchObject({ error: 'consent_required', state: started.state })
  const native = await oauthClient.start({ redirect_uri: app, response_mode: 'form_post' })
  expect((await visit(browser, native.address)).headers.get('location')).toContain(
    `${app}?error=invalid_request`,
  )
})

test('takes a mode that was pushed, and pushes none that the client lacks', async () => {
  const server = await createTestServer()
  const { client: browser } = await server.person()
  const push = async (oauthClient: OAuthClient): Promise<Response> => {
    const { address } = await oauthClient.start({ response_mode: 'fragment' })
    return await oauth.pushedAuthorizationRequest(
      oauthClient.server,
      oauthClient.client,
      oauthClient.authentication,
      new URL(address).searchParams,
      oauthClient.options,
    )
  }
  expect((await push(await createOAuthClient(server))).status).toBe(400)
  const registered = await createOAuthClient(server, { more: MODES })
  const { request_uri = '' } = (await (await push(registered)).json()) as { request_uri?: string }
  const query = new URLSearchParams({ client_id: registered.id, request_uri })
  const page = await open(browser, `${ORIGIN}/oauth/authorize?${query.toString()}`)
  expect(await decide(browser, await page.text())).toContain(`${REDIRECT}#code=`)
})

const idTokenOf = (tokens: oauth.TokenEndpointResponse): object =>
  oauth.getValidatedIdTokenClaims(tokens) ?? {}

test('puts claims of allowed scopes alone into the id token of a client that is set so', async () => {
  const server = await createTestServer()
  const scopes = 'openid profile email phone offline_access'
  const oauthClient = await createOAuthClient(server, { scopes, more: ['--claims-in-id-token'] })
  const { client: browser, email } = await server.person()
  const allowed = { scopes: ['email', 'offline_access'] }
  const tokens = await signInTo(oauthClient, browser, { scope: scopes }, allowed)
  expect(idTokenOf(tokens)).toMatchObject({ email, email_verified: true })
  expect(idTokenOf(tokens)).not.toHaveProperty('name')
  const refreshed = await oauthClient.refresh(tokens.refresh_token ?? '')
  expect(idTokenOf(refreshed)).toMatchObject({ email })
  const set = ['client', 'set', oauthClient.id, '--no-claims-in-id-token']
  await typeCommand(server, set)
  const later = await oauthClient.refresh(refreshed.refresh_token ?? '')
  expect(idTokenOf(later)).not.toHaveProperty('email')
  const both = await typeCommand(server, [...set, '--claims-in-id-token'])
  expect(both.errors).toContain('exclude each other')
})

/** Returns what a page reads in a token. */
function readToken(token = ''): unknown {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

test('gives a page tokens that it can read, and looks them up like others', async () => {
  const server = await createTestServer()
  const scopes = 'openid profile offline_access'
  const more = ['--readable-tokens']
  const oauthClient = await createOAuthClient(server, { scopes, isPublic: true, more })
  const { client: browser } = await server.person()
  const allowed = { scopes: ['profile', 'offline_access'] }
  const tokens = await signInTo(oauthClient, browser, { scope: scopes }, allowed)
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  expect(readToken(tokens.access_token)).toMatchObject({ sub, exp: expect.any(Number) })
  expect(readToken(tokens.refresh_token)).toEqual({})
  await expect(oauthClient.userInfo(tokens.access_token, sub)).resolves.toHaveProperty('name')
  const [next, repeated] = [
    await oauthClient.refresh(tokens.refresh_token ?? ''),
    await oauthClient.refresh(tokens.refresh_token ?? ''),
  ]
  expect(repeated.refresh_token).toBe(next.refresh_token)
  expect(readToken(next.refresh_token)).toEqual({})

  // Attempt: the readable part of one with the secret of another, or without any.
  const [head, body] = tokens.access_token.split('.')
  for (const forged of [`${head}.${body}.`, `${head}.${body}.x`]) {
    await expect(oauthClient.userInfo(forged, sub)).rejects.toThrow()
  }
  await oauthClient.revoke(next.access_token)
  await expect(oauthClient.userInfo(next.access_token, sub)).rejects.toThrow()
})

async function createPublic(server: TestServer): Promise<OAuthClient> {
  return await createOAuthClient(server, { isPublic: true, more: ['--devices'] })
}

const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

test('takes an empty secret of a public client as none, with or without its id in the body', async () => {
  const server = await createTestServer()
  const oauthClient = await createPublic(server)
  const { client: browser } = await server.person()
  for (const more of [{}, { client_id: oauthClient.id }]) {
    const started = await oauthClient.start()
    const page = await (await open(browser, started.address)).text()
    const location = page.includes('name="waiting"') ? await decide(browser, page) : ''
    const callback =
      location === ''
        ? ((await visit(browser, started.address)).headers.get('location') ?? '')
        : location
    const fields = {
      grant_type: 'authorization_code',
      code: new URL(callback).searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: started.verifier,
      ...more,
    }
    const reply = await oauthClient.post('token', fields, basic(oauthClient.id, ''))
    expect(await reply.json()).toMatchObject({ token_type: 'Bearer' })
  }
  const reply = await oauthClient.post('revoke', { token: 'x' }, basic(oauthClient.id, ''))
  expect(reply.status).toBe(200)
})

test('takes an empty secret of a client with a secret as a wrong one', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const reply = await oauthClient.post('introspect', { token: 'x' }, basic(oauthClient.id, ''))
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toBe(`Basic realm="${ORIGIN}"`)
  expect(await reply.json()).toMatchObject({ error: 'invalid_client' })
  const unknown = await oauthClient.post('token', { grant_type: 'x' }, basic('c_unknown', ''))
  expect(unknown.status).toBe(401)
})

test.each([
  ['/oauth/token', { grant_type: 'client_credentials' }],
  ['/oauth/token', { grant_type: DEVICE_GRANT, device_code: 'x' }],
  ['/oauth/device/code', { scope: 'openid' }],
])('tells a client at %s that it may not use a grant: %j', async (path, fields) => {
  const server = await createTestServer()
  const { id } = await createOAuthClient(server, { isPublic: true })
  const body = new URLSearchParams({ ...fields, client_id: id })
  const reply = await server.fetch(new Request(ORIGIN + path, { method: 'POST', body }))
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: 'unauthorized_client' })
})

test.each(['application/json', 'text/plain', 'multipart/form-data'])(
  'answers a userinfo request with a body of %s as OAuth does',
  async (type) => {
    const server = await createTestServer()
    const headers = { 'content-type': type }
    const reply = await server.fetch(
      new Request(`${ORIGIN}/oauth/userinfo`, { method: 'POST', headers, body: '{"a":1}' }),
    )
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'invalid_token' }])
  },
)
