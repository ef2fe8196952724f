import fc from 'fast-check'
import { is } from 'superstruct'
import { expect, test } from 'vitest'
import { collectorEndpoints } from '#protocol/index.ts'
import { MONITOR_VERSION } from '#protocol/telemetry-kinds.ts'
import type { CollectorEndpoint } from '#protocol/telemetry.ts'
import { DAY_MS } from '../../../server/lib/clock.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { summarise } from '../../../server/telemetry/read.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

interface Post {
  body: unknown
  headers?: Record<string, string>
  address?: string
}

async function post(
  server: TestServer,
  path: string,
  { body, headers, address }: Post,
): Promise<{
  status: number
  headers: Headers
  reply: unknown
}> {
  const request = new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const reply = await server.fetch(request, address)
  return { status: reply.status, headers: reply.headers, reply: await reply.json() }
}

async function counted(server: TestServer): Promise<Record<string, number>> {
  await server.settled()
  const statistics = summarise(await server.app.services.telemetry.since(''))
  return Object.fromEntries(
    statistics.map(({ aid, kind, name, count }) => [`${aid} ${kind} ${name}`, count]),
  )
}

const header = { app_id: 1001 }
const batch = [{ events: [{ event: 'screen_shown' }, { event: 'signed_in' }], header }]
const monitored = {
  ev_type: 'batch',
  version: MONITOR_VERSION,
  list: [
    { ev_type: 'http', payload: { name: 'user_login', duration: 120 } },
    { ev_type: 'http', payload: { name: 'user_login', duration: 3000 } },
    { ev_type: 'js_error', payload: { name: 'TypeError', message: 'ann@example.com is not' } },
  ],
}

test.each(collectorEndpoints.map(({ path }) => path))(
  'rejects JSON at %s that is nested deeper than any report',
  async (path) => {
    const server = await createTestServer()
    const body = '['.repeat(60_000) + ']'.repeat(60_000)
    const request = new Request(ORIGIN + path, { method: 'POST', body })
    expect((await server.app.fetch(request)).status).toBe(400)
  },
)

test('issues a visitorId of 19 digits that fits 64 bits', async () => {
  const server = await createTestServer()
  const body = { app_id: 1001, url: ORIGIN, user_agent: 'x', referer: '', user_unique_id: '' }
  const ids = new Set<string>()
  for (let time = 0; time < 5; time++) {
    const { status, reply } = await post(server, '/v1/user/webid', { body })
    expect(status).toBe(200)
    expect(reply).toEqual({ e: 0, web_id: expect.stringMatching(/^[1-8]\d{18}$/), ssid: '' })
    ids.add((reply as { web_id: string }).web_id)
  }
  expect(ids.size).toBe(5)
})

test('stores only counts of events by application and name', async () => {
  const server = await createTestServer()
  const first = await post(server, '/v1/list', { body: batch })
  expect(first.reply).toEqual({ e: 0, sc: 2 })
  expect(first.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  const asText = { 'content-type': 'text/plain;charset=UTF-8' }
  const beacon = await post(server, '/v1/list/', { body: batch, headers: asText })
  expect(beacon.reply).toEqual({ e: 0, sc: 2 })
  const odd = [{ events: [{ event: 'ann@example.com', params: '{"a":1}' }], header, user: {} }]
  await post(server, '/v1/list', { body: odd })
  expect(await counted(server)).toEqual({
    '1001 event screen_shown': 2,
    '1001 event signed_in': 2,
    '1001 event other': 1,
  })
})

test('accepts JSON from registered origins only', async () => {
  const server = await createTestServer()
  const ask = async (origin: string): Promise<string | null> => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const request = new Request(`${ORIGIN}/v1/list/`, { method: 'OPTIONS', headers })
    return (await server.fetch(request)).headers.get('access-control-allow-origin')
  }
  expect(await ask('http://localhost:4322')).toBe('http://localhost:4322')
  expect(await ask('https://evil.example')).toBeNull()
})

