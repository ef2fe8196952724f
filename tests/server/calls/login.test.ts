import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin, smsLogin } from '#protocol/web/login.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

test('signs in by any spelling of an e-mail address, and by `account`', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  const { password } = ann
  for (const payload of [
    { email: 'ann@example.com', password },
    { email: ' Ann@EXAMPLE.com ', password },
    { account: 'ANN@example.com', password },
  ]) {
    const { data } = await server.client().call(passwordLogin, payload)
    expect(data).toMatchObject({ user_id_str: ann.userId, new_user: 0, connects: [] })
  }
})

test('signs in by mobile number and password', async () => {
  const server = await createTestServer()
  const ann = await server.person({ mobile: '+819012345678' })
  const { password } = ann
  for (const [payload, params] of [
    [{ mobile: '+81 90 1234 5678', password }, {}],
    [{ account: '+819012345678', password }, {}],
    [{ account: '090-1234-5678', password }, { a_region: '81' }],
  ] as const) {
    const { data } = await server.client().call(passwordLogin, payload, { params })
    expect(data.user_id_str).toBe(ann.userId)
  }
})

test('replaces the session of the browser at each sign-in', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const first = client.cookies.get('sessionid')
  await client.call(passwordLogin, { email, password })
  const second = client.cookies.get('sessionid')
  expect(second).not.toBe(first)
  const stolen = server.client()
  stolen.cookies.set('sessionid', first ?? '')
  expect((await stolen.call(accountInfo, {})).error).toBe('session_expired')
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
})

test('sends the session token in an HttpOnly cookie, and stores its hash', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const { headers } = await server.client().call(passwordLogin, { email, password })
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('sessionid='))
  expect(line).toMatch(/^sessionid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = line?.slice('sessionid='.length, 'sessionid='.length + 43) ?? ''
  const rows = await server.database.query.selectFrom('sessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('marks cookies Secure on https', async () => {
  const settings = {
    PUBLIC_ORIGIN: 'https://id.example.com',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'id@example.com',
  }
  const server = await createTestServer({ settings })
  const reply = await server.fetch(
    new Request(`${ORIGIN}/passport/web/account/info/v2?aid=1001&account_sdk_source=web`),
  )
  for (const cookie of reply.headers.getSetCookie()) expect(cookie).toContain('; Secure')
  expect(reply.headers.get('strict-transport-security')).toContain('max-age=31536000')
})

test('returns the session token to apps, and accepts it in a header', async () => {
  const server = await createTestServer()
  const { email, password, userId } = await server.person()
  const params = { account_sdk_source: 'app' }
  const program = { family: 'mobile', origin: null, params } as const
  const answer = await server.client().call(passwordLogin, { email, password }, program)
  const key = answer.data.session_key
  expect(key).toMatch(/^[\w-]{43}$/)
  const info = await server
    .client()
    .call(accountInfo, {}, { ...program, headers: { 'x-tt-token': key } })
  expect(info.data.user_id_str).toBe(userId)
  expect(info.data.session_key).toBe(key)
})

test('does not reveal the session token of a cookie to scripts', async () => {
  const { client } = await (await createTestServer()).person()
  const { data } = await client.call(accountInfo, {}, { params: { account_sdk_source: 'app' } })
  expect(data.session_key).toBe('')
})

test('gives the same reply to a wrong password and an unknown account', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  const wrong = await server.client().call(passwordLogin, { email, password: 'eight otters' })
  const unknown = await server
    .client()
    .call(passwordLogin, { email: 'nobody@example.com', password: 'eight otters' })
  const codeOnly = await server.client().call(sendCode, { email: 'cat@example.com', type: 13 })
  expect(codeOnly.error).toBeUndefined()
  const code = await server.codeFor('cat@example.com')
  await server.client().call(emailCodeLogin, { email: 'cat@example.com', code })
  const without = await server
    .client()
    .call(passwordLogin, { email: 'cat@example.com', password: 'eight otters' })
  for (const answer of [wrong, unknown, without]) {
    expect(answer.status).toBe(200)
    expect(withoutLogId(answer.data)).toEqual(withoutLogId(wrong.data))
    expect(answer.error).toBe('password_error')
  }
})

