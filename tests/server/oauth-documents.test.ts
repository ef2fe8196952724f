import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as oauth from 'oauth4webapi'
import { afterEach, expect, test, vi } from 'vitest'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { getOpenQrcode } from '#protocol/web/open-qr.ts'
import { logout } from '#protocol/web/session.ts'
import { DEVICE_GRANT } from '../../server/oauth/clients.ts'
import { typeCommand } from '../support/command.ts'
import {
  createOAuthClient,
  decide,
  discover,
  open,
  optionsFor,
  oauthClientAt,
  signInTo,
  visit,
  type OAuthClient,
} from '../support/oauth-client.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../support/test-server.ts'
import { localhostCertificate } from '../support/localhost-certificate.ts'

const ID = 'https://editor.example.com/client.json'
const LOOPBACK = 'http://127.0.0.1/callback'
const LISTED = { settings: { CLIENT_DOCUMENTS: 'editor.example.com' } }

const servers: Server[] = []
const trusted = getCACertificates('default')

afterEach(() => {
  setDefaultCACertificates(trusted)
  for (const server of servers.splice(0)) server.close()
})

/** Answers for the host of a document; returns how often it was asked. */
function publish(document: object | string, init: ResponseInit = {}): { count: number } {
  const fetches = { count: 0 }
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe(ID)
    fetches.count++
    const body = typeof document === 'string' ? document : JSON.stringify(document)
    return await Promise.resolve(new Response(body, init))
  })
  return fetches
}

const document = (more: object = {}): object => ({
  client_id: ID,
  client_name: 'Sailor',
  redirect_uris: [LOOPBACK],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  ...more,
})

async function createDocumentClient(server: TestServer, redirect = LOOPBACK): Promise<OAuthClient> {
  return oauthClientAt(server, {
    id: ID,
    secret: undefined,
    redirect,
    server: await discover(server),
  })
}

test('signs people in to a client known by its document, on a loopback port', async () => {
  const server = await createTestServer(LISTED)
  const fetches = publish(document())
  const oauthClient = await createDocumentClient(server, 'http://127.0.0.1:50123/callback')
  expect(oauthClient.server.client_id_metadata_document_supported).toBe(true)
  const { client: browser } = await server.person()
  const started = await oauthClient.start({ scope: 'openid profile offline_access' })
  const page = await (await open(browser, started.address)).text()
  expect(page).toContain('Sailor')
  const callback = await decide(browser, page, { scopes: ['profile', 'offline_access'] })
  const tokens = await oauthClient.exchange(started, callback)
  expect(tokens.refresh_token).toBeDefined()
  const { sub = '' } = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  expect(await oauthClient.userInfo(tokens.access_token, sub)).toMatchObject({ sub })
  expect(fetches.count).toBe(1)
  expect((await typeCommand(server, ['client', 'list'])).output).toContain('document, public')
})

const shownHost = '<dt>Says it comes from</dt><dd>editor.example.com</dd>'

test.each([
  ['of a loopback client', LOOPBACK, true],
  ['of a client that leads elsewhere', 'https://app.example.com/callback', true],
  ['only once', 'https://editor.example.com/callback', false],
])('shows people the host of a document %s', async (_what, redirect, isShown) => {
  const server = await createTestServer(LISTED)
  publish(document({ redirect_uris: [redirect] }))
  const { address } = await (await createDocumentClient(server, redirect)).start()
  const { client: browser } = await server.person()
  expect((await (await open(browser, address)).text()).includes(shownHost)).toBe(isShown)

  const { searchParams } = new URL(address)
  const param = (name: string): string => searchParams.get(name) ?? ''
  const request = {
    client_key: ID,
    redirect_uri: redirect,
    scope: 'openid',
    code_challenge: param('code_challenge'),
    code_challenge_method: 'S256',
  }
  const { data } = await browser.call(authInfo, request)
  expect(data.client).toEqual({
    client_key: ID,
    name: 'Sailor',
    verified: 0,
    host: new URL(redirect).host,
    kind: redirect === LOOPBACK ? 'local' : 'web',
    document_host: isShown ? 'editor.example.com' : undefined,
  })

  const code = await server.client().call(getOpenQrcode, request, { origin: null })
  const onPhone = await open(browser, String(code.data.scan_qrcode_url))
  expect((await onPhone.text()).includes(shownHost)).toBe(isShown)
})

