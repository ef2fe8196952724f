import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { typeCommand } from '../../support/command.ts'
import {
  decide,
  discover,
  open,
  optionsFor,
  oauthClientAt,
  REDIRECT,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const ON = { settings: { CLIENT_REGISTRATION: 'token' } }
const DAY = 86_400

async function makeToken(server: TestServer, more: readonly string[] = []): Promise<string> {
  const { output } = await typeCommand(server, ['client', 'token', ...more])
  return /^token +(\S+)/.exec(output)?.[1] ?? ''
}

async function register(
  server: TestServer,
  metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>>,
  initialAccessToken: string,
): Promise<oauth.OmitSymbolProperties<oauth.Client>> {
  const reply = await oauth.dynamicClientRegistrationRequest(await discover(server), metadata, {
    ...optionsFor(server),
    initialAccessToken,
  })
  return await oauth.processDynamicClientRegistrationResponse(reply)
}

async function createDynamic(server: TestServer): Promise<OAuthClient> {
  const metadata = { client_name: 'Skiff', redirect_uris: [REDIRECT] }
  const { client_id: id } = await register(server, metadata, await makeToken(server))
  return oauthClientAt(server, {
    id,
    secret: undefined,
    redirect: REDIRECT,
    server: await discover(server),
  })
}

async function signIn(
  server: TestServer,
  oauthClient: OAuthClient,
): Promise<oauth.TokenEndpointResponse> {
  const { client: browser } = await server.person()
  const started = await oauthClient.start({ scope: 'openid profile offline_access' })
  const page = await (await open(browser, started.address)).text()
  const scopes = ['profile', 'offline_access']
  return await oauthClient.exchange(started, await decide(browser, page, { scopes }))
}

test('registers a public client with an operator’s token, without logo and links', async () => {
  const server = await createTestServer(ON)
  const registered = await register(
    server,
    {
      client_name: 'Skiff',
      redirect_uris: [REDIRECT],
      logo_uri: 'https://skiff.example.com/logo.png',
      client_uri: 'https://bank.example.com/',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials', 'implicit'],
      allowed_origins: ['https://evil.example.com'],
    },
    await makeToken(server),
  )
  expect(registered).toMatchObject({
    client_id: expect.stringMatching(/^d_[\w-]{22}$/),
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    subject_type: 'pairwise',
  })
  for (const name of ['client_secret', 'logo_uri', 'client_uri']) {
    expect(registered).not.toHaveProperty(name)
  }
  const oauthClient = await createDynamic(server)
  await expect(signIn(server, oauthClient)).resolves.toMatchObject({ token_type: 'bearer' })
  expect((await typeCommand(server, ['client', 'list'])).output).toContain('dynamic, public')
})

test.each([
  ['javascript:alert(1)'],
  ['http://app.example.com/'],
  ['https://*.example.com/'],
  ['https://a;script-src.example.com/'],
  ['https://a,b.example.com/'],
  ["https://a'b.example.com/"],
])('registers no client with the redirect %s', async (redirect) => {
  const server = await createTestServer(ON)
  await expect(
    register(server, { redirect_uris: [redirect] }, await makeToken(server)),
  ).rejects.toMatchObject({
    status: 400,
    error: 'invalid_redirect_uri',
    error_description: expect.stringContaining('of https, loopback http or a scheme with a dot'),
  })
})

test.each([
  ['Skiff', 'Skiff'],
  ['Ski\u202eff', 'Skiff'],
  ['x'.repeat(100), 'x'.repeat(64)],
  ['support', 'Unnamed'],
  [undefined, 'Unnamed'],
])('replies with the name that people see in place of %s', async (client_name, name) => {
  const server = await createTestServer(ON)
  const metadata = { redirect_uris: [REDIRECT], ...(client_name !== undefined && { client_name }) }
  const registered = await register(server, metadata, await makeToken(server))
  expect(registered.client_name).toBe(name)
  expect((await typeCommand(server, ['client', 'list'])).output).toContain(name)
})

test('lets tools in a browser register with such a token, and read why not', async () => {
  const server = await createTestServer(ON)
  const origin = 'https://tool.example.com'
  const address = `${ORIGIN}/oauth/register`
  const preflight = await server.fetch(
    new Request(address, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }),
  )
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
  for (const [token, status] of [
    [await makeToken(server), 201],
    ['wrong', 401],
  ] as const) {
    const reply = await server.fetch(
      new Request(address, {
        method: 'POST',
        headers: {
          origin,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ client_name: 'Skiff', redirect_uris: [REDIRECT] }),
      }),
    )
    expect(reply.status).toBe(status)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('registers no client without a valid token', async () => {
  const server = await createTestServer(ON)
  const metadata = { redirect_uris: [REDIRECT] }
  await expect(register(server, metadata, 'guessed')).rejects.toThrow()
  const token = await makeToken(server, ['--days', '1'])
  await expect(register(server, metadata, token)).resolves.toHaveProperty('client_id')
  server.clock.passSeconds(DAY + 1)
  await expect(register(server, metadata, token)).rejects.toThrow()
})

test('registers a hundred clients in an hour with one token', async () => {
  const server = await createTestServer(ON)
  const [token, other] = [await makeToken(server), await makeToken(server)]
  const post = (by: string): Promise<Response> =>
    server.fetch(
      new Request(`${ORIGIN}/oauth/register`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      }),
    )
  for (let count = 0; count < 100; count++) expect((await post(token)).status).toBe(201)
  const refused = await post(token)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await refused.json()).toMatchObject({ error: 'slow_down' })
  expect((await post(other)).status).toBe(201)
  server.clock.passSeconds(3601)
  expect((await post(token)).status).toBe(201)
})

