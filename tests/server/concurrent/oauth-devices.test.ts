import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { revokeGrant } from '#protocol/web/oauth-grants.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { addMember } from '../../support/organizations.ts'
import {
  createOAuthClient,
  decide,
  ledTo,
  open,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../../support/test-server.ts'

const TELEVISION = '198.51.100.7'
const SCOPES = 'openid profile email offline_access'

async function createDevice(
  server: TestServer,
  more: readonly string[] = [],
): Promise<OAuthClient> {
  return await createOAuthClient(server, {
    isPublic: true,
    scopes: SCOPES,
    more: ['--devices', ...more],
  })
}

async function askForCode(
  { authentication, client, options, server }: OAuthClient,
  scope = SCOPES,
  more: Record<string, string> = {},
): Promise<oauth.DeviceAuthorizationResponse> {
  const reply = await oauth.deviceAuthorizationRequest(
    server,
    client,
    authentication,
    { scope, ...more },
    options,
  )
  return await oauth.processDeviceAuthorizationResponse(server, client, reply)
}

/** Polls as a device does; returns the tokens, or the name of the error. */
async function poll(
  { authentication, client, options, server }: OAuthClient,
  { device_code: code }: Pick<oauth.DeviceAuthorizationResponse, 'device_code'>,
): Promise<oauth.TokenEndpointResponse | string> {
  const reply = await oauth.deviceCodeGrantRequest(server, client, authentication, code, options)
  try {
    return await oauth.processDeviceCodeResponse(server, client, reply)
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return error.error
    throw error
  }
}

function hiddenIn(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

async function type(browser: Client, code: string): Promise<Response> {
  return await browser.form('/form/device', { user_code: code })
}

async function press(
  browser: Client,
  page: string,
  { action = 'allow', scopes = ['profile', 'offline_access'] } = {},
): Promise<string> {
  const ticked = Object.fromEntries(scopes.map((name) => [`allow_${name}`, '1']))
  const reply = await browser.form('/form/device', { ...hiddenIn(page), ...ticked, action })
  return await reply.text()
}

test('signs a device in by a typed code, with fewer scopes than requested', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser, email } = await server.person()
  expect(device.server.device_authorization_endpoint).toBe(`${ORIGIN}/oauth/device/code`)
  const code = await askForCode(device)
  expect(code).toMatchObject({
    expires_in: 600,
    interval: 5,
    verification_uri: `${ORIGIN}/device`,
    verification_uri_complete: `${ORIGIN}/device?user_code=${code.user_code}`,
  })
  expect(code.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
  expect(await poll(device, code)).toBe('authorization_pending')

  const page = await (await type(browser, code.user_code.toLowerCase().replace('-', ' '))).text()
  for (const shown of ['Harbour', email, code.user_code, 'nobody here has checked']) {
    expect(page).toContain(shown)
  }
  expect(await press(browser, page)).toContain('The device is being signed in')
  server.clock.passSeconds(5)
  const tokens = await poll(device, code)
  if (typeof tokens === 'string') throw new Error(tokens)
  expect(tokens.scope).toBe('openid profile offline_access')
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  expect(await device.userInfo(tokens.access_token, sub)).not.toHaveProperty('email')
  const renewed = await device.refresh(tokens.refresh_token ?? '')
  await browser.call(revokeGrant, { grant_id: sub })
  await expect(device.userInfo(renewed.access_token, sub)).rejects.toThrow()
})

test('asks for the second proof that a client demands before it asks to allow', async () => {
  const server = await createTestServer()
  const device = await createDevice(server, ['--required-level', '2'])
  const { client: browser } = await server.person()
  const { secret } = await addApp(server, browser)
  const code = await askForCode(device)
  const asked = await type(browser, code.user_code)
  const { pathname, searchParams } = new URL(ledTo(asked) ?? '', ORIGIN)
  expect(pathname).toBe('/form/level')
  const query = Object.fromEntries(searchParams)
  const ticket = hiddenIn(await (await browser.form(pathname, query)).text()).ticket ?? ''
  const step = { ...query, ticket, code: codeOf(server, secret) }
  const raised = await browser.form(pathname, step)
  expect(raised.headers.get('location')).toContain(`user_code=${code.user_code}`)
  const page = await (await type(browser, code.user_code)).text()
  expect(await press(browser, page)).toContain('The device is being signed in')
})

test('asks for the second proof that an organization wants before a device acts for its member', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const rules = { programs: 'allow', second_verification: 'always' } as const
  expect((await company.manager.call(updatePolicy, rules)).error).toBeUndefined()
  const device = await createDevice(server)
  const ann = await server.person()
  const { client: browser } = ann
  await addMember(server, company.id, ann)
  const code = await askForCode(device)
  const page = await (await type(browser, code.user_code)).text()
  const id = /name="user_identity_id" value="([1-9]\d*)"/.exec(page)?.[1] ?? ''
  const answer = { ...hiddenIn(page), allow_profile: '1', user_identity_id: id, action: 'allow' }
  const location = ledTo(await browser.form('/form/device', answer)) ?? ''
  const led = new URL(location, ORIGIN).searchParams
  expect([led.get('user_identity_id'), led.get('next')]).toEqual([
    id,
    `/device?user_code=${code.user_code}`,
  ])
  expect(await poll(device, code)).toBe('authorization_pending')
})

