import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { readAnswer, type Answer } from '../../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const csrfHeader = 'x-tt-passport-csrf-token'

test('gives each browser a signed token, in two cookies and an exposed header', async () => {
  const server = await createTestServer()
  const { headers } = await server.client().call(accountInfo, {})
  const token = headers.get(csrfHeader) ?? ''
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  const cookies = headers.getSetCookie()
  for (const name of ['passport_csrf_token', 'passport_csrf_token_default']) {
    expect(cookies).toContain(`${name}=${token}; Max-Age=5184000; Path=/; SameSite=Lax`)
  }
})

test('rejects a POST without the header, with another value, or with a token of another session', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const token = ann.client.cookies.get('passport_csrf_token') ?? ''
  const bobs = bob.client.cookies.get('passport_csrf_token') ?? ''
  const session = ann.client.cookies.get('sessionid') ?? ''
  for (const [cookie, header] of [
    [token, ''],
    [token, bobs],
    [bobs, bobs],
    ['planted', 'planted'],
    ['', token],
  ] as const) {
    const answer = await post(server, {
      cookie: `sessionid=${session}${cookie && `; passport_csrf_token=${cookie}`}`,
      [csrfHeader]: header,
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ error_code: 2035, message: 'error' })
  }
  const good = await post(server, {
    cookie: `sessionid=${session}; passport_csrf_token=${token}`,
    [csrfHeader]: token,
  })
  expect(good.error).toBeUndefined()
})

test('issues a valid token with the rejection, so that a page can try again', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const planted = 'f'.repeat(64)
  client.cookies.set('passport_csrf_token', planted)
  client.cookies.set('passport_csrf_token_default', planted)
  expect((await client.call(updateUser, { name: 'Ann' })).status).toBe(403)
  expect((await client.call(updateUser, { name: 'Ann' })).error).toBeUndefined()
})

test('issues a new token at sign-in, bound to the session', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(accountInfo, {})
  const before = client.cookies.get('passport_csrf_token')
  await client.call(sendCode, { email: 'ann@example.com', type: 13 })
  expect(client.cookies.get('passport_csrf_token')).toBe(before)
  const ann = await server.person()
  const token = ann.client.cookies.get('passport_csrf_token')
  expect(token).not.toBe(before)
})

test('lets a browser whose session has expired sign in again', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  await server.database.query.deleteFrom('sessions').execute()
  client.cookies.set('passport_csrf_token', 'f'.repeat(64))
  await client.call(accountInfo, {})
  const answer = await client.call(sendCode, { email: 'new@example.com', type: 13 })
  expect(answer.error).toBeUndefined()
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:4322' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])('rejects a POST from %j', async (headers) => {
  const server = await createTestServer()
  const answer = await post(server, { ...headers, [csrfHeader]: 'x' })
  expect(answer.status).toBe(403)
  expect(answer.error).toBe('csrf_error')
})

test('rejects GET calls that a page of another site embeds', async () => {
  const server = await createTestServer()
  const reply = await server.fetch(
    new Request(`${ORIGIN}/passport/web/account/info/v2?aid=1001&account_sdk_source=web`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    }),
  )
  expect(reply.status).toBe(403)
})

test('requires no token for calls that only read', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const session = client.cookies.get('sessionid') ?? ''
  const check = async (cookie: string): Promise<Answer> =>
    await post(server, { cookie: `sessionid=${cookie}`, origin: ORIGIN }, 'account/info/v2')
  expect((await check(session)).error).toBeUndefined()
  expect((await check('0'.repeat(64))).error).toBe('session_expired')
})

test('accepts the first POST with a registered origin and no cookie', async () => {
  const server = await createTestServer()
  const first = await post(server, { origin: ORIGIN })
  expect(first.error).toBe('session_expired')
  expect(first.headers.getSetCookie().join()).toContain('passport_csrf_token=')
})

test('takes `{}` as JSON for a call without fields, such as a session check', async () => {
  const server = await createTestServer()
  const check = async (body: string): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    const address = `${ORIGIN}/passport/web/account/info?aid=1001`
    const request = new Request(address, { method: 'POST', headers, body })
    return await readAnswer(await server.fetch(request))
  }
  expect(await check('{}')).toMatchObject({ status: 200, error: 'session_expired' })
  expect(await check('{"a":1}')).toMatchObject({ status: 415 })
  expect(await check('[]')).toMatchObject({ error: 'bad_body' })
})

test('names the content type that a call accepts', async () => {
  const server = await createTestServer()
  const request = new Request(`${ORIGIN}/passport/web/user/update?aid=1001`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: '{"name":"Ann"}',
  })
  const answer = await readAnswer(await server.fetch(request))
  expect([answer.status, answer.error]).toEqual([415, 'bad_content_type'])
  expect(answer.data.accepts).toBe('application/x-www-form-urlencoded')
})

test('lets a client without cookies call without a token', async () => {
  const server = await createTestServer()
  const answer = await post(server, {})
  expect(answer.error).toBe('session_expired')
})

async function post(
  server: TestServer,
  headers: Record<string, string>,
  call = 'user/update',
): Promise<Answer> {
  return await readAnswer(
    await server.fetch(
      new Request(`${ORIGIN}/passport/web/${call}?aid=1001&account_sdk_source=web`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ name: 'Ann' }),
      }),
    ),
  )
}