test('ends registration tokens, but keeps registered clients', async () => {
  const server = await createTestServer(ON)
  const token = await makeToken(server)
  const oauthClient = await createDynamic(server)
  await typeCommand(server, ['client', 'token', '--end'])
  await expect(register(server, { redirect_uris: [REDIRECT] }, token)).rejects.toThrow()
  await expect(signIn(server, oauthClient)).resolves.toHaveProperty('access_token')
})

test('does not announce registration if it is off', async () => {
  const server = await createTestServer()
  expect(await discover(server)).not.toHaveProperty('registration_endpoint')
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    }),
  )
  expect(reply.status).toBe(404)
  expect((await typeCommand(server, ['client', 'token'])).errors).toContain('is off')
})

test('removes a client that has no grant after a day', async () => {
  const server = await createTestServer(ON)
  const oauthClient = await createDynamic(server)
  server.clock.passSeconds(DAY + 1)
  const { client: browser } = await server.person()
  expect((await open(browser, (await oauthClient.start()).address)).status).toBe(400)
  // After this reply, clients register anew.
  const reply = await oauthClient.post(
    'token',
    { grant_type: 'refresh_token', client_id: oauthClient.id },
    {},
  )
  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ error: 'invalid_client' })
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await server.app.services.oauthClients.find(oauthClient.id)).toBeUndefined()
})

test('removes a client thirty days after its last use', async () => {
  const server = await createTestServer(ON)
  const oauthClient = await createDynamic(server)
  const tokens = await signIn(server, oauthClient)
  server.clock.passSeconds(29 * DAY)
  const next = await oauthClient.refresh(tokens.refresh_token ?? '')
  server.clock.passSeconds(29 * DAY)
  const last = await oauthClient.refresh(next.refresh_token ?? '')
  server.clock.passSeconds(31 * DAY)
  await expect(oauthClient.refresh(last.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_client',
    status: 401,
  })
})

test('does not redirect signed-out people to an unregistered client with an error', async () => {
  const server = await createTestServer(ON)
  const oauthClient = await createDynamic(server)
  const { address } = await oauthClient.start({ response_type: 'token' })
  const silent = await oauthClient.start({ prompt: 'none' })
  for (const wrong of [address, silent.address]) {
    const reply = await open(server.client(), wrong)
    expect(reply.status).toBe(400)
    expect(reply.headers.get('location')).toBeNull()
  }
  const { client: browser } = await server.person()
  const location = (await open(browser, address)).headers.get('location') ?? ''
  expect(new URL(location).searchParams.get('error')).toBe('unsupported_response_type')
})
