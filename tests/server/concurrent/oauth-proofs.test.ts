import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import {
  createOAuthClient,
  decide,
  open,
  push,
  type OAuthClient,
  signInTo,
} from '../../support/oauth-client.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../../support/test-server.ts'
import { typeCommand } from '../../support/command.ts'

const parameterOf = (address: string | null, name: string): string | null =>
  new URL(address ?? '', ORIGIN).searchParams.get(name)

/** Writes the public part of a key as a developer hands it over. */
async function keyFile({ publicKey }: CryptoKeyPair): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'key-')), 'key.json')
  writeFileSync(path, JSON.stringify(await crypto.subtle.exportKey('jwk', publicKey)))
  return path
}

async function createKeyClient(server: TestServer, pair: CryptoKeyPair): Promise<OAuthClient> {
  return await createOAuthClient(server, {
    more: ['--key', await keyFile(pair)],
    authenticate: oauth.PrivateKeyJwt(pair.privateKey),
  })
}

test('accepts a pushed request, and issues one code for it', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const pushed = await push(oauthClient)
  expect(pushed.address).not.toContain('scope')
  const page = await (await open(browser, pushed.address)).text()
  expect(page).toContain('calls itself “Harbour”')
  const callback = await decide(browser, page)
  await expect(oauthClient.exchange(pushed, callback)).resolves.toMatchObject({
    token_type: 'bearer',
  })
  expect((await open(browser, pushed.address)).status).toBe(400)
})

test('issues one code for a pushed request that is answered twice at once', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const pushed = await push(oauthClient)
  const page = await (await open(browser, pushed.address)).text()
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide(browser, page)))
  const codes = answers.filter((answer) => answer.includes('code='))
  expect(codes).toHaveLength(1)
})

test('expires a pushed request after a minute, unless the person has opened it', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const [late, begun] = [await push(oauthClient), await push(oauthClient)]
  expect((await open(browser, begun.address)).status).toBe(200)
  server.clock.passSeconds(61)
  expect((await open(browser, late.address)).status).toBe(400)
  expect((await open(browser, begun.address)).status).toBe(200)
  server.clock.passSeconds(600)
  expect((await open(browser, begun.address)).status).toBe(400)
})

test.each(['state', 'nonce', 'prompt'])('takes no pushed %s that is too long', async (name) => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await expect(push(oauthClient, { [name]: 'x'.repeat(3000) })).rejects.toMatchObject({
    status: 400,
    error: 'invalid_request',
  })
})

test.each([
  ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['with an unknown prompt', { prompt: 'none consent' }, 'invalid_request'],
  ['without a known scope', { scope: 'unknown', nonce: '' }, 'invalid_scope'],
  ['for an unknown resource', { resource: 'https://unknown.example.com/' }, 'invalid_target'],
])('takes no pushed request %s, as the page would not', async (_what, params, error) => {
  const oauthClient = await createOAuthClient(await createTestServer())
  await expect(push(oauthClient, params)).rejects.toMatchObject({ status: 400, error })
})

test('accepts a pushed request only from its client, and unchanged', async () => {
  const server = await createTestServer()
  const [oauthClient, other] = [await createOAuthClient(server), await createOAuthClient(server)]
  const { client: browser } = await server.person()
  const pushed = await push(oauthClient, { scope: 'openid email' })
  const foreign = pushed.address.replace(oauthClient.id, other.id)
  expect((await open(browser, foreign)).status).toBe(400)
  const widened = await open(browser, `${pushed.address}&scope=openid+profile`)
  expect(await widened.text()).not.toContain('allow_profile')
  await expect(push(oauthClient, { redirect_uri: 'https://evil.example.com' })).rejects.toThrow()
})

