import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

test('answers live and ready', async () => {
  const server = await createTestServer()
  expect((await server.fetch(new Request(`${ORIGIN}/healthz`))).status).toBe(200)
  expect((await server.fetch(new Request(`${ORIGIN}/readyz`))).status).toBe(200)
})

test.each(['/healthz', '/readyz', '/avatars/default-avatar-1.webp', '/form/style.css'])(
  'answers HEAD as GET at %s, without a body',
  async (path) => {
    const server = await createTestServer()
    const [whole, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => server.fetch(new Request(`${ORIGIN}${path}`, { method }))),
    )
    expect(head?.status).toBe(200)
    expect(head?.headers.get('content-type')).toBe(whole?.headers.get('content-type'))
    expect(await head?.text()).toBe('')
  },
)

test.each([
  ['en-US', '/account-setting/security#password'],
  ['ja', '/ja/account-setting/security#password'],
])(
  'redirects password managers with language %s to the page that changes passwords',
  async (language, page) => {
    const server = await createTestServer()
    const ask = new Request(`${ORIGIN}/.well-known/change-password`, {
      headers: { 'accept-language': language },
    })
    const reply = await server.fetch(ask)
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toBe(`${ORIGIN}${page}`)
  },
)

test('answers live but not ready without its database', async () => {
  const server = await createTestServer()
  await server.database.query.schema.dropTable('migrations').execute()
  expect((await server.fetch(new Request(`${ORIGIN}/healthz`))).status).toBe(200)
  expect((await server.fetch(new Request(`${ORIGIN}/readyz`))).status).toBe(503)
})

test('rejects calls while it stops', async () => {
  const server = await createTestServer()
  const client = server.client()
  const accountDeletion = server.close()
  const answer = await client.call(accountInfo, {})
  expect(answer.status).toBe(503)
  expect(answer.error).toBe('shutting_down')
  expect(answer.headers.get('retry-after')).toBe('1')
  await accountDeletion
})

test('closes connections after their reply while draining', async () => {
  const { app } = await createTestServer()
  const port = await app.listen('127.0.0.1', 0)
  const get = async (path: string): Promise<Response> =>
    await fetch(`http://127.0.0.1:${port}${path}`)
  expect((await get('/readyz')).headers.get('connection')).toBe('keep-alive')
  app.drain()
  for (const [path, status] of [
    ['/readyz', 503],
    ['/healthz', 200],
    ['/passport/web/seal_key?aid=1001', 200],
  ] as const) {
    const reply = await get(path)
    expect([path, reply.status, reply.headers.get('connection')]).toEqual([path, status, 'close'])
  }
})

test('rejects a flood from one network, but not from this machine', async () => {
  const server = await createTestServer({ settings: { CALLS_PER_ADDRESS_10S: '5' } })
  const flood = server.client('192.0.2.1')
  for (let call = 0; call < 5; call++) await flood.call(accountInfo, {})
  const refused = await flood.call(accountInfo, {})
  expect(refused.status).toBe(429)
  expect(refused.error).toBe('server_busy')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const own = server.client()
  for (let call = 0; call < 10; call++) {
    expect((await own.call(accountInfo, {})).status).toBe(200)
  }
  server.clock.passSeconds(10)
  expect((await flood.call(accountInfo, {})).status).toBe(200)
})
