import { expect, onTestFinished, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { openAccount, openSendCode, openSms, openThirdParty } from '#protocol/web/open-sign-in.ts'
import { authLogin } from '#protocol/web/providers.ts'
import type { Client } from '../../support/client.ts'
import { authorizeAs, startLocalProviders, startOAuth } from '../../support/local-providers.ts'
import {
  createOAuthClient,
  REDIRECT,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const OWN = { origin: ORIGIN }

interface PendingRequest {
  server: TestServer
  oauthClient: OAuthClient
  started: StartedRequest
  browser: Client
  auth_ticket: string
}

async function ask(settings: Record<string, string> = {}): Promise<PendingRequest> {
  const server = await createTestServer({ settings })
  const oauthClient = await createOAuthClient(server)
  const started = await oauthClient.start()
  const { searchParams } = new URL(started.address)
  const browser = server.client()
  const { data } = await browser.call(authInfo, {
    client_key: oauthClient.id,
    redirect_uri: REDIRECT,
    scope: 'openid profile email',
    state: started.state,
    nonce: started.nonce,
    code_challenge: searchParams.get('code_challenge') ?? '',
    code_challenge_method: 'S256',
  })
  return { server, oauthClient, started, browser, auth_ticket: data.auth_ticket }
}

test('signs in by password and issues the client’s code in one call', async () => {
  const { browser, oauthClient, server, started, auth_ticket } = await ask()
  const { email, password } = await server.person()
  const answer = { auth_ticket, scopes: 'profile', account: email }
  const wrong = await browser.call(openAccount, { ...answer, password: 'not that one' }, OWN)
  expect(wrong.error).toBe('password_error')
  const { data, error } = await browser.call(openAccount, { ...answer, password }, OWN)
  expect(error).toBeUndefined()
  expect(data.state).toBe(started.state)
  const tokens = await oauthClient.exchange(started, data.redirect_url)
  expect(tokens.scope).toBe('openid profile')
  expect((await browser.call(accountInfo, {})).error).toBeUndefined()
  const twice = await browser.call(openAccount, { ...answer, password }, OWN)
  expect(twice).toMatchObject({ error: 'open_request_expired', data: { reason: 'answered' } })
})

test('signs in by code, by POST or GET in the same browser, and creates no account', async () => {
  const { browser, oauthClient, server, started, auth_ticket } = await ask()
  const mobile = '+8613800138000'
  const [, { email }] = [await server.person({ mobile }), await server.person()]
  const { length: before } = await server.mail(mobile)
  const answer = { auth_ticket, scopes: 'email' }
  expect((await browser.call(openSendCode, { email, type: 27 }, OWN)).error).toBe('code_type_error')
  expect((await browser.call(openSendCode, { email }, OWN)).error).toBeUndefined()
  const stranger = 'nobody@example.com'
  await browser.call(openSendCode, { email: stranger }, OWN)
  const unknown = await browser.call(openSms, { ...answer, email: stranger, code: '123456' }, OWN)
  expect(unknown.error).toBe('code_error')

  const byGet = async (client: Client, params: object, site = 'same-origin') => {
    const query = new URLSearchParams({ aid: '1001', mobile, ...params }).toString()
    const address = `${ORIGIN}/passport/open/send_code?${query}`
    const reply = await client.send(new Request(address, { headers: { 'sec-fetch-site': site } }))
    return ((await reply.json()) as { data: { name?: string } }).data
  }
  expect(await byGet(browser, {})).toMatchObject({ name: 'open_request_expired' })
  expect(await byGet(server.client(), { auth_ticket })).toMatchObject({
    name: 'open_request_expired',
  })
  expect(await byGet(browser, { auth_ticket }, 'cross-site')).toMatchObject({ name: 'csrf_error' })
  expect(await server.mail(mobile)).toHaveLength(before)
  expect(await byGet(browser, { auth_ticket })).toMatchObject({ code_length: 6 })
  const code = await server.codeFor(mobile)
  const { data } = await browser.call(openSms, { ...answer, mobile, code, type: 27 }, OWN)
  const tokens = await oauthClient.exchange(started, data.redirect_url)
  expect(tokens.scope).toBe('openid email')
})

test('answers only pages of this server, in the browser of the request', async () => {
  const { browser, server, auth_ticket } = await ask()
  const { email, password } = await server.person()
  const call = { auth_ticket, scopes: 'email', account: email, password }
  const foreign = { origin: 'http://localhost:4322', aid: 1002 }
  expect((await browser.call(openAccount, call, foreign)).error).toBe('csrf_error')
  const other = await server.client().call(openAccount, call, OWN)
  expect(other.error).toBe('open_request_expired')
})

test('signs in by a linked account, and rejects people without one', async () => {
  const local = await startLocalProviders()
  onTestFinished(() => local.close())
  const { browser, oauthClient, server, started, auth_ticket } = await ask(local.settings)
  const callback = async (client: Client) => {
    const page = await startOAuth(client, { platform: 'github' })
    const { path: _path, ...back } = await authorizeAs(page, 'ann')
    return { platform: 'github', ...back } as const
  }
  const answer = { auth_ticket, scopes: 'profile' }
  const unknown = await browser.call(
    openThirdParty,
    { ...answer, ...(await callback(browser)) },
    OWN,
  )
  expect(unknown.error).toBe('unregistered')

  const other = server.client()
  const first = await other.call(authLogin, await callback(other))
  await other.call(authLogin, { profile_key: String(first.data.profile_key), confirm_register: 1 })
  const { data } = await browser.call(
    openThirdParty,
    { ...answer, ...(await callback(browser)) },
    OWN,
  )
  const tokens = await oauthClient.exchange(started, data.redirect_url)
  expect(tokens.scope).toBe('openid profile')
})