test('binds tokens to a key, and accepts them only with a proof of it', async () => {
  const server = await createTestServer()
  const dpop = await oauth.generateKeyPair('ES256')
  const oauthClient = await createOAuthClient(server, { isPublic: true, dpop })
  const { client: browser } = await server.person()
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  const tokens = await oauthClient.exchange(started, await decide(browser, page))
  expect(tokens.token_type).toBe('dpop')
  const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
  await expect(oauthClient.userInfo(tokens.access_token, sub)).resolves.toMatchObject({ sub })

  // Attempt: without a proof, by another scheme, and with the proof of another key.
  const call = (headers: Record<string, string>): Promise<Response> =>
    server.fetch(new Request(`${ORIGIN}/oauth/userinfo`, { headers }))
  const bare = await call({ authorization: `Bearer ${tokens.access_token}` })
  expect(bare.status).toBe(401)
  const thief = await oauth.generateKeyPair('ES256')
  const stolen = await oauth
    .userInfoRequest(oauthClient.server, oauthClient.client, tokens.access_token, {
      ...oauthClient.options,
      DPoP: oauth.DPoP(oauthClient.client, thief),
    })
    .then((reply) =>
      oauth.processUserInfoResponse(oauthClient.server, oauthClient.client, sub, reply),
    )
    .catch((error: unknown) => error)
  expect(stolen).toMatchObject({ status: 401 })
})

test('accepts a proof in one of many calls to two instances, for its URL only', async () => {
  const [server, other] = await createTwoServers()
  const dpop = await oauth.generateKeyPair('ES256')
  let seen: Record<string, string> = {}
  const oauthClient = await createOAuthClient(server, { isPublic: true, dpop })
  const { client: browser } = await server.person()
  const started = await oauthClient.start()
  const page = await (await open(browser, started.address)).text()
  const tokens = await oauthClient.exchange(started, await decide(browser, page))
  await oauth.userInfoRequest(oauthClient.server, oauthClient.client, tokens.access_token, {
    ...oauthClient.options,
    // Kept and not sent, so that the proof is new.
    [oauth.customFetch]: async (_address, { headers }) => {
      seen = headers
      return await Promise.resolve(new Response('{}'))
    },
  })
  expect(seen.dpop).toBeDefined()
  const body = new URLSearchParams({ token: tokens.access_token, client_id: oauthClient.id })
  const elsewhere = new Request(`${ORIGIN}/oauth/userinfo`, { method: 'POST', headers: seen, body })
  expect((await server.fetch(elsewhere)).status).toBe(401)
  const replies = await Promise.all(
    [server, other, server, other].map(({ fetch: send }) =>
      send(new Request(`${ORIGIN}/oauth/userinfo`, { headers: seen })),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(3)
})

test('binds a code to the key of the request', async () => {
  const server = await createTestServer()
  const dpop = await oauth.generateKeyPair('ES256')
  const oauthClient = await createOAuthClient(server, { isPublic: true, dpop })
  const { client: browser } = await server.person()
  const handle = oauthClient.options.DPoP
  const started = await oauthClient.start({ dpop_jkt: (await handle?.calculateThumbprint()) ?? '' })
  const page = await (await open(browser, started.address)).text()
  const callback = await decide(browser, page)
  const bare = await server.fetch(
    new Request(`${ORIGIN}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: oauthClient.id,
        redirect_uri: 'https://app.example.com/callback',
        code_verifier: started.verifier,
        code: parameterOf(callback, 'code') ?? '',
      }),
    }),
  )
  expect(await bare.json()).toMatchObject({ error: 'invalid_grant' })
  const wrong = await open(browser, (await oauthClient.start({ dpop_jkt: 'short' })).address)
  expect(parameterOf(wrong.headers.get('location'), 'error')).toBe('invalid_request')
})

test('binds the refresh tokens of a public client to its key', async () => {
  const server = await createTestServer()
  const dpop = await oauth.generateKeyPair('ES256')
  const scopes = 'openid profile offline_access'
  const oauthClient = await createOAuthClient(server, { isPublic: true, dpop, scopes })
  const { client: browser } = await server.person()
  const decision = { scopes: ['profile', 'offline_access'] }
  const tokens = await signInTo(oauthClient, browser, { scope: scopes }, decision)
  const bare = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
  const stolen = await oauthClient.post('token', { ...bare, client_id: oauthClient.id }, {})
  expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' })
  const next = await oauthClient.refresh(tokens.refresh_token ?? '')
  expect(next.token_type).toBe('dpop')
})

test.each(['ES256', 'Ed25519', 'RS256'])(
  'authenticates a client by its key, %s',
  async (algorithm) => {
    const server = await createTestServer()
    const pair = await oauth.generateKeyPair(algorithm, { extractable: true })
    const oauthClient = await createKeyClient(server, pair)
    const { client: browser } = await server.person()
    const started = await oauthClient.start()
    const page = await (await open(browser, started.address)).text()
    const tokens = await oauthClient.exchange(started, await decide(browser, page))
    expect(await oauthClient.introspect(tokens.access_token)).toMatchObject({ active: true })
  },
)

test('accepts a client assertion once, and only of its key', async () => {
  const server = await createTestServer()
  const pair = await oauth.generateKeyPair('ES256', { extractable: true })
  const oauthClient = await createKeyClient(server, pair)
  let body = ''
  await oauth.introspectionRequest(
    oauthClient.server,
    oauthClient.client,
    oauthClient.authentication,
    'x',
    {
      ...oauthClient.options,
      [oauth.customFetch]: async (_address, init) => {
        body = String(init.body)
        return await Promise.resolve(new Response('{}'))
      },
    },
  )
  expect(body).toContain('client_assertion=')
  const introspect = (): Promise<Response> =>
    server.fetch(
      new Request(`${ORIGIN}/oauth/introspect`, {
        method: 'POST',
        body: new URLSearchParams(body),
      }),
    )
  const replies = await Promise.all(Array.from({ length: 4 }, introspect))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(3)

  const forged = oauth.PrivateKeyJwt((await oauth.generateKeyPair('ES256')).privateKey)
  const reply = await oauth.introspectionRequest(
    oauthClient.server,
    oauthClient.client,
    forged,
    'x',
    oauthClient.options,
  )
  expect(reply.status).toBe(401)
})

test.each([
  ['none', { alg: 'none' }],
  ['a key of ours', { alg: 'HS256' }],
  ['an unknown key', { alg: 'ES256', kid: 'foreign' }],
])('rejects an assertion signed by %s', async (_what, header) => {
  const server = await createTestServer()
  const oauthClient = await createKeyClient(
    server,
    await oauth.generateKeyPair('ES256', { extractable: true }),
  )
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: oauthClient.id,
    sub: oauthClient.id,
    aud: ORIGIN,
    jti: 'x',
    iat: now,
    exp: now + 60,
  }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const reply = await server.fetch(
    new Request(`${ORIGIN}/oauth/introspect`, {
      method: 'POST',
      body: new URLSearchParams({
        token: 'x',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${part(header)}.${part(claims)}.${part({ signature: true })}`,
      }),
    }),
  )
  expect(reply.status).toBe(401)
  expect(await reply.json()).toMatchObject({ error: 'invalid_client' })
})