test('reports to the device a refusal, and a consent without scopes', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  for (const pressed of [{ action: 'refuse' }, { scopes: [] }]) {
    const code = await askForCode(device)
    const page = await (await type(browser, code.user_code)).text()
    expect(await press(browser, page, pressed)).toContain('The device was refused')
    expect(await poll(device, code)).toBe('access_denied')
  }
})

test('allows nothing by opening a link', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  const code = await askForCode(device)
  const link = code.verification_uri_complete ?? ''
  const page = await (await open(browser, `${link}&action=allow&allow_profile=1`)).text()
  expect(page).toContain('Does your device show this code?')
  expect(page).toContain(code.user_code)
  expect(page).not.toContain('Harbour')
  expect(await poll(device, code)).toBe('authorization_pending')
  const unknown = await (await open(browser, `${ORIGIN}/device?user_code=BBBB-BBBB`)).text()
  expect(unknown).toContain('Does your device show this code?')

  const old = await open(browser, `${ORIGIN}/passport/open/scan_user_code?user_code=BBBB-BBBB`)
  expect([old.status, old.headers.get('location')]).toEqual([302, '/device?user_code=BBBB-BBBB'])
})

test('redirects signed-out people to sign-in, and back to the code', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { user_code: code } = await askForCode(device)
  const login = new URL((await type(server.client(), code)).headers.get('location') ?? '')
  expect([login.pathname, login.searchParams.get('next')]).toEqual([
    '/login',
    `/device?user_code=${code}`,
  ])
})

test('answers a device that polls at fixed intervals again after an early poll', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const code = await askForCode(device)
  const answers: unknown[] = [await poll(device, code)]
  for (const seconds of [1, 3, 1, 5, 5, 2, 2, 2]) {
    server.clock.passSeconds(seconds)
    answers.push(await poll(device, code))
  }
  expect(answers).toEqual([
    'authorization_pending',
    'slow_down',
    'authorization_pending',
    'slow_down',
    'authorization_pending',
    'authorization_pending',
    'slow_down',
    'authorization_pending',
    'slow_down',
  ])
})

test('returns the tokens to one of many simultaneous polls on two instances', async () => {
  const [one, other] = await createTwoServers()
  const device = await createDevice(one)
  const { client: browser } = await one.person()
  const code = await askForCode(device)
  await press(browser, await (await type(browser, code.user_code)).text())
  const places = [device, device.at(other)]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => poll(places[at % 2] ?? device, code)),
  )
  expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(1)
  one.clock.passSeconds(60)
  expect(await poll(device, code)).toBe('invalid_grant')
})

test('allows five wrong codes of one address in a minute', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  const { user_code: code } = await askForCode(device)
  for (let at = 0; at < 5; at++) {
    const wrong = await type(browser, 'BBBB-BBBB')
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('No device is waiting with this code')
  }
  const limited = await type(browser, code)
  expect(await limited.text()).not.toContain('Harbour')
  server.clock.passSeconds(61)
  expect(await (await type(browser, code)).text()).toContain('Harbour')
})