test('shows people the host of a document for a device, too', async () => {
  const server = await createTestServer(LISTED)
  publish(document({ grant_types: [DEVICE_GRANT] }))
  const device = await createDocumentClient(server)
  const reply = await oauth.deviceAuthorizationRequest(
    device.server,
    device.client,
    device.authentication,
    { scope: 'openid profile' },
    device.options,
  )
  const code = await oauth.processDeviceAuthorizationResponse(device.server, device.client, reply)
  const { client: browser, email } = await server.person()
  const page = await browser.form('/form/device', { user_code: code.user_code })
  const text = await page.text()
  for (const shown of [shownHost, email, code.user_code]) expect(text).toContain(shown)
})

test.each([
  ['its name', { client_name: 'Pirate' }, LOOPBACK],
  [
    'where it leads',
    { redirect_uris: ['https://pirate.example.com/'] },
    'https://pirate.example.com/',
  ],
])('asks for consent again after a document changed %s', async (_what, change, redirect) => {
  const web = 'https://editor.example.com/callback'
  const [server, fresh] = await createTwoServers(LISTED)
  publish(document({ redirect_uris: [web, LOOPBACK] }))
  const oauthClient = await createDocumentClient(server, web)
  const { client: browser } = await server.person()
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  await oauthClient.exchange(started, await decide(browser, page))
  const again = await visit(browser, (await oauthClient.start()).address)
  expect(again.headers.get('location')).toContain(`${web}?code=`)

  // Another instance has not cached the document.
  publish(document({ redirect_uris: [web, LOOPBACK], ...change }))
  const changed = await oauthClient.start({ redirect_uri: redirect === LOOPBACK ? web : redirect })
  const cookie = Array.from(browser.cookies, (pair) => pair.join('=')).join('; ')
  const reply = await fresh.fetch(
    new Request(changed.address, { headers: { cookie, 'sec-fetch-site': 'none' } }),
  )
  expect(reply.headers.get('location')).toContain('/authorization?')
})

test('rejects a frozen client, whatever its document says', async () => {
  const server = await createTestServer(LISTED)
  publish(document())
  const oauthClient = await createDocumentClient(server)
  const { client: browser } = await server.person()
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  const tokens = await oauthClient.exchange(started, await decide(browser, page))
  await typeCommand(server, ['client', 'freeze', ID])
  expect((await open(browser, (await oauthClient.start()).address)).status).toBe(400)
  const { status } = await oauth.userInfoRequest(
    oauthClient.server,
    oauthClient.client,
    tokens.access_token,
    oauthClient.options,
  )
  expect(status).toBe(401)
})

test.each([
  ['another id', document({ client_id: 'https://evil.example.com/' }), {}],
  ['a secret', document({ token_endpoint_auth_method: 'client_secret_basic' }), {}],
  ['another redirect', document({ redirect_uris: ['https://evil.example.com/'] }), {}],
  ['a script as redirect', document({ redirect_uris: ['javascript:alert(1)', LOOPBACK] }), {}],
  ['a wildcard', document({ redirect_uris: ['https://*.example.com/', LOOPBACK] }), {}],
  ['no redirect', document({ redirect_uris: [] }), {}],
  ['too much', document({ padding: 'x'.repeat(5 * 1024) }), {}],
  ['a redirect of the document', document(), { status: 302, headers: { location: ORIGIN } }],
  ['an error', document(), { status: 404 }],
  ['a list', '[]', {}],
  ['no JSON', '<html>', {}],
] as const)('rejects a document with %s', async (_what, text, init) => {
  const server = await createTestServer(LISTED)
  publish(text, init)
  const { client: browser } = await server.person()
  const { address } = await (await createDocumentClient(server)).start()
  expect((await open(browser, address)).status).toBe(400)
})

