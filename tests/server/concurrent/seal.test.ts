import nacl from 'tweetnacl'
import { expect, test } from 'vitest'
import type { SealKey } from '#protocol/seal.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { sealKey } from '#protocol/web/keys.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import type { Client } from '../../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const DAY_SECONDS = 86_400

test('signs the sealing keys with the root key', async () => {
  const server = await createTestServer()
  const { data } = await server.client().call(sealKey, {})
  const [json, signature, root] = [
    Buffer.from(data.keys_json),
    Buffer.from(data.sig, 'base64url'),
    Buffer.from(server.app.sealRoot, 'base64url'),
  ].map((bytes) => Uint8Array.from(bytes))
  if (!json || !signature || !root) throw new Error('incomplete reply')
  expect(server.app.sealRoot).toHaveLength(43)
  expect(nacl.sign.detached.verify(json, signature, root)).toBe(true)
  expect(data.keys).toEqual(JSON.parse(data.keys_json))
})

test('accepts sealed fields', async () => {
  const server = await createTestServer()
  const { email, password, userId } = await server.person()
  const { data } = await server
    .client()
    .call(passwordLogin, { email, password }, { isSealed: true })
  expect(data.user_id_str).toBe(userId)
})

test('rejects a sealed request the second time', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const sent = await record(server.client(), { email, password })
  expect(await replay(server, sent)).toBe('seal_replay')
})

test('accepts one of a hundred copies of a sealed request', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const sent = await record(server.client(), { email, password })
  const fresh = { ...sent, fields: new URLSearchParams(sent.fields) }
  await server.database.query.deleteFrom('sealUses').execute()
  const names = await Promise.all(Array.from({ length: 100 }, () => replay(server, fresh)))
  // The request that ran returns the account, whose data has a name too. Where many write one
  // row of a distributed database, some get 503.
  const refusals = new Set<unknown>(['seal_replay', 'server_busy', 'database_unavailable'])
  const ran = names.filter((name) => !refusals.has(name))
  expect(Object.groupBy(ran, String)).toEqual({ [String(ran[0])]: [ran[0]] })
}, 60_000)

test('accepts clock differences of five minutes', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const sent = await record(server.client(), { email, password })
  server.clock.passSeconds(-301)
  expect(await replay(server, sent)).toBe('seal_bad')
  server.clock.passSeconds(1)
  expect(await replay(server, sent)).toBe('seal_replay')
  server.clock.passSeconds(600)
  expect(await replay(server, sent)).toBe('seal_replay')
})

test('rejects sealed fields with another path, time or body', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const sent = await record(server.client(), { email, password })
  const fresh = { seal_jti: 'a'.repeat(16) }
  expect(await replay(server, sent, fresh)).toBe('seal_bad')
  expect(await replay(server, sent, { seal_epk: 'A'.repeat(43) })).toBe('seal_bad')
  expect(await replay(server, sent, { email: 'A'.repeat(64) })).toBe('seal_bad')
  expect(await replay(server, sent, {}, '/passport/web/email/login')).toBe('seal_bad')
  server.clock.passSeconds(301)
  expect(await replay(server, sent)).toBe('seal_bad')
})

test('returns the current keys for an unknown key', async () => {
  const server = await createTestServer()
  const sent = await record(server.client(), { email: 'a@example.com', password: 'x' })
  const answer = await replayFully(server, sent, { seal_kid: 'unknown' })
  expect(answer.data).toMatchObject({ name: 'seal_key_unknown' })
  expect(String(answer.data.keys_json)).toContain('x25519-xsalsa20-poly1305')
})

test('does not use a request that only got a captcha decision', async () => {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  const client = server.client()
  const payload = { email: 'ann@example.com', type: 13 }
  const answer = await client.call(sendCode, payload, { isSealed: true })
  expect(answer.error).toBe('captcha_slide')
  const uses = await server.database.query.selectFrom('sealUses').selectAll().execute()
  expect(uses).toEqual([])
})