test('allows thirty wrong codes of one account in a day, from whatever networks', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const [ann, bo] = [await server.person(), await server.person()]
  const { user_code: code } = await askForCode(device)
  const cookie = Array.from(ann.client.cookies, (pair) => pair.join('=')).join('; ')
  const typeFrom = async (network: string, typed: string): Promise<string> => {
    const body = new URLSearchParams({ user_code: typed })
    const headers = { cookie, origin: ORIGIN }
    const request = new Request(`${ORIGIN}/form/device`, { method: 'POST', headers, body })
    return await (await server.fetch(request, network)).text()
  }
  for (let at = 0; at < 30; at++) await typeFrom(`198.51.100.${at}`, 'BBBB-BBBB')
  expect(await typeFrom('198.51.100.99', code)).not.toContain('Harbour')
  expect(await (await type(bo.client, code)).text()).toContain('Harbour')
  server.clock.passSeconds(86_401)
  const { user_code: later } = await askForCode(device)
  expect(await typeFrom('198.51.100.99', later)).toContain('Harbour')
})

test('accepts one answer, only from the account that saw the request', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const [ann, bo] = [await server.person(), await server.person()]
  const code = await askForCode(device)
  const page = await (await type(ann.client, code.user_code)).text()
  const asBo = await bo.client.form('/form/device', {
    ...hiddenIn(page),
    action: 'allow',
    allow_profile: '1',
  })
  expect(await asBo.text()).toContain(bo.email)
  expect(await poll(device, code)).toBe('authorization_pending')
  const again = await (await type(ann.client, code.user_code)).text()
  const answers = await Promise.all([press(ann.client, again), press(ann.client, again)])
  expect(answers.filter((text) => text.includes('is being signed in'))).toHaveLength(1)
})

test('ignores scopes that the device did not request', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  const code = await askForCode(device, 'openid profile')
  const page = await (await type(browser, code.user_code)).text()
  await press(browser, page, { scopes: ['profile', 'email', 'phone'] })
  const tokens = await poll(device, code)
  expect(tokens).toMatchObject({ scope: 'openid profile' })
})

test('keeps what the person saw of the client on the web', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  const scope = 'openid profile'
  const scopes = ['profile']
  const page = await (await open(browser, (await device.start({ scope })).address)).text()
  await decide(browser, page, { scopes })
  const code = await askForCode(device, scope)
  await press(browser, await (await type(browser, code.user_code)).text(), { scopes })
  const started = await device.start({ scope })
  const again = await open(browser, started.address)
  const tokens = await device.exchange(started, again.headers.get('location') ?? '')
  expect(tokens.scope).toBe(scope)
})

test('rejects a code after ten minutes', async () => {
  const server = await createTestServer()
  const device = await createDevice(server)
  const { client: browser } = await server.person()
  const code = await askForCode(device)
  server.clock.passSeconds(601)
  expect(await poll(device, code)).toBe('expired_token')
  expect((await type(browser, code.user_code)).status).toBe(422)
})

test('issues no code to clients without the device grant, or for scopes that are not allowed', async () => {
  const server = await createTestServer()
  const usual = await createOAuthClient(server, { isPublic: true })
  await expect(askForCode(usual)).rejects.toMatchObject({ error: 'unauthorized_client' })
  const device = await createDevice(server)
  await expect(askForCode(device, 'openid phone')).rejects.toMatchObject({
    error: 'invalid_scope',
  })
  const resource = 'https://boats.example.com/'
  const scopes = ['--scopes', 'boats:read=See boats']
  await typeCommand(server, ['resource', 'add', resource, 'Boats', ...scopes, '--jwt'])
  const code = await askForCode(device, 'boats:read', { resource })
  expect(code.user_code).toBeDefined()
  await expect(askForCode(device, 'boats:unknown', { resource })).rejects.toMatchObject({
    error: 'invalid_scope',
  })
})

test('shows the network of a device, and that it differs', async () => {
  const server = await createTestServer()
  const device = await createDevice(server, ['--verified'])
  const { client: browser } = await server.person()
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/device/code`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: device.id, scope: 'profile' }),
    }),
    TELEVISION,
  )
  const { user_code: code } = (await reply.json()) as { user_code: string }
  const page = await (await type(browser, code)).text()
  expect(page).toContain('198.51.100.')
  expect(page).not.toContain(TELEVISION)
  expect(page).toContain('on another network')
  expect(page).not.toContain('nobody here has checked')
})

test.each([
  ['/device', 'en', 'Type the code'],
  ['/ja/device', 'ja', '端末に表示されている'],
])('shows %s in its language', async (path, language, text) => {
  const server = await createTestServer()
  const page = await (await open(server.client(), ORIGIN + path)).text()
  expect(page).toContain(`<html lang="${language}"`)
  expect(page).toContain(text)
})