test.each<[string, { aud?: unknown; lifetime?: number }, number]>([
  ['this server', { aud: ORIGIN }, 200],
  ['the token endpoint', { aud: `${ORIGIN}/oauth/token` }, 200],
  ['a list of this server', { aud: [ORIGIN] }, 200],
  ['two addresses of this server', { aud: [ORIGIN, `${ORIGIN}/oauth/token`] }, 401],
  ['another server, too', { aud: [ORIGIN, 'https://evil.example.com'] }, 401],
  ['another server', { aud: 'https://evil.example.com' }, 401],
  ['this server, for two hours', { lifetime: 7200 }, 401],
  ['this server, for ten years', { lifetime: 10 * 365 * 86_400 }, 401],
])('judges an assertion for %s', async (_what, { aud = ORIGIN, lifetime = 60 }, status) => {
  const server = await createTestServer()
  const pair = await oauth.generateKeyPair('ES256', { extractable: true })
  const change = (_header: object, claims: object & { iat?: unknown }): void => {
    Object.assign(claims, { aud, exp: Number(claims.iat) + lifetime })
  }
  const oauthClient = await createOAuthClient(server, {
    more: ['--key', await keyFile(pair)],
    authenticate: oauth.PrivateKeyJwt(pair.privateKey, { [oauth.modifyAssertion]: change }),
  })
  const { authentication, client, options, server: known } = oauthClient
  const reply = await oauth.introspectionRequest(known, client, authentication, 'x', options)
  expect(reply.status).toBe(status)
})

test('refuses to register a private key', async () => {
  const server = await createTestServer()
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true })
  const path = join(mkdtempSync(join(tmpdir(), 'key-')), 'key.json')
  writeFileSync(path, JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey)))
  const add = ['client', 'add', 'Key', '--redirects', 'https://app.example.com/', '--key', path]
  expect((await typeCommand(server, add)).errors).toContain('public keys alone')
})
