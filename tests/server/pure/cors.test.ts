import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const host = 'http://localhost:4322'

test('lets pages of registered origins read replies and the exposed headers, with cookies', async () => {
  const server = await createTestServer()
  const { headers } = await server.client().call(accountInfo, {}, { aid: 1002, origin: host })
  expect(headers.get('access-control-allow-origin')).toBe(host)
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  expect(headers.get('access-control-expose-headers')).toContain('x-tt-passport-csrf-token')
  expect(headers.get('access-control-expose-headers')).toContain('x-tt-logid')
  expect(headers.get('vary')).toContain('Origin')
})

test('checks on each call whether the origin belongs to the application', async () => {
  const server = await createTestServer()
  const other = await server.client().call(accountInfo, {}, { aid: 1001, origin: host })
  expect(other.status).toBe(403)
  const own = await server.client().call(accountInfo, {}, { aid: 1002, origin: ORIGIN })
  expect(own.error).toBe('session_expired')
  const alias = await server
    .client()
    .call(accountInfo, {}, { aid: 1001, origin: 'http://127.0.0.1:4321' })
  expect(alias.error).toBe('session_expired')
})

test('accepts preflights of registered origins only, for ten minutes', async () => {
  const server = await createTestServer()
  const good = await preflight(server, host)
  expect(good.status).toBe(204)
  expect(good.headers.get('access-control-allow-origin')).toBe(host)
  expect(good.headers.get('access-control-max-age')).toBe('600')
  for (const origin of ['https://evil.example', 'null']) {
    const bad = await preflight(server, origin)
    expect(bad.headers.has('access-control-allow-origin')).toBe(false)
  }
})

test('lets pages of registered origins send headers of their own, as tracing tools do', async () => {
  const server = await createTestServer()
  const requestHeaders = 'content-type,sentry-trace,traceparent,x-tt-passport-csrf-token'
  const { headers } = await preflight(server, host, requestHeaders)
  expect(headers.get('access-control-allow-headers')).toBe(requestHeaders)
  const bad = await preflight(server, 'https://evil.example', requestHeaders)
  expect(bad.headers.has('access-control-allow-headers')).toBe(false)
})

test('accepts the preflight of a new application', async () => {
  const server = await createTestServer()
  const origin = 'https://books.example'
  const { registeredApps: apps } = server.app.services
  const [app] = await apps.all()
  if (app === undefined) throw new Error('The server has no application.')
  await apps.insert({ ...app, aid: 2001, origins: [origin] }, 0)
  server.clock.passSeconds(2)
  // No other call comes between: browsers make none before this one was answered.
  const answers = await Promise.all([preflight(server, origin), preflight(server, origin)])
  expect(answers.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
    origin,
    origin,
  ])
})

test('lets pages of other origins read nothing', async () => {
  const server = await createTestServer()
  const evil = { origin: 'https://evil.example' }
  const { headers, status } = await server.client().call(accountInfo, {}, evil)
  expect(status).toBe(403)
  expect(headers.has('access-control-allow-origin')).toBe(false)
})

async function preflight(
  server: TestServer,
  origin: string,
  requestHeaders = 'x-tt-passport-csrf-token',
): Promise<Response> {
  return await server.fetch(
    new Request(`${ORIGIN}/passport/web/user/login/`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requestHeaders,
      },
    }),
  )
}