test('fetches documents from a host at most thirty times a minute', async () => {
  const server = await createTestServer(LISTED)
  const fetches = publish('', { status: 404 })
  const oauthClient = await createDocumentClient(server)
  const { address } = await oauthClient.start()
  for (let count = 0; count < 40; count++) await open(server.client(), address)
  expect(fetches.count).toBe(30)
  server.clock.passSeconds(61)
  await open(server.client(), address)
  expect(fetches.count).toBe(31)
})

test.each([
  ['off', 'off'],
  ['another host listed', 'other.example.com'],
])('fetches no document while documents are %s', async (_what, setting) => {
  const server = await createTestServer({ settings: { CLIENT_DOCUMENTS: setting } })
  const fetches = publish(document())
  const oauthClient = await createDocumentClient(server)
  const { client: browser } = await server.person()
  expect((await open(browser, (await oauthClient.start()).address)).status).toBe(400)
  expect(fetches.count).toBe(0)
  expect(oauthClient.server.client_id_metadata_document_supported).toBe(setting !== 'off')
})

test.each([
  'https://editor.example.com/a/../client.json',
  'https://user@editor.example.com/client.json',
  'https://editor.example.com/client.json#part',
  'http://editor.example.com/client.json',
])('does not accept %s as a client id', async (client_id) => {
  const server = await createTestServer(LISTED)
  const fetches = publish(document({ client_id }))
  const oauthClient = await createDocumentClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({ client_id })
  expect((await open(browser, address)).status).toBe(400)
  expect(fetches.count).toBe(0)
})

/** A server on this computer that every check but the one for addresses would let through. */
async function startInside(): Promise<{ port: number; requests: () => number }> {
  const { cert, key } = localhostCertificate
  let count = 0
  const inside = createServer({ cert, key }, (_request, reply) => {
    count++
    reply.end('{}')
  })
  servers.push(inside)
  await once(inside.listen(0), 'listening')
  setDefaultCACertificates([...trusted, cert])
  const { port } = inside.address() as AddressInfo
  // Other networks still cause a fetch.
  expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe('{}')
  count = 0
  return { port, requests: () => count }
}

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'fetches no document inside the own network, such as at %s',
  async (host) => {
    const { port, requests } = await startInside()
    const server = await createTestServer({ settings: { CLIENT_DOCUMENTS: 'on' } })
    const oauthClient = await createDocumentClient(server)
    const { client: browser } = await server.person()
    const client_id = `https://${host}:${port}/client.json`
    const { address } = await oauthClient.start({ client_id })
    expect((await open(browser, address)).status).toBe(400)
    expect(requests()).toBe(0)
  },
)

test('fetches no client keys inside the own network', async () => {
  const { port, requests } = await startInside()
  const real = fetch
  const server = await createTestServer(LISTED)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== ID) return await real(url, init)
    const jwks_uri = `https://localhost:${port}/jwks`
    return Response.json(document({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri }))
  })
  const { privateKey } = await oauth.generateKeyPair('ES256')
  const reply = await oauth.introspectionRequest(
    await discover(server),
    { client_id: ID },
    oauth.PrivateKeyJwt(privateKey),
    'token',
    optionsFor(server),
  )
  expect(reply.status).toBe(401)
  expect(requests()).toBe(0)
})

test('sends no logout call to servers inside the own network', async () => {
  const { port, requests } = await startInside()
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, {
    more: ['--logout-call', `https://localhost:${port}/logout`],
  })
  const { client: browser } = await server.person()
  await signInTo(oauthClient, browser)
  await browser.call(logout, {})
  await server.app.services.outboxWorker.idle()
  expect(server.lines.join('')).toContain('special-use')
  expect(requests()).toBe(0)
})
