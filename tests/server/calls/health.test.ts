import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
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

test('serves whoever connected before it stopped listening, for a second', async () => {
  const { app } = await createTestServer()
  const port = await app.listen('127.0.0.1', 0)
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')] as const
  const texts = sockets.map(async (socket) => await text(socket))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // Both are accepted, and one has begun.
  sockets[1].write('GET /passport/web/seal_key?aid=1001 HTTP/1.1\r\n')
  await sleep(100)
  const closed = app.close()
  sockets[0].write('GET /passport/web/seal_key?aid=1001 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const served = await texts[0]
  expect(served).toMatch(/^HTTP\/1\.1 200 .*connection: close.*"message":"success"/is)
  await sleep(1100)
  sockets[1].write('host: localhost\r\n\r\n')
  const late = await texts[1]
  expect(late).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1.*"name":"shutting_down"/is)
  await closed
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
