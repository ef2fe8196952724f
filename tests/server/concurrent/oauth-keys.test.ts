import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { typeCommand } from '../../support/command.ts'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import {
  createTestServer,
  createTwoServers,
  ORIGIN,
  type TestServer,
} from '../../support/test-server.ts'

const DAY = 86_400
const OFFLINE = 'openid profile offline_access'

type Key = JsonWebKey & { kid: string }

async function publishedBy(server: TestServer): Promise<Map<string, Key>> {
  const reply = await server.fetch(new Request(`${ORIGIN}/oauth/jwks`))
  expect(reply.headers.get('cache-control')).toBe('public, max-age=60')
  const { keys } = (await reply.json()) as { keys: Key[] }
  return new Map(keys.map((key) => [key.kid, key]))
}

function kidOf(idToken = ''): string {
  const header = Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()
  return (JSON.parse(header) as { kid: string }).kid
}

function isSignedBy(key: Key | undefined, idToken = ''): boolean {
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  return (
    key !== undefined &&
    verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  )
}

test('rotates the signing key on two servers, with clients that cache keys for a minute', async () => {
  const [server, other] = await createTwoServers()
  const oauthClient = await createOAuthClient(server, { scopes: OFFLINE })
  const { client: browser } = await server.person()
  const decision = { scopes: ['profile', 'offline_access'] }
  const first = await signInTo(oauthClient, browser, { scope: OFFLINE }, decision)
  const before = kidOf(first.id_token)
  await publishedBy(other)

  expect((await typeCommand(server, ['keys', 'rotate'])).output).toContain('in two minutes')
  let token = first.refresh_token ?? ''
  let cached = await publishedBy(other)
  const signers = new Set<string>()
  for (let seconds = 0; seconds < 300; seconds += 20) {
    const [here, there] = await Promise.all([
      oauthClient.refresh(token),
      oauthClient.at(other).refresh(token),
    ])
    token = here.refresh_token ?? ''
    for (const { id_token } of [here, there]) {
      signers.add(kidOf(id_token))
      expect(isSignedBy(cached.get(kidOf(id_token)), id_token), `after ${seconds} s`).toBe(true)
    }
    server.clock.passSeconds(20)
    // A cache in front of the servers refreshes the keys each minute.
    if (seconds % 60 === 40) cached = await publishedBy(seconds % 120 === 40 ? server : other)
  }
  expect([...signers]).toHaveLength(2)
  const [last] = [...signers].slice(-1)
  expect(last).not.toBe(before)

  expect(isSignedBy((await publishedBy(other)).get(before), first.id_token)).toBe(true)
  server.clock.passSeconds(15 * DAY)
  expect((await publishedBy(other)).has(before)).toBe(false)
  expect([...(await publishedBy(server)).keys()][0]).toBe(last)
})

test('publishes one next key, although two servers create it', async () => {
  const [server, other] = await createTwoServers()
  const [now] = (await publishedBy(server)).keys()
  server.clock.passSeconds(84 * DAY)
  const [here, there] = await Promise.all([publishedBy(server), publishedBy(other)])
  expect([...here.keys()]).toHaveLength(2)
  expect([...there.keys()]).toEqual([...here.keys()])
  expect([...here.keys()][0]).toBe(now)
})

test('lets pages of any origin read metadata and keys, with headers of their own', async () => {
  const server = await createTestServer()
  const paths = ['openid-configuration', 'oauth-authorization-server'].map(
    (one) => `.well-known/${one}`,
  )
  for (const path of [...paths, 'oauth/jwks']) {
    const headers = {
      origin: 'https://tool.example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'mcp-protocol-version',
    }
    const asked = new Request(`${ORIGIN}/${path}`, { method: 'OPTIONS', headers })
    const allowed = (await server.fetch(asked)).headers
    expect(allowed.get('access-control-allow-origin'), path).toBe('*')
    expect(allowed.get('access-control-allow-headers'), path).toBe('*')
  }
})

test('answers monitors that ask for the head of metadata and keys alone', async () => {
  const server = await createTestServer()
  for (const path of ['.well-known/openid-configuration', 'oauth/jwks']) {
    const reply = await server.fetch(new Request(`${ORIGIN}/${path}`, { method: 'HEAD' }))
    expect([reply.status, await reply.text()], path).toEqual([200, ''])
  }
})
