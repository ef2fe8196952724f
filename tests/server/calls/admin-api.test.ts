import { describe, expect, test } from 'vitest'
import { typeCommand } from '../../support/command.ts'
import { addToken, adminClient, createAdmin, createAdminServer } from '../../support/admin-api.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const PROBLEM = 'application/problem+json'

test('does not exist where it is off', async () => {
  const server = await createTestServer()
  const { text } = await addToken(server)
  const { status, headers } = await server
    .fetch(
      new Request(`${ORIGIN}/admin/v1/users`, { headers: { authorization: `Bearer ${text}` } }),
    )
    .then((reply) => reply)
  expect(status).toBe(404)
  expect(headers.get('content-type')).not.toContain('problem')
})

describe('a token', () => {
  test('reads accounts, newest first, page by page', async () => {
    const { server, call } = await createAdmin()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.unshift((await server.person()).userId)
      server.clock.passSeconds(1)
    }
    const first = await call('GET', '/users?limit=2')
    expect(first.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const second = await call('GET', `/users?limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(second.body.next_cursor).toBeUndefined()
    const one = await call('GET', `/users/${ids[0]}`)
    expect(one.body).toEqual(first.body.users[0])
    expect(one.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
  })

  test('is refused when it is wrong, ended, expired, in the query or from another network', async () => {
    const server = await createAdminServer()
    const { text, id } = await addToken(server)
    const elsewhere = await addToken(server, { flags: ['--from', '10.0.0.0/8'] })
    const ask = adminClient(server, text)
    const refused = { status: 401, body: { type: 'urn:passport:invalid_token' } }
    expect((await ask('GET', '/users')).status).toBe(200)
    const inside = await adminClient(server, elsewhere.text)('GET', '/users', {
      address: '10.2.3.4',
    })
    expect(inside.status).toBe(200)
    expect(await adminClient(server, elsewhere.text)('GET', '/users')).toMatchObject(refused)
    expect(await adminClient(server, `${text.slice(0, -1)}_`)('GET', '/users')).toMatchObject(
      refused,
    )
    const bare = await server.fetch(new Request(`${ORIGIN}/admin/v1/users?access_token=${text}`))
    expect(bare.status).toBe(401)
    expect(bare.headers.get('content-type')).toContain(PROBLEM)
    expect(await typeCommand(server, ['token', 'end', id])).toMatchObject({ code: 0 })
    expect(await ask('GET', '/users')).toMatchObject(refused)
    const other = adminClient(server, (await addToken(server)).text)
    expect((await other('GET', '/users')).status).toBe(200)
    server.clock.passSeconds(33 * 86_400)
    expect(await other('GET', '/users')).toMatchObject(refused)
    expect((await typeCommand(server, ['token', 'list'])).output).toMatch(
      /ended[^]*expired|expired[^]*ended/,
    )
  })

  test('of another scope is told which one it lacks', async () => {
    const server = await createAdminServer()
    const ask = adminClient(server, (await addToken(server, { scopes: 'apps:read' })).text)
    expect(await ask('GET', '/users/1')).toMatchObject({
      status: 403,
      body: { type: 'urn:passport:insufficient_scope', detail: 'It needs users:read.' },
    })
  })

  test('makes callers wait after 50 calls in a second, and 20 wrong ones in a minute', async () => {
    const { server, call } = await createAdmin()
    for (let count = 0; count < 50; count++)
      expect((await call('GET', '/users/1')).status).toBe(404)
    const reply = await call('GET', '/users/1')
    expect(reply.status).toBe(429)
    expect(reply.headers.get('retry-after')).toBe('1')
    server.clock.passSeconds(1)
    expect((await call('GET', '/users/1')).status).toBe(404)
    const wrong = adminClient(server, 'ppa_wrong')
    const from = { address: '203.0.113.9' }
    for (let count = 0; count < 20; count++) {
      expect((await wrong('GET', '/users', from)).status).toBe(401)
    }
    expect((await wrong('GET', '/users', from)).status).toBe(429)
    expect((await wrong('GET', '/users', { address: '198.51.100.7' })).status).toBe(401)
    expect((await call('GET', '/users', from)).status).toBe(200)
  })
})

test.each([{ cookie: 'a=b' }, { origin: ORIGIN }])('refuses browsers: %j', async (headers) => {
  const { call } = await createAdmin()
  const reply = await call('GET', '/users', { headers })
  expect(reply).toMatchObject({ status: 403, body: { type: 'urn:passport:browser_refused' } })
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  expect((await call('OPTIONS', '/users', { headers: { origin: ORIGIN } })).status).toBe(403)
})

test('answers in its own form before any call is found', async () => {
  const { call } = await createAdmin({ CALLS_PER_ADDRESS_10S: '10' })
  const from = { address: '203.0.113.9' }
  const replies = []
  for (let count = 0; count < 11; count++) replies.push(await call('GET', '/users', from))
  const last = replies.at(-1)
  expect(last).toMatchObject({ status: 503, body: { type: 'urn:passport:unavailable' } })
  const broken = await call('GET', '/users/%E0%A4%A', { address: '198.51.100.7' })
  expect(broken).toMatchObject({ status: 400, body: { type: 'urn:passport:bad_request' } })
  expect(last?.headers.get('retry-after')).toBe('10')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = { username: 'someone' }
  expect(await call('POST', '/users', { body, headers })).toMatchObject({ status: 415 })
  const text = { 'content-type': 'text/plain' }
  expect(await call('POST', '/users', { body, headers: text })).toMatchObject({ status: 415 })
  const large = { username: 'x'.repeat(300_000) }
  expect(await call('POST', '/users', { body: large })).toMatchObject({ status: 413 })
  expect((await call('GET', '/nothing')).body.type).toBe('urn:passport:not_found')
})

test.each([
  ['PUT', '/users', 'GET, POST, HEAD'],
  ['POST', '/users/1', 'GET, PATCH, DELETE, HEAD'],
  ['GET', '/users/1/ban', 'POST'],
])('names the methods of a path to %s %s', async (method, path, allowed) => {
  const { call } = await createAdmin()
  const reply = await call(method, path)
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, allowed])
  expect(reply.body.type).toBe('urn:passport:method_not_allowed')
})

test('refuses a compressed body', async () => {
  const { call } = await createAdmin()
  const headers = { 'content-encoding': 'gzip' }
  expect(await call('POST', '/users', { body: { username: 'someone' }, headers })).toMatchObject({
    status: 415,
    body: { type: 'urn:passport:bad_content_type' },
  })
})

test('takes an empty id for none, not for all', async () => {
  const { server, call } = await createAdmin()
  const { userId } = await server.person()
  for (const [method, path] of [
    ['DELETE', `/users/${userId}/sessions/`],
    ['GET', `/users/${userId}/`],
  ] as const) {
    expect((await call(method, path)).body).toMatchObject({ type: 'urn:passport:not_found' })
  }
  expect((await call('GET', `/users/${userId}/sessions`)).body.sessions).toHaveLength(1)
})

test('says which fields are wrong', async () => {
  const { call } = await createAdmin()
  expect((await call('GET', '/users?limit=500&nonsense=1')).body).toMatchObject({
    status: 422,
    errors: [
      { field: 'limit', reason: 'max' },
      { field: 'nonsense', reason: 'unknown' },
    ],
  })
  for (const field of ['constructor', '__proto__', 'valueOf']) {
    const refusal = { status: 422, errors: [{ field, reason: 'unknown' }] }
    expect((await call('GET', `/users?${field}=1`)).body).toMatchObject(refusal)
    const body = JSON.parse(`{"username":"ann","${field}":1}`) as object
    expect((await call('POST', '/users', { body })).body).toMatchObject(refusal)
  }
})
