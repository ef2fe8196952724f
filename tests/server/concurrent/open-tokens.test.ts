import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { revokeGrant } from '#protocol/web/oauth-grants.ts'
import { exchangeOpenCode, openUserInfo, refreshOpenToken } from '#protocol/web/open-tokens.ts'
import { readAnswer, type Answer, type Client } from '../../support/client.ts'
import {
  createOAuthClient,
  decide,
  open,
  signInTo,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const SCOPES = 'openid user_info profile email offline_access'
const ALLOWED = { scopes: ['user_info', 'offline_access'] }
// Servers do not send the headers of browsers.
const byServer = { origin: null }

interface CodeExchange {
  client_key: string
  client_secret: string
  code: string
  code_verifier: string
}

/** Signs a person in; returns the fields of the older code exchange. */
async function obtainCode(oauthClient: OAuthClient, browser: Client): Promise<CodeExchange> {
  const started = await oauthClient.start({ scope: 'user_info,offline_access', prompt: 'consent' })
  const page = await (await open(browser, started.address)).text()
  const callback = new URL(await decide(browser, page, ALLOWED))
  return {
    client_key: oauthClient.id,
    client_secret: oauthClient.secret ?? '',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: started.verifier,
  }
}

async function post(server: TestServer, path: string, fields: object): Promise<Answer> {
  const body = new URLSearchParams(fields as Record<string, string>)
  return await readAnswer(await server.fetch(new Request(ORIGIN + path, { method: 'POST', body })))
}

test('issues tokens in an envelope, with the same sub as the standard endpoints', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: SCOPES })
  const { client: browser, email } = await server.person()
  const newer = await signInTo(oauthClient, browser, { scope: 'openid' }, { scopes: [] })
  const request = await obtainCode(oauthClient, browser)

  const { body, data, status } = await post(server, '/oauth/access_token', {
    ...request,
    grant_type: 'authorization_code',
  })
  expect([status, body.message, body.error_code]).toEqual([200, 'success', 0])
  expect(data).toMatchObject({
    expires_in: 7200,
    open_id: oauth.getValidatedIdTokenClaims(newer)?.sub,
    refresh_expires_in: 2_592_000,
    scope: 'openid,user_info,offline_access',
    union_id: '',
  })

  const caller = server.client()
  const { data: renewed } = await caller.call(
    refreshOpenToken,
    {
      client_key: oauthClient.id,
      client_secret: request.client_secret,
      refresh_token: String(data.refresh_token),
    },
    byServer,
  )
  expect(renewed).toMatchObject({ open_id: data.open_id, scope: data.scope })
  expect(renewed.refresh_token).not.toBe(data.refresh_token)

  const whose = { access_token: renewed.access_token, open_id: String(data.open_id) }
  const { data: person } = await caller.call(openUserInfo, whose, byServer)
  const [name] = email.split('@')
  expect(person).toMatchObject({ open_id: data.open_id, nickname: name, gender: 0, city: '' })
  const atOldAddress = await post(server, '/oauth/userinfo', whose)
  expect(atOldAddress.data).toMatchObject({ open_id: data.open_id, nickname: name })
  const newerShape = await server.fetch(
    new Request(`${ORIGIN}/oauth/userinfo`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: whose.access_token }),
    }),
  )
  expect(await newerShape.json()).toEqual({ sub: data.open_id, name })
})

test('ends the tokens of a reused code', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: SCOPES })
  const { client: browser } = await server.person()
  const request = await obtainCode(oauthClient, browser)
  const caller = server.client()
  const { data } = await caller.call(exchangeOpenCode, request, byServer)
  expect((await caller.call(exchangeOpenCode, request, byServer)).error).toBe('oauth_code_invalid')
  const whose = { access_token: data.access_token, open_id: data.open_id }
  expect((await caller.call(openUserInfo, whose, byServer)).error).toBe('oauth_token_invalid')
  const refresh = { ...request, refresh_token: data.refresh_token }
  expect((await caller.call(refreshOpenToken, refresh, byServer)).error).toBe(
    'refresh_token_expired',
  )
})

