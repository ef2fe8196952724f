import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { authInfo } from '#protocol/web/open-authorization.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  visit,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const BOATS = 'https://boats.example.com/api'
const TIDES = 'https://tides.example.com/'

/** Registers a resource with a client that asks about its tokens, or one that reads JWTs. */
async function addResource(server: TestServer, id: string, more: string[]): Promise<void> {
  const name = new URL(id).hostname.split('.')[0] ?? ''
  const { errors } = await typeCommand(server, [
    'resource',
    'add',
    id,
    name,
    '--scopes',
    `${name}:read=See ${name}; ${name}:write=Change ${name}`,
    ...more,
  ])
  expect(errors).toBe('')
}

interface Access {
  resource: string
  scope: string
  boxes?: string[]
}

/** Signs a person in to a client that asks access to another server. */
async function giveAccess(
  oauthClient: OAuthClient,
  browser: Client,
  access: Access,
): Promise<oauth.TokenEndpointResponse> {
  const reply = await redeem(oauthClient, browser, access)
  return await oauth.processAuthorizationCodeResponse(oauthClient.server, oauthClient.client, reply)
}

async function redeem(
  oauthClient: OAuthClient,
  browser: Client,
  { boxes = ['resource_1'], resource, scope }: Access,
): Promise<Response> {
  const started = await oauthClient.start({ resource, scope })
  const page = await (await open(browser, started.address)).text()
  const callback = await decide(browser, page, { scopes: boxes })
  const params = oauth.validateAuthResponse(
    oauthClient.server,
    oauthClient.client,
    new URL(callback),
    started.state,
  )
  return await oauth.authorizationCodeGrantRequest(
    oauthClient.server,
    oauthClient.client,
    oauthClient.authentication,
    params,
    REDIRECT,
    started.verifier,
    { ...oauthClient.options, additionalParameters: { resource } },
  )
}

async function callByItself(
  oauthClient: OAuthClient,
  more: Record<string, string>,
): Promise<oauth.TokenEndpointResponse> {
  const reply = await oauth.clientCredentialsGrantRequest(
    oauthClient.server,
    oauthClient.client,
    oauthClient.authentication,
    more,
    oauthClient.options,
  )
  return await oauth.processClientCredentialsResponse(oauthClient.server, oauthClient.client, reply)
}

test('asks for the scopes of a resource, and issues a token for it only', async () => {
  const server = await createTestServer()
  const [oauthClient, boats, tides] = [
    await createOAuthClient(server),
    await createOAuthClient(server),
    await createOAuthClient(server),
  ]
  await addResource(server, BOATS, ['--client', boats.id])
  await addResource(server, TIDES, ['--client', tides.id])
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({ resource: BOATS, scope: 'boats:read boats:write' })
  const page = await (await open(browser, address)).text()
  expect(page).toContain('See boats')

  const tokens = await giveAccess(oauthClient, browser, {
    resource: BOATS,
    scope: 'boats:read boats:write',
  })
  expect(tokens.scope).toBe('boats:read')
  const seen = await boats.introspect(tokens.access_token)
  expect(seen).toMatchObject({ active: true, aud: BOATS, scope: 'boats:read' })
  expect(seen.sub).toMatch(/^op_/)
  // The token of one server at another, and at the account server itself.
  expect(await tides.introspect(tokens.access_token)).toEqual({ active: false })
  const info = await oauth.userInfoRequest(
    oauthClient.server,
    oauthClient.client,
    tokens.access_token,
    oauthClient.options,
  )
  expect(info.status).toBe(403)
})

test('describes the scopes of a resource, also to the element', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({ resource: BOATS, scope: 'boats:read' })
  const location = (await visit(browser, address)).headers.get('location') ?? ''
  const auth_ticket = new URL(location).searchParams.get('auth_ticket') ?? ''
  const { data } = await browser.call(authInfo, { auth_ticket })
  expect(data.scopes).toContainEqual(
    expect.objectContaining({ scope: 'boats:read', description: 'See boats (boats)' }),
  )
})

