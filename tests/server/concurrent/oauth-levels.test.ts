// Levels that OAuth clients demand (`--required-level`) and wish (`acr_values`).
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, Client } from '../../support/client.ts'
import {
  createOAuthClient,
  decide,
  ledTo,
  open,
  signInTo,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

async function ask(
  browser: Client,
  client: OAuthClient,
  more: Record<string, string> = {},
): Promise<{ started: StartedRequest; info: Answer }> {
  const started = await client.start({ scope: 'openid profile', ...more })
  const {
    client_id: client_key = '',
    response_type: _type,
    ...params
  } = Object.fromEntries(new URL(started.address).searchParams)
  return { started, info: await browser.call(authInfo, { client_key, ...params }) }
}

async function allow(
  browser: Client,
  client: OAuthClient,
  { started, info }: { started: StartedRequest; info: Answer },
): Promise<oauth.IDToken | undefined> {
  const call = { auth_ticket: String(info.data.auth_ticket), scopes: 'openid profile' }
  const { data, error } = await browser.call(authorizeClient, call)
  expect(error).toBeUndefined()
  return oauth.getValidatedIdTokenClaims(await client.exchange(started, data.redirect_url))
}

async function raise(server: TestServer, browser: Client, secret: string): Promise<void> {
  const { data } = await browser.call(raiseSession, { required_level: 2 })
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  server.clock.passSeconds(30)
  await browser.call(verifyTotp, { code: codeOf(server, secret), ...params })
  const raised = await browser.call(raiseSession, { required_level: 2 }, { params })
  expect(raised.error).toBeUndefined()
}

async function silently(browser: Client, client: OAuthClient): Promise<string | null> {
  const { address } = await client.start({ scope: 'openid profile', prompt: 'none' })
  const reply = await browser.send(new Request(new URL(address, ORIGIN)))
  return new URL(reply.headers.get('location') ?? '', ORIGIN).searchParams.get('error')
}

test('gives a client codes of the level that it was registered with, and of none below', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server, {
    scopes: 'openid profile',
    more: ['--required-level', '2'],
  })
  const ann = await server.person()
  const browser = ann.client
  // Nothing reaches it: the person reads what to add, the client which requirements are not met.
  const unmet = (await ask(browser, client)).info
  const addPage = `${ORIGIN}/account-setting/security`
  expect(unmet.data).toMatchObject({ need_level: 2, need_consent: 1, add_page: addPage })
  expect(await silently(browser, client)).toBe('unmet_authentication_requirements')
  const { secret } = await addApp(server, browser)
  const asked = await ask(browser, client)
  expect(asked.info.data).toMatchObject({ need_level: 2, need_consent: 1 })
  expect(asked.info.data.add_page).toBeUndefined()
  const early = { auth_ticket: String(asked.info.data.auth_ticket), scopes: 'openid profile' }
  expect((await browser.call(authorizeClient, early)).error).toBe('level_unreachable')
  // A smaller or an unknown wish lowers nothing.
  for (const acr_values of ['urn:passport:1', 'unknown', 'unknown urn:passport:1 phr']) {
    expect((await ask(browser, client, { acr_values })).info.data.need_level).toBe(2)
  }
  await raise(server, browser, secret)
  const again = await ask(browser, client)
  expect(again.info.data.need_level).toBe(0)
  expect(await allow(browser, client, again)).toMatchObject({
    acr: 'urn:passport:2',
    amr: expect.arrayContaining(['otp', 'mfa']) as string[],
  })
})

test('asks for what a client wishes where a method reaches it, and never claims more than is held', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server, { scopes: 'openid profile' })
  const ann = await server.person()
  const browser = ann.client
  expect(client.server.acr_values_supported).toEqual(['urn:passport:1', 'urn:passport:2', 'phr'])
  const wish = { acr_values: 'phr urn:passport:2' }
  const without = await ask(browser, client, wish)
  expect(without.info.data.need_level).toBe(0)
  expect(await allow(browser, client, without)).toMatchObject({ acr: 'urn:passport:1' })

  const { secret } = await addApp(server, browser)
  // Only the first known value is asked for, and no passkey is there.
  expect((await ask(browser, client, wish)).info.data.need_level).toBe(0)
  const two = { acr_values: 'unknown urn:passport:2' }
  const asked = await ask(browser, client, two)
  expect(asked.info.data.need_level).toBe(2)
  // A wish refuses nobody, also without a page.
  expect(await allow(browser, client, asked)).toMatchObject({ acr: 'urn:passport:1' })
  await raise(server, browser, secret)
  const raised = await ask(browser, client, two)
  expect(await allow(browser, client, raised)).toMatchObject({ acr: 'urn:passport:2' })
})

test('raises the session on the page without JavaScript before it asks for consent', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server, {
    scopes: 'openid profile',
    more: ['--required-level', '2'],
  })
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  const started = await client.start({ scope: 'openid profile' })
  await ann.client.send(new Request(new URL(started.address, ORIGIN)))
  const consent = new Request(`${ORIGIN}/form/authorize?language=en`)
  const location = (await ann.client.send(consent)).headers.get('location') ?? ''
  expect(location).toContain('/form/level?')
  const page = await (await ann.client.send(new Request(new URL(location, ORIGIN)))).text()
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const fields = Object.fromEntries(new URL(location, ORIGIN).searchParams)
  const code = codeOf(server, secret)
  const done = await ann.client.form('/form/level', { ...fields, ticket, code })
  expect(ledTo(done)).toContain('/form/authorize')
  await ann.client.call(accountInfo, {})
  const tokens = await signInTo(
    client,
    ann.client,
    { scope: 'openid profile' },
    { scopes: ['profile'] },
  )
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ acr: 'urn:passport:2' })
})

test('leads on from the page without JavaScript where nothing reaches the level', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server, {
    scopes: 'openid profile',
    more: ['--required-level', '2'],
  })
  const { client: browser } = await server.person()
  const { address } = await client.start({ scope: 'openid profile' })
  const page = await (await open(browser, address)).text()
  expect(page).toContain('this needs a passkey; an authenticator app')
  expect(page).toContain(`href="${ORIGIN}/account-setting/security">Add one to my account</a>`)
  expect(page).toContain('Use another account</a>')
  expect(await decide(browser, page, { action: 'refuse' })).toContain('error=access_denied')
})

test('lets nobody below the level of their account allow access that outlives the session', async () => {
  const server = await createTestServer()
  const scope = 'openid profile offline_access'
  const client = await createOAuthClient(server, { scopes: scope })
  const ann = await server.person()
  const browser = ann.client
  const { secret } = await addApp(server, browser, 'Phone', 2)
  const { started, info } = await ask(browser, client, { scope })
  const call = { auth_ticket: String(info.data.auth_ticket), scopes: scope }
  const refused = await browser.call(authorizeClient, call)
  expect(refused).toMatchObject({ error: 'level_unreachable', data: { required_level: 2 } })
  const page = await (await open(browser, started.address)).text()
  const scopes = ['profile', 'offline_access']
  expect(await decide(browser, page, { scopes })).toContain(
    '/form/level?aid=1001&language=en&level=2',
  )
  await raise(server, browser, secret)
  const { data, error } = await browser.call(authorizeClient, call)
  expect(error).toBeUndefined()
  const tokens = await client.exchange(started, data.redirect_url)
  expect(tokens.refresh_token).toBeDefined()
})
