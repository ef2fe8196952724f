import { expect, test } from 'vitest'
import { pathsOf } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { createRoutes } from '../../../server/dispatch/routes.ts'
import { handlers } from '../../../server/endpoints/all.ts'
import { readAnswer, type Answer } from '../../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const login = '/passport/web/user/login?aid=1001&account_sdk_source=web'

test.each([
  ['an unknown application', login.replace('1001', '9999'), { body: 'account=a' }, 200, 16],
  ['no application at all', '/passport/web/user/login', { body: 'account=a' }, 200, 16],
  ['an unknown operation', '/passport/web/no/such/thing', { body: '' }, 404, 8004],
  ['an unknown captcha operation', '/captcha/nothing', { body: '' }, 404, 8004],
  ['an unknown form', '/form/nothing', { body: '' }, 404, 8004],
  ['the wrong method', login, { method: 'GET' }, 405, 8005],
  ['a body that is too large', login, { body: `account=${'a'.repeat(70_000)}` }, 413, 8003],
  ['a broken form', login, { body: 'account=%E0%A4%A' }, 400, 8002],
  ['a broken query', `${login}&next=%E0%A4%A`, { body: 'account=a' }, 400, 8002],
  ['another content type', login, { body: 'x', type: 'text/plain' }, 415, 8006],
  ['JSON where a form is due', login, { body: '{"a":1}', type: 'application/json' }, 415, 8006],
  ['an unknown interface', login.replace('=web', '=tv'), { body: 'account=a' }, 200, 8001],
  ['a repeated secret', login, { body: 'account=a&password=b&password=c' }, 200, 8001],
  [
    'a secret in the query and in the body',
    `${login}&password=b`,
    { body: 'account=a&password=c' },
    200,
    8001,
  ],
  ['a null character', login, { body: 'account=a%00b&password=c' }, 400, 8002],
  [
    'a null character deep in JSON',
    '/captcha/verify?aid=1001',
    { body: '{"a":[{"b":"\\u0000"}]}', type: 'application/json' },
    400,
    8002,
  ],
  ['two identifiers', login, { body: 'account=a&email=b%40c.de&password=c' }, 200, 8001],
] as const)('answers with the envelope to %s', async (_, path, request, status, code) => {
  const server = await createTestServer()
  const answer = await send(server, path, request)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({
    message: 'error',
    error_code: code,
    status_code: code,
    data: { error_code: code },
  })
  expect(answer.body.log_id).toMatch(/^\d{14}[0-9A-F]{20}$/)
  expect(answer.headers.get('x-tt-logid')).toBe(answer.body.log_id)
  expect(answer.data.log_id).toBe(answer.body.log_id)
})

test.each([
  [login, 'application/x-www-form-urlencoded'],
  ['/captcha/get?aid=1001', 'application/json'],
])('names the kinds of content that %s takes', async (path, accepts) => {
  const server = await createTestServer()
  for (const type of ['text/plain', 'text/xml', 'application/cbor']) {
    const answer = await send(server, path, { body: 'x', type })
    expect(answer.data).toMatchObject({ name: 'bad_content_type', accepts })
    expect(String(answer.data.description)).not.toContain('form')
  }
})

test('rejects JSON that is nested deeper than any call', async () => {
  const server = await createTestServer()
  const answer = await send(server, '/captcha/verify?aid=1001', {
    body: `{"deep":${'['.repeat(1000)}${']'.repeat(1000)}}`,
    type: 'application/json',
  })
  expect([answer.status, answer.error]).toEqual([400, 'bad_body'])
})

test('answers broken JSON, and JSON that is no object, with the envelope', async () => {
  const server = await createTestServer()
  for (const body of ['{', '[]', '7']) {
    const answer = await send(server, '/captcha/get?aid=1001', { body, type: 'application/json' })
    expect(answer.status).toBe(400)
    expect(answer.body.error_code).toBe(8002)
  }
})

test('names the methods that a path allows', async () => {
  const server = await createTestServer()
  const { headers } = await send(server, login, { method: 'PUT', body: '' })
  expect(headers.get('allow')).toBe('POST')
})

test('serves every path with and without a trailing slash, and never redirects', async () => {
  const server = await createTestServer()
  for (const path of ['/passport/web/account/info/v2', '/passport/web/account/info/v2/']) {
    const reply = await server.fetch(new Request(`${ORIGIN}${path}?aid=1001`))
    expect(reply.status).toBe(200)
  }
})