test('remembers granted scopes of a resource, and asks for the others', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  const { client: browser } = await server.person()
  await giveAccess(oauthClient, browser, { resource: BOATS, scope: 'boats:read' })
  const same = await oauthClient.start({ resource: BOATS, scope: 'boats:read' })
  expect((await open(browser, same.address)).status).toBe(302)
  const more = await oauthClient.start({ resource: BOATS, scope: 'boats:read boats:write' })
  const page = await (await open(browser, more.address)).text()
  expect(page).toContain('allowed before')
  // This server has no scope of that name.
  const own = await oauthClient.start({ scope: 'openid profile' })
  expect((await open(browser, own.address)).status).toBe(200)
})

test('issues signed JWTs for a resource that validates them itself', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  const { client: browser } = await server.person()
  const tokens = await giveAccess(oauthClient, browser, { resource: BOATS, scope: 'boats:read' })
  expect(tokens.expires_in).toBe(600)
  const request = new Request(BOATS, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const claims = await oauth.validateJwtAccessToken(
    oauthClient.server,
    request,
    BOATS,
    oauthClient.options,
  )
  expect(claims).toMatchObject({ client_id: oauthClient.id, scope: 'boats:read', iss: ORIGIN })
  await expect(
    oauth.validateJwtAccessToken(oauthClient.server, request, TIDES, oauthClient.options),
  ).rejects.toThrow('aud')
  const forged = tokens.access_token.replace(/^[^.]+/, btoa('{"alg":"none","typ":"at+jwt"}'))
  const info = await server.fetch(
    new Request(`${ORIGIN}/oauth/userinfo`, { headers: { authorization: `Bearer ${forged}` } }),
  )
  expect(info.status).toBe(401)
})

test('issues client credentials for allowed resources only, without access to people', async () => {
  const server = await createTestServer()
  const boats = await createOAuthClient(server)
  await addResource(server, BOATS, ['--client', boats.id])
  await addResource(server, TIDES, ['--jwt'])
  const robot = await createOAuthClient(server, { more: ['--resources', BOATS] })
  const tokens = await callByItself(robot, { resource: BOATS, scope: 'boats:read' })
  expect(await boats.introspect(tokens.access_token)).toMatchObject({
    active: true,
    client_id: robot.id,
    scope: 'boats:read',
  })
  for (const [params, error] of [
    [{ resource: TIDES, scope: 'tides:read' }, 'invalid_target'],
    [{ resource: 'https://unknown.example.com' }, 'invalid_target'],
    [{ scope: 'openid profile' }, 'invalid_target'],
    [{ resource: BOATS }, 'invalid_scope'],
    [{ resource: BOATS, scope: 'openid profile boats:unknown constructor' }, 'invalid_scope'],
  ] as const) {
    await expect(callByItself(robot, params)).rejects.toMatchObject({ error })
  }
  await expect(callByItself(boats, { resource: BOATS })).rejects.toMatchObject({
    error: 'unauthorized_client',
  })

  await typeCommand(server, ['client', 'freeze', robot.id])
  expect(await boats.introspect(tokens.access_token)).toEqual({ active: false })
})

test('ends tokens for a resource that is removed', async () => {
  const server = await createTestServer()
  const boats = await createOAuthClient(server)
  await addResource(server, BOATS, ['--client', boats.id])
  const [oauthClient, robot] = [
    await createOAuthClient(server),
    await createOAuthClient(server, { more: ['--resources', BOATS] }),
  ]
  const { client: browser } = await server.person()
  const access = { resource: BOATS, scope: 'boats:read' }
  const own = await giveAccess(oauthClient, browser, access)
  const byItself = await callByItself(robot, access)
  const areActive = async (): Promise<boolean[]> => [
    (await oauthClient.introspect(own.access_token)).active,
    (await robot.introspect(byItself.access_token)).active,
  ]
  expect(await areActive()).toEqual([true, true])
  await typeCommand(server, ['resource', 'remove', BOATS])
  expect(await areActive()).toEqual([false, false])
})