test('signs in with a code, and creates an account for a new address', async () => {
  const server = await createTestServer()
  const client = server.client()
  const email = 'new@example.com'
  await client.call(sendCode, { email, type: 13 })
  const first = await client.call(emailCodeLogin, { email, code: await server.codeFor(email) })
  expect(first.data).toMatchObject({ new_user: 1, has_password: 0 })
  server.clock.passSeconds(60)
  await client.call(sendCode, { email, type: 13 })
  const again = await client.call(emailCodeLogin, { email, code: await server.codeFor(email) })
  expect(again.data).toMatchObject({ new_user: 0, user_id_str: first.data.user_id_str })
})

test('rejects a new number with login_only only after a correct code', async () => {
  const server = await createTestServer()
  const client = server.client()
  const mobile = '+819012345678'
  await client.call(sendCode, { mobile, type: 24 })
  const code = await server.codeFor(mobile)
  const wrong = code === '000000' ? '111111' : '000000'
  const guess = await client.call(smsLogin, { mobile, code: wrong, login_only: 1 })
  expect(guess.error).toBe('code_error')
  expect((await client.call(smsLogin, { mobile, code, login_only: 1 })).error).toBe('unregistered')
})

test('names the missing field, and 1201 for the code', async () => {
  const server = await createTestServer()
  const client = server.client()
  const noCode = await client.call(emailCodeLogin, { email: 'a@example.com', code: '' })
  expect(noCode.body.error_code).toBe(1201)
  const noPassword = await client.call(passwordLogin, { email: 'a@example.com', password: '' })
  expect(noPassword.body.error_code).toBe(1010)
  expect(noPassword.data.fields).toEqual([{ field: 'password', rule: 'required' }])
})

test('returns the account, with the full address only on request', async () => {
  const server = await createTestServer()
  const { client, email } = await server.person()
  expect((await client.call(accountInfo, { get_info_type: 2 })).data.email).toBe(email)
  const masked = await client.call(accountInfo, {}, { method: 'POST' })
  expect(masked.data.email).toMatch(/^p\*\*\*@/)
  const nobody = await server.client().call(accountInfo, {})
  expect(nobody.status).toBe(200)
  expect(nobody.data).toMatchObject({ name: 'session_expired', user_id: 0, user_id_str: '0' })
})

test('returns a different account id to each application', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const site = await client.call(accountInfo, {})
  const host = await client.call(accountInfo, {}, { aid: 1002 })
  expect(site.data.user_id).toBe(host.data.user_id)
  expect(site.data.sec_user_id).not.toBe(host.data.sec_user_id)
})

test('reveals a ban only after a correct password', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  await server.database.query.updateTable('accounts').set({ state: 'banned' }).execute()
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  const wrong = await server.client().call(passwordLogin, { email, password: 'eight otters' })
  expect(wrong.error).toBe('password_error')
  const right = await server.client().call(passwordLogin, { email, password })
  expect(right.error).toBe('account_banned')
})

test('redirects only to registered origins', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  for (const [next, expected] of [
    ['/blog?page=2#top', '/blog?page=2#top'],
    ['http://localhost:4321/changelog', '/changelog'],
    ['https://evil.example/', '/'],
  ] as const) {
    const { body } = await server.client().call(passwordLogin, { email, password, next })
    expect(body.redirect_url).toBe(expected)
  }
  // Apps and clients of the central sign-in host do not count as pages of the site.
  for (const family of ['mobile', 'sso', 'root'] as const) {
    const call = { email, password, service: '/blog?page=2' }
    const { body } = await server.client().call(passwordLogin, call, { family })
    expect(body.redirect_url).toBe(`${ORIGIN}/blog?page=2`)
  }
  const fromHost = await server
    .client()
    .call(
      passwordLogin,
      { email, password, next: 'http://localhost:4322/done' },
      { aid: 1002, origin: 'http://localhost:4322' },
    )
  expect(fromHost.data.redirect_url).toBe('http://localhost:4322/done')
})

function withoutLogId(data: Record<string, unknown>): object {
  return { ...data, log_id: '' }
}