test('lets the body override the query, and the last of a repeated parameter count', async () => {
  const server = await createTestServer()
  const answer = await send(server, `${login}&language=zh`, {
    body: 'language=ja&language=en&account=nobody&password=x',
  })
  expect(answer.body.description).toBe('The account or the password is incorrect.')
})

test.each([
  ['en-GB', 'Something is missing'],
  ['ja', '入力'],
  ['zh-Hans', ''],
  ['fr', 'Something is missing'],
])('describes errors in %s', async (language, words) => {
  const server = await createTestServer()
  const { body } = await server.client().call(sendCode, { type: 13 }, { params: { language } })
  expect(body.description).toContain(words)
  expect(body.description).not.toBe('')
})

test('serves the same operation in every family, and adds the sso success rule', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  for (const family of ['web', 'mobile', 'aff', 'sso', 'root'] as const) {
    const { body } = await server.client().call(passwordLogin, { email, password }, { family })
    expect(body).toMatchObject({ message: 'success', error_code: 0, status_code: 0 })
  }
})

test('serves central hosts and older clients at their own paths', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const body = String(new URLSearchParams({ email, password }))
  for (const path of [
    '/passport/sso/aff/web/user/login',
    '/passport/sso/aff/user/login',
    '/passport/user/login/',
    '/passport/email/login',
    '/passport/email/login/',
  ]) {
    const answer = await send(server, `${path}?aid=1001`, { body })
    expect(answer.body.message, path).toBe('success')
  }
  const returned = String(new URLSearchParams({ platform: 'github', code: 'x', state: 'y' }))
  const back = await send(server, '/passport/auth/login/?aid=1001', { body: returned })
  expect(back.error).toBe('platform_unavailable')
  const unknown = await send(server, '/passport/sms_login?aid=1001', { body })
  expect(unknown.error).toBe('unknown_operation')
})

test('ignores unknown parameters, including names such as __proto__', async () => {
  const server = await createTestServer()
  const answer = await send(server, `${login}&msToken=1`, {
    body: '__proto__=1&constructor=2&toString=3&account=nobody&password=x',
  })
  expect(answer.error).toBe('password_error')
})

test('sends only the reply fields that the endpoint names', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data } = await client.call(accountInfo, {})
  for (const secret of ['passwordHash', 'password_hash', 'hash', 'state', 'account']) {
    expect(data).not.toHaveProperty(secret)
  }
})

test('hides the cause of a system error, and logs it under the same log id', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  await server.database.query.schema.dropTable('sessions').execute()
  const answer = await client.call(accountInfo, {})
  expect(answer.status).toBe(500)
  expect(answer.error).toBe('server_error')
  expect(JSON.stringify(answer.body)).not.toContain('sessions')
  expect(server.lines.some((line) => line.includes(answer.body.log_id))).toBe(true)
})

test('writes no secret and no address to the log', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann.secret@example.com' })
  await ann.client.call(passwordLogin, { email: ann.email, password: 'wrong secret words' })
  const log = server.lines.join('')
  expect(log).toContain('signed up')
  for (const secret of [
    'ann.secret',
    ann.password,
    'wrong secret',
    ann.client.cookies.get('sessionid'),
  ]) {
    expect(log).not.toContain(secret)
  }
})

test('forbids caching and sniffing for the replies of all endpoints', async () => {
  const server = await createTestServer()
  const { headers } = await server.client().call(accountInfo, {})
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('refuses two endpoints with one path, and an endpoint without handler', () => {
  const routes = createRoutes(groups, handlers)
  for (const row of Object.values(groups).flatMap((rows) => Object.values(rows))) {
    for (const { path } of pathsOf(row)) expect(routes.get(path)?.endpoint).toBe(row)
  }
  const clash = { a: { one: sendCode }, b: { two: { ...accountInfo, paths: sendCode.paths } } }
  const serve = (): object => ({})
  expect(() => createRoutes(clash, { a: { one: serve }, b: { two: serve } })).toThrow(
    /is claimed by send_code and account_info/,
  )
  expect(() => createRoutes({ a: { one: sendCode } }, {})).toThrow('no handler serves a.one')
})

interface Sent {
  method?: string
  body?: string
  type?: string
}

async function send(
  server: TestServer,
  path: string,
  { method = 'POST', body, type = form['content-type'] }: Sent,
): Promise<Answer> {
  const query = path.includes('language') || path.includes('?') ? path : `${path}?language=en`
  const reply = await server.fetch(
    new Request(ORIGIN + query, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    }),
  )
  return await readAnswer(reply)
}
