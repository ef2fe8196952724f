import { expect, test } from 'vitest'
import { typeCommand } from '../support/command.ts'
import { createOAuthClient, open, REDIRECT } from '../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../support/test-server.ts'

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

test('answers CORS preflights', async () => {
  const server = await createTestServer()
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/token`, {
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
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
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