test.each([
  [{ client_secret: 'wrong' }, 8328],
  [{ client_secret: '' }, 8328],
  [{ client_key: 'c_unknown' }, 8320],
  [{ code: 'unknown' }, 8331],
  [{ code_verifier: 'x'.repeat(43) }, 8331],
  [{ code_verifier: '' }, 8331],
  [{ redirect_uri: 'https://app.example.com/other' }, 8331],
])('refuses %j with %s and status 200', async (wrong, number) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: SCOPES })
  const { client: browser } = await server.person()
  const request = await obtainCode(oauthClient, browser)
  const { body, status } = await post(server, '/oauth/access_token', { ...request, ...wrong })
  expect([status, body.message, body.error_code]).toEqual([200, 'error', number])
})

test('rejects the token of another person, and a revoked one', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: SCOPES })
  const [ann, bo] = [await server.person(), await server.person()]
  const caller = server.client()
  const [a, b] = [
    await caller.call(exchangeOpenCode, await obtainCode(oauthClient, ann.client), byServer),
    await caller.call(exchangeOpenCode, await obtainCode(oauthClient, bo.client), byServer),
  ]
  const mixed = { access_token: a.data.access_token, open_id: b.data.open_id }
  expect((await caller.call(openUserInfo, mixed, byServer)).error).toBe('oauth_token_invalid')

  const own = { ...mixed, open_id: a.data.open_id }
  expect((await caller.call(openUserInfo, own, byServer)).error).toBeUndefined()
  await ann.client.call(revokeGrant, { grant_id: own.open_id })
  expect((await caller.call(openUserInfo, own, byServer)).error).toBe('oauth_token_invalid')
})

test('accepts secrets and tokens in the query only from allowed clients', async () => {
  const server = await createTestServer()
  const usual = await createOAuthClient(server, { scopes: SCOPES })
  const old = await createOAuthClient(server, { scopes: SCOPES, more: ['--old-ways', 'get,query'] })
  const { client: browser } = await server.person()
  const caller = server.client()
  const byGet = { ...byServer, method: 'GET' } as const

  const refused = await obtainCode(usual, browser)
  const answer = await caller.call(exchangeOpenCode, refused, byGet)
  expect([answer.error, answer.data.reason]).toEqual([
    'open_request_invalid',
    'send it in the body of a POST',
  ])
  const inAddress = `/oauth/access_token?client_secret=${refused.client_secret}`
  expect((await post(server, inAddress, { ...refused, client_secret: '' })).error).toBe(
    'open_request_invalid',
  )
  const { data } = await caller.call(exchangeOpenCode, refused, byServer)
  const whose = { access_token: data.access_token, open_id: data.open_id }
  expect((await caller.call(openUserInfo, whose, byGet)).error).toBe('open_request_invalid')

  const { data: tokens } = await caller.call(
    exchangeOpenCode,
    await obtainCode(old, browser),
    byGet,
  )
  const query = new URLSearchParams({
    access_token: tokens.access_token,
    open_id: tokens.open_id,
  })
  const person = await server.fetch(new Request(`${ORIGIN}/oauth/userinfo?${query}`))
  expect((await readAnswer(person)).data.open_id).toBe(tokens.open_id)
  expect(server.lines.join('')).not.toContain(tokens.access_token)
})

test('returns one union_id to the clients of a developer, and another one to others', async () => {
  const server = await createTestServer()
  const { client: browser } = await server.person()
  const ids: string[] = []
  for (const developer of ['Acme', 'Acme', 'Other']) {
    const more = ['--developer', developer]
    const oauthClient = await createOAuthClient(server, { scopes: SCOPES, more })
    const request = await obtainCode(oauthClient, browser)
    const { data } = await server.client().call(exchangeOpenCode, request, byServer)
    ids.push(data.union_id)
  }
  const [first, second, third] = ids
  expect(first).toMatch(/^un_[\w-]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('redirects from the older path of the consent page', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start()
  const page = await open(browser, address.replace('/oauth/authorize', '/platform/oauth/connect'))
  expect(await page.text()).toContain('name="allow_email"')
})