test('counts monitoring events with durations, which an operator can list', async () => {
  const server = await createTestServer()
  const path = '/monitor_browser/collect/batch'
  const { status, reply } = await post(server, `${path}/?biz_id=1001`, { body: monitored })
  expect([status, reply]).toEqual([200, {}])
  await post(server, `${path}?biz_id=1001`, { body: monitored })
  await server.settled()
  const { output: text } = await typeCommand(server, ['telemetry'])
  expect(text).toMatch(/1001\s+http\s+user_login\s+4\s+1560\s+up to 250\s+up to 5000/)
  expect(text).toMatch(/1001\s+js_error\s+TypeError\s+2/)
  expect(text).not.toContain('ann@')
})

test('adds counts over flushes, instances and days', async () => {
  const server = await createTestServer()
  await post(server, '/v1/list', { body: batch })
  await counted(server)
  server.clock.passSeconds(86_400)
  await post(server, '/v1/list', { body: batch })
  expect(await counted(server)).toMatchObject({ '1001 event signed_in': 2 })
  const tallies = await server.app.services.telemetry.since('')
  expect(new Set(tallies.map(({ day }) => day)).size).toBe(2)
  await cleanUp(server.database.query, 'test', server.clock.now(), () => false, {
    eventsMs: DAY_MS,
    auditMs: DAY_MS,
    telemetryMs: 0,
    attemptsMs: 1,
  })
  expect(await counted(server)).toMatchObject({ '1001 event signed_in': 1 })
})

test.each([{ 'sec-gpc': '1' }, { dnt: '1' }])(
  'accepts and ignores events with %j',
  async (headers) => {
    const server = await createTestServer()
    expect((await post(server, '/v1/list', { body: batch, headers })).reply).toEqual({
      e: 0,
      sc: 0,
    })
    const path = '/monitor_browser/collect/batch?biz_id=1001'
    expect((await post(server, path, { body: monitored, headers })).reply).toEqual({})
    expect(await counted(server)).toEqual({})
  },
)

test.each([
  ['broken JSON', '{', {}],
  ['another shape', { events: [] }, {}],
  ['an unknown application', [{ events: [{ event: 'signed_in' }], header: { app_id: 9 } }], {}],
  ['a page that may not report', batch, { origin: 'https://evil.example' }],
  [
    'too many events',
    [{ events: Array.from({ length: 21 }, () => ({ event: 'signed_in' })), header }],
    {},
  ],
  ['too large a body', JSON.stringify([{ x: 'x'.repeat(300_000) }]), {}],
])('ignores %s without an error', async (_, body, headers) => {
  const server = await createTestServer()
  const { status, reply } = await post(server, '/v1/list', { body, headers })
  expect([status, reply]).toEqual([200, { e: 0, sc: 0 }])
  expect(await counted(server)).toEqual({})
})

test.each(['{"toString":null}', '[{"events":[{"event":{"toString":1}}]}]'])(
  'counts nothing of %s, which no error can print',
  async (body) => {
    const server = await createTestServer()
    expect((await post(server, '/v1/list', { body })).status).toBe(200)
    expect(await counted(server)).toEqual({})
  },
)

test('replies in its own form to any input', async () => {
  const server = await createTestServer()
  const anything = fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.constantFrom<CollectorEndpoint>(...collectorEndpoints),
      async (body, endpoint) => {
        const { status, reply } = await post(server, `${endpoint.path}?biz_id=1001`, { body })
        expect(status).toBe(200)
        expect(is(reply, endpoint.reply)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('limits the counts of one network', async () => {
  const server = await createTestServer()
  for (let time = 0; time < 60; time++) {
    const { status } = await post(server, '/v1/list', { body: batch, address: '203.0.113.9' })
    expect(status).toBe(200)
  }
  expect(await counted(server)).toMatchObject({ '1001 event signed_in': 50 })
})

test('deletes expired security events', async () => {
  const server = await createTestServer()
  await server.person()
  const { events } = server.app.services
  server.clock.passSeconds(86_400)
  const kept = { eventsMs: 2 * DAY_MS, auditMs: 2 * DAY_MS, telemetryMs: DAY_MS, attemptsMs: 1 }
  await cleanUp(server.database.query, 'test', server.clock.now(), () => false, kept)
  expect(await events.latest({}, 10)).toHaveLength(1)
  const short = { eventsMs: DAY_MS / 2, auditMs: DAY_MS / 2, telemetryMs: DAY_MS, attemptsMs: 1 }
  await cleanUp(server.database.query, 'test', server.clock.now(), () => false, short)
  expect(await events.latest({}, 10)).toEqual([])
})