test.each([
  ['--client', 'profile boats:read', ['profile']],
  ['--jwt', 'profile boats:read', ['profile']],
  ['--jwt', 'profile', ['profile']],
])('issues no token (%s) for a resource of which nobody gave a scope', async (form, ...asked) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, form === '--jwt' ? [form] : [form, oauthClient.id])
  const { client: browser } = await server.person()
  const [scope, boxes] = asked
  const reply = await redeem(oauthClient, browser, { resource: BOATS, scope, boxes })
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: 'invalid_scope' })
})

test('asks nobody for a resource without a scope that it has', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({ resource: BOATS, scope: 'boats:unknown' })
  const location = (await open(browser, address)).headers.get('location') ?? ''
  expect(new URL(location).searchParams.get('error')).toBe('invalid_scope')
})

test('asks again for a resource of which every scope was refused', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  const { client: browser } = await server.person()
  const access = { resource: BOATS, scope: 'profile boats:read' }
  await redeem(oauthClient, browser, { ...access, boxes: ['profile'] })
  expect((await giveAccess(oauthClient, browser, access)).scope).toBe('boats:read')
})

test('uses no refresh token up for a resource that it is not for', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await addResource(server, BOATS, ['--jwt'])
  await addResource(server, TIDES, ['--jwt'])
  const { client: browser } = await server.person()
  const given = await redeem(oauthClient, browser, {
    resource: BOATS,
    scope: 'openid offline_access boats:read',
    boxes: ['offline_access', 'resource_1'],
  })
  const { refresh_token = '' } = (await given.json()) as oauth.TokenEndpointResponse
  const refresh = { grant_type: 'refresh_token', refresh_token }
  for (const [more, error] of [
    [{ resource: TIDES }, 'invalid_target'],
    [{ resource: 'https://unknown.example.com/' }, 'invalid_target'],
    [{ resource: BOATS, scope: 'openid' }, 'invalid_scope'],
  ] as const) {
    const reply = await oauthClient.post('token', { ...refresh, ...more })
    expect(await reply.json()).toMatchObject({ error })
  }
  // Later than a lost reply may be repeated.
  server.clock.passSeconds(30)
  const reply = await oauthClient.post('token', { ...refresh, resource: BOATS })
  expect(await reply.json()).toMatchObject({ scope: 'boats:read' })
})

test('refuses an unregistered resource in any list', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const { address } = await oauthClient.start({ resource: BOATS })
  const location = (await open(browser, address)).headers.get('location') ?? ''
  expect(new URL(location).searchParams.get('error')).toBe('invalid_target')
  const many = new URLSearchParams({ grant_type: 'client_credentials', client_id: oauthClient.id })
  for (let count = 0; count < 10_000; count++) many.append('resource', `${BOATS}/${count}`)
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/token`, { method: 'POST', body: many }),
  )
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
})

test.each([
  [['https://api.example.com/#part', 'A', '--scopes', 'a:b=c', '--jwt'], 'is no address'],
  [
    ['https://api.example.com', 'A', '--scopes', 'a:b=c', '--jwt'],
    '"https://api.example.com/", as',
  ],
  [[BOATS, 'A', '--scopes', 'email=Everything', '--jwt'], '--scopes must be'],
  [[BOATS, 'A', '--scopes', 'a:b', '--jwt'], '--scopes must be'],
  [[BOATS, 'A', '--scopes', 'a:b=c'], 'needs --jwt'],
  [[BOATS, 'A', '--scopes', 'a:b=c', '--client', 'c_unknown'], 'There is no client'],
])('explains to an operator what is wrong with %j', async (words, complaint) => {
  const server = await createTestServer()
  const outcome = await typeCommand(server, ['resource', 'add', ...words])
  expect(outcome.errors).toContain(complaint)
})

test('lists resources, and removes them', async () => {
  const server = await createTestServer()
  await addResource(server, BOATS, ['--jwt'])
  expect((await typeCommand(server, ['resource', 'list'])).output).toContain(
    'boats:read boats:write',
  )
  expect((await typeCommand(server, ['resource', 'remove', BOATS])).output).toContain('is removed')
  expect((await typeCommand(server, ['resource', 'remove', BOATS])).errors).toContain('There is no')
})