test('rejects plain fields if the setting says so', async () => {
  const server = await createTestServer({ settings: { PLAINTEXT_SENSITIVE: 'refuse' } })
  const answer = await server.client().call(passwordLogin, { account: 'ann', password: 'x' })
  expect(answer.error).toBe('plaintext_refused')
})

test('has a key for now although a clock ahead has made later ones and removed those of now', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const login = async (): Promise<string | undefined> =>
    (await server.client().call(passwordLogin, { email, password }, { isSealed: true })).error
  for (const days of [25, 400]) {
    server.clock.passSeconds(days * DAY_SECONDS)
    await server.client().call(sealKey, {})
    await cleanUp(server.database.query, 'test', server.clock.now())
    server.clock.passSeconds(-days * DAY_SECONDS)
    for (let day = 0; day < 40; day += 8) {
      const { data } = await server.client().call(sealKey, {})
      const isUsable = ({ nbf, exp }: SealKey): boolean => nbf <= data.now && data.now < exp
      expect(data.keys.filter(isUsable), `${days} days ahead, day ${day}`).not.toEqual([])
      server.clock.passSeconds(8 * DAY_SECONDS)
    }
  }
  expect(await login()).toBeUndefined()
})

test('publishes the next key a week before, and accepts the last one a week after', async () => {
  const server = await createTestServer()
  const first = await keysOf(server)
  expect(first).toHaveLength(1)
  server.clock.passSeconds(24 * DAY_SECONDS)
  const both = await keysOf(server)
  expect(both).toHaveLength(2)
  expect(both[1]?.nbf).toBe(both[0]?.exp)
  server.clock.passSeconds(7 * DAY_SECONDS)
  expect(await keysOf(server)).toEqual([both[1]])
  const stored = await server.database.query.selectFrom('sealKeys').select('kid').execute()
  expect(stored).toHaveLength(2)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await server.database.query.selectFrom('sealKeys').select('kid').execute()).toEqual(stored)
  server.clock.passSeconds(7 * DAY_SECONDS + 1)
  await cleanUp(server.database.query, 'test', server.clock.now())
  const kept = await server.database.query.selectFrom('sealKeys').select('kid').execute()
  expect(kept.map(({ kid }) => kid)).not.toContain(first[0]?.kid)
})

async function keysOf(server: TestServer): Promise<SealKey[]> {
  const { data } = await server.client().call(sealKey, {})
  return JSON.parse(data.keys_json) as SealKey[]
}

interface Sent {
  query: string
  fields: URLSearchParams
}

// Makes a sealed sign-in as a browser does, and records the request.
async function record(client: Client, payload: { email: string; password: string }): Promise<Sent> {
  const wire: Sent[] = []
  const { call } = client
  const original = globalThis.Request
  class Spy extends original {
    constructor(url: string, init: RequestInit) {
      super(url, init)
      if (init.body instanceof URLSearchParams) {
        wire.push({ query: new URL(url).search, fields: init.body })
      }
    }
  }
  globalThis.Request = Spy as typeof Request
  try {
    await call(passwordLogin, payload, { isSealed: true })
  } finally {
    globalThis.Request = original
  }
  const [sent] = wire
  if (sent === undefined) throw new Error('nothing was sent')
  return sent
}

async function replay(
  server: TestServer,
  sent: Sent,
  changed: Record<string, string> = {},
  path?: string,
): Promise<unknown> {
  return (await replayFully(server, sent, changed, path)).data.name
}

async function replayFully(
  server: TestServer,
  { query, fields }: Sent,
  changed: Record<string, string> = {},
  path = '/passport/web/user/login',
): Promise<{ data: Record<string, unknown> }> {
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...changed })
  const reply = await server.fetch(new Request(ORIGIN + path + query, { method: 'POST', body }))
  return (await reply.json()) as { data: Record<string, unknown> }
}
