import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { authInfo } from '#protocol/web/open-authorization.ts'
import { getOpenQrcode } from '#protocol/web/open-qr.ts'
import { DEVICE_GRANT } from '../../../server/oauth/clients.ts'
import {
  createDocumentClient,
  document,
  ID,
  LISTED,
  LOOPBACK,
  publish,
} from '../../support/client-documents.ts'
import { typeCommand } from '../../support/command.ts'
import { decide, open, visit } from '../../support/oauth-client.ts'
import { createTestServer, createTwoServers, ORIGIN } from '../../support/test-server.ts'

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
  const onPhone = await open(browser, code.data.scan_qrcode_url)
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
