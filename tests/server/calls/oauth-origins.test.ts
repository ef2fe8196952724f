import { expect, test } from 'vitest'
import { typeCommand } from '../../support/command.ts'
import { createOAuthClient, open, REDIRECT } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

/** Asks for tokens from a page. */
async function callFrom(
  server: TestServer,
  origin: string,
  fields: Record<string, string>,
): Promise<Response> {
  return await server.fetch(
    new Request(`${ORIGIN}/oauth/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', ...fields }),
    }),
  )
}

const allowed = (reply: Response): string | null => reply.headers.get('access-control-allow-origin')

test('lets only pages of a public client read its replies', async () => {
  const server = await createTestServer()
  const page = await createOAuthClient(server, { isPublic: true })
  const client_id = page.id
  expect(allowed(await callFrom(server, 'https://app.example.com', { client_id }))).toBe(
    'https://app.example.com',
  )
  for (const origin of ['https://evil.example.com', 'http://app.example.com', 'null']) {
    const reply = await callFrom(server, origin, { client_id })
    expect(allowed(reply)).toBeNull()
    expect(reply.status).toBe(400)
  }
  expect(
    allowed(await callFrom(server, 'https://app.example.com', { client_id: 'c_x' })),
  ).toBeNull()
})

test('lets listed origins call for a confidential client', async () => {
  const server = await createTestServer()
  const origins = ['--origins', 'https://spa.example.com', '--public']
  const listed = await createOAuthClient(server, { more: origins, isPublic: true })
  const client_id = listed.id
  expect(allowed(await callFrom(server, 'https://spa.example.com', { client_id }))).toBe(
    'https://spa.example.com',
  )
  expect(allowed(await callFrom(server, 'https://app.example.com', { client_id }))).toBeNull()
  const secret = await createOAuthClient(server)
  const reply = await secret.post(
    'token',
    { grant_type: 'refresh_token', refresh_token: 'x', client_id: secret.id },
    { origin: 'https://app.example.com' },
  )
  expect(allowed(reply)).toBeNull()
  const wrong = ['client', 'add', 'X', '--redirects', REDIRECT, '--origins', 'https://a.com/path']
  expect((await typeCommand(server, wrong)).errors).toContain('is no origin')
})

test('lets an extension call that its redirect belongs to, or that is registered', async () => {
  const server = await createTestServer()
  const id = 'bfkcpckdpdhjachndmljakngfakkkmhb'
  const redirect = `https://${id}.chromiumapp.org/`
  const derived = await createOAuthClient(server, { redirect, isPublic: true })
  const firefox = 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc'
  const listed = await createOAuthClient(server, { isPublic: true, more: ['--origins', firefox] })
  for (const [client, origin, isAllowed] of [
    [derived, `chrome-extension://${id}`, true],
    [derived, `chrome-extension://${id.replace('b', 'c')}`, false],
    [listed, firefox, true],
    [listed, 'https://app.example.com', false],
  ] as const) {
    const reply = await client.post('revoke', { token: 'x', client_id: client.id }, { origin })
    expect(allowed(reply)).toBe(isAllowed ? origin : null)
  }
  for (const wrong of ['file://', 'null', 'chrome-extension://*', 'com.example.app:']) {
    const add = ['client', 'add', 'X', '--redirects', REDIRECT, '--origins', wrong]
    expect((await typeCommand(server, add)).errors).toContain('is no origin')
  }
})

test.each([
  [
    'https://app.example.com/other',
    'https://app.example.com/b',
    'registers exactly such a text, in place of what the client has',
  ],
  [
    'http://127.0.0.1/callback',
    'http://127.0.0.1:50123/other',
    '--redirects http://127.0.0.1/other&quot; registers it with any port, in place of what the client has',
  ],
  [REDIRECT, `${REDIRECT}#top`, 'no client can register that'],
  [REDIRECT, '', 'no client can register that'],
])('says how to register where people should come back, beside %s', async (redirect, sent, how) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { redirect, isPublic: true })
  const { address } = await oauthClient.start({ redirect_uri: sent })
  expect(await (await open(server.client(), address)).text()).toContain(how)
})

test.each(['/oauth/token', '/oauth/userinfo', '/oauth/authorize', '/oauth/jwks'])(
  'finds %s also by OPTIONS of no page',
  async (path) => {
    const { app } = await createTestServer()
    const reply = await app.fetch(new Request(ORIGIN + path, { method: 'OPTIONS' }))
    expect([reply.status, await reply.text()]).toEqual([204, ''])
  },
)

test('answers a revocation from a page by JSON', async () => {
  const server = await createTestServer()
  const page = await createOAuthClient(server, { isPublic: true })
  const fields = { token: 'x', client_id: page.id }
  const reply = await page.post('revoke', fields, { origin: 'https://app.example.com' })
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({})
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(allowed(reply)).toBe('https://app.example.com')
})

test.each([
  '/oauth/token',
  '/oauth/par',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/device/code',
])('answers CORS preflights of %s', async (path) => {
  const server = await createTestServer()
  const reply = await server.fetch(
    new Request(`${ORIGIN}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'dpop',
      },
    }),
  )
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-headers')).toBe('dpop')
  // Allows a call to be sent; which pages may read the answer is decided when the client is known.
  expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
})

test('lets pages of the client read a reply that cookies were sent with, and no other page', async () => {
  const server = await createTestServer()
  const page = await createOAuthClient(server, { isPublic: true })
  const fields = { token: 'x', client_id: page.id }
  const own = await page.post('revoke', fields, { origin: 'https://app.example.com' })
  expect(own.headers.get('access-control-allow-credentials')).toBe('true')
  const unknown = { token: 'x', client_id: 'c_unknown' }
  for (const [sent, origin] of [
    [fields, 'https://evil.example.com'],
    [fields, 'null'],
    [unknown, 'https://app.example.com'],
  ] as const) {
    const { headers } = await page.post('revoke', sent, { origin })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test.each([
  'https://app.example.com/callback#part',
  'https://user@app.example.com/callback',
  String.raw`https:\\app.example.com/callback`,
  'https://*.example.com/callback',
  'http://app.example.com/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'harbour:/callback',
  '/callback',
])('rejects the redirect %s', async (redirect) => {
  const server = await createTestServer()
  const { errors } = await typeCommand(server, ['client', 'add', 'X', '--redirects', redirect])
  expect(errors).toContain('is no address')
})

test.each([
  ['https://app.example.com/callback', 'https://app.example.com:8443/callback'],
  ['https://app.example.com/callback', String.raw`https://app.example.com\callback`],
  ['https://app.example.com/callback', 'https://xn--app-example-0za.com/callback'],
  ['https://app.example.com/callback', 'https://app.example.com/x/../callback'],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/other'],
  ['http://127.0.0.1/callback', 'http://127.0.0.1.evil.example.com/callback'],
  ['http://127.0.0.1/callback', 'http://127.0.0.1:50000@evil.example.com/callback'],
  ['http://127.0.0.1/callback', 'http://localhost:50000/callback'],
  ['com.example.app:/callback', 'com.example.other:/callback'],
])('with the redirect %s registered, rejects %s', async (redirect, wanted) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { redirect, isPublic: true })
  const { client: browser } = await server.person()
  for (const prompt of ['login', 'none']) {
    const { address } = await oauthClient.start({ redirect_uri: wanted, prompt })
    const reply = await open(browser, address)
    expect(reply.status).toBe(400)
    expect(reply.headers.get('location')).toBeNull()
  }
})
