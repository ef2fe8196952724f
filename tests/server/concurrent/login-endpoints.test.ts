import { expect, test } from 'vitest'
import { pathsOf } from '#protocol/endpoint.ts'
import { sendCode } from '#protocol/web/codes.ts'
import {
  accountInfo,
  emailCodeLogin,
  emailLogin,
  passwordLogin,
  registerVerifyLogin,
  smsLogin,
  smsLoginContinue,
  smsLoginOnly,
} from '#protocol/web/login.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { readAnswer, type Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const mobile = '+819012345678'

async function textCode(server: TestServer, client: Client, to = mobile): Promise<string> {
  const sent = await client.call(sendCode, { mobile: to, type: 24 })
  if (sent.error !== undefined) throw new Error(sent.error)
  return await server.codeFor(to)
}

const verbs = { banned: 'ban', limited: 'limit', frozen: 'freeze' } as const

async function setState(server: TestServer, state: keyof typeof verbs): Promise<void> {
  const typed = ['user', verbs[state], email, '--reason', 'a test']
  expect((await typeCommand(server, typed)).code).toBe(0)
}

async function askFirst(server: TestServer): Promise<void> {
  const { registeredApps: apps } = server.app.services
  const site = (await apps.all()).find(({ aid }) => aid === SITE_AID)
  if (site === undefined) throw new Error('the site is not registered')
  await apps.update({ ...site, settings: { ...site.settings, confirm_register: true } })
  server.clock.passSeconds(31)
}

test('serves each sign-in in every family, with and without a trailing slash', async () => {
  const server = await createTestServer()
  const bodies = [
    [smsLogin, { mobile, code: '123456' }, 'code_expired'],
    [smsLoginOnly, { mobile, code: '123456' }, 'code_expired'],
    [emailCodeLogin, { email, code: '123456' }, 'code_expired'],
    [registerVerifyLogin, { email, code: '123456' }, 'code_expired'],
    [emailLogin, { email, password: 'x' }, 'password_error'],
    [smsLoginContinue, { sms_login_key: 'k'.repeat(43) }, 'login_key_expired'],
  ] as const
  for (const [endpoint, fields, error] of bodies) {
    for (const { path } of pathsOf(endpoint)) {
      const body = new URLSearchParams(fields)
      const url = `${ORIGIN}${path}/?aid=1001&account_sdk_source=web`
      const reply = await server.fetch(new Request(url, { method: 'POST', body }))
      const answer = await readAnswer(reply)
      // After six wrong passwords the rest of the paths answer that it is locked.
      expect([error, 'password_locked', 'captcha_slide'], path).toContain(answer.error)
    }
  }
  expect(pathsOf(smsLogin).map(({ path }) => path)).toContain('/quick_login/v2')
  expect(pathsOf(emailCodeLogin).map(({ path }) => path)).toContain('/activate_email/code_login')
  expect(pathsOf(passwordLogin).map(({ path }) => path)).toContain('/passport/aff/web/user/login')
})

test('signs in with a code of either type', async () => {
  const server = await createTestServer()
  const client = server.client()
  const first = await client.call(smsLogin, { mobile, code: await textCode(server, client) })
  expect(first.data.new_user).toBe(1)
  await client.call(sendCode, { mobile, type: 7 })
  const code = await server.codeFor(mobile)
  const again = await client.call(smsLoginOnly, { mobile, code, type: 7 })
  expect(again.data.user_id_str).toBe(first.data.user_id_str)
})

test('creates no account for a new number with login_only', async () => {
  const server = await createTestServer()
  const client = server.client()
  const code = await textCode(server, client)
  const answer = await client.call(smsLoginOnly, { mobile, code })
  expect(answer.body.error_code).toBe(1008)
  expect(await server.database.query.selectFrom('accounts').selectAll().execute()).toEqual([])
})

test('signs in with a mobile code at the path of e-mail codes', async () => {
  const server = await createTestServer()
  const client = server.client()
  const code = await textCode(server, client)
  const { data } = await client.call(emailCodeLogin, { mobile, code })
  expect(data.phone_collected).toBe(true)
})

test('asks before it creates an account if the application requires it', async () => {
  const server = await createTestServer()
  await askFirst(server)
  const client = server.client()
  const code = await textCode(server, client)
  const rejection = await client.call(smsLogin, { mobile, code })
  expect(rejection.body.error_code).toBe(8110)
  expect(rejection.data).toMatchObject({ subject_list: [], need_confirm_register: 1 })
  const sms_login_key = String(rejection.data.sms_login_key)
  expect(await server.database.query.selectFrom('accounts').selectAll().execute()).toEqual([])
  expect((await client.call(smsLogin, { mobile, code })).error).toBe('code_expired')

  const elsewhere = { sms_login_key, confirm_register: 1 } as const
  expect((await server.client().call(smsLoginContinue, elsewhere)).error).toBe('login_key_expired')
  const undecided = await client.call(smsLoginContinue, { sms_login_key })
  expect(undecided.data).toMatchObject({ name: 'choose_identity', sms_login_key })
  const all = await Promise.all(
    Array.from({ length: 20 }, () => client.call(smsLoginContinue, elsewhere)),
  )
  const successes = all.filter(({ error }) => error === undefined)
  expect(successes).toHaveLength(1)
  expect(successes[0]?.data.new_user).toBe(1)
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
})

test('rejects the key after ten minutes', async () => {
  const server = await createTestServer()
  await askFirst(server)
  const client = server.client()
  const rejection = await client.call(smsLogin, { mobile, code: await textCode(server, client) })
  server.clock.passSeconds(600)
  const key = String(rejection.data.sms_login_key)
  const late = await client.call(smsLoginContinue, { sms_login_key: key, confirm_register: 1 })
  expect(late.body.error_code).toBe(8111)
})

test('signs in or up in one call, and tells which', async () => {
  const server = await createTestServer()
  const client = server.client()
  const call = { email, password: 'seven quiet otters', name: 'Ann' }
  await client.call(sendCode, { email, type: 16 })
  const weak = { ...call, password: '12345678', code: await server.codeFor(email) }
  expect((await client.call(registerVerifyLogin, weak)).error).toBe('password_policy')
  const up = await client.call(registerVerifyLogin, { ...call, code: await server.codeFor(email) })
  expect(up.data).toMatchObject({ new_user: 1, has_password: 1, name: 'Ann' })

  await client.call(sendCode, { email, type: 13 })
  const other = { email, password: 'nine quiet otters', type: 13 }
  const back = await client.call(registerVerifyLogin, {
    ...other,
    code: await server.codeFor(email),
  })
  expect(back.data).toMatchObject({ new_user: 0, user_id_str: up.data.user_id_str })
  // Who has an account keeps its password.
  const kept = { email, password: 'seven quiet otters' }
  expect((await client.call(emailLogin, kept)).error).toBeUndefined()
})

test.each([
  ['banned', 1091],
  ['limited', 1092],
  ['frozen', 8202],
] as const)('reveals that an account is %s only after the proof', async (state, number) => {
  const server = await createTestServer()
  const { password } = await server.person({ email })
  await setState(server, state)
  const client = server.client()
  const wrong = await client.call(emailLogin, { email, password: 'eight otters' })
  expect(wrong.error).toBe('password_error')
  const right = await client.call(emailLogin, { email, password })
  expect(right.body.error_code).toBe(number)
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const byCode = await client.call(emailCodeLogin, { email, code })
  expect(byCode.body.error_code).toBe(number)
  expect(client.cookies.has('sessionid')).toBe(false)
})

test('returns the page about bans in the language of the call', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email })
  await setState(server, 'banned')
  for (const [language, page] of [
    ['en', '/banned'],
    ['ja', '/ja/banned'],
  ] as const) {
    const answer = await server
      .client()
      .call(emailLogin, { email, password }, { params: { language } })
    expect(answer.data.desc_url).toBe(page)
  }
})

test('returns a text and a support address with a final rejection', async () => {
  const settings = { APPEAL_URL: 'https://help.example.com/appeal' }
  for (const [given, desc_url] of [
    [settings, settings.APPEAL_URL],
    [{}, ''],
  ] as const) {
    const server = await createTestServer({ settings: given })
    const { password } = await server.person({ email })
    await setState(server, 'frozen')
    const client = server.client()
    const refused = await client.call(emailLogin, { email, password })
    expect(refused.data).toMatchObject({ desc_url, alert_text: refused.data.description })
    const wrong = await client.call(emailLogin, { email, password: 'eight otters' })
    expect(wrong.data).toMatchObject({ desc_url: '', alert_text: '' })
  }
})

test('returns a frozen account on request, without a session', async () => {
  const server = await createTestServer()
  const { password, userId } = await server.person({ email })
  await setState(server, 'frozen')
  const client = server.client()
  const need_frozen_user = 1
  const byPassword = await client.call(emailLogin, { email, password, need_frozen_user })
  expect(byPassword.data).toMatchObject({ user_id_str: userId, is_frozen: 1, session_key: '' })
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const byCode = await client.call(emailCodeLogin, { email, code, need_frozen_user })
  expect(byCode.data).toMatchObject({ user_id_str: userId, is_frozen: 1 })
  expect(client.cookies.has('sessionid')).toBe(false)
  expect((await client.call(emailCodeLogin, { email, code, need_frozen_user })).error).toBe(
    'code_expired',
  )
})

test('rejects missing and malformed fields with their numbers', async () => {
  const server = await createTestServer()
  const client = server.client()
  const numbers = []
  for (const [endpoint, fields] of [
    [smsLogin, { code: '123456' }],
    [smsLogin, { mobile: '12', code: '123456' }],
    [smsLogin, { mobile }],
    [emailLogin, { email }],
    [emailLogin, { email, password: 'x'.repeat(2000) }],
    [emailLogin, { email: 'ann', password: 'x' }],
    [smsLogin, { mobile, code: '123456', type: 4 }],
    [smsLogin, { mobile, code: '123456', type: 999 }],
    [smsLogin, { mobile, code: '123456', type: 13 }],
    [passwordLogin, { password: 'x' }],
    [passwordLogin, { email, account: 'ann', password: 'x' }],
  ] as const) {
    numbers.push((await client.call(endpoint, fields as never)).body.error_code)
  }
  expect(numbers).toEqual([1002, 1003, 1201, 1010, 1012, 8101, 1204, 1015, 1015, 8001, 8001])
})

test('accepts a code in one of a hundred sign-ins', async () => {
  const server = await createTestServer()
  const client = server.client()
  const code = await textCode(server, client)
  const all = await Promise.all(
    Array.from({ length: 100 }, () => server.client().call(smsLogin, { mobile, code })),
  )
  expect(all.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await server.database.query.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
}, 60_000)

test.each([7, 24, 1])(
  'accepts a code of type %i for signing in or up if the caller names none',
  async (type) => {
    const server = await createTestServer()
    const client = server.client()
    await client.call(sendCode, { mobile, type })
    const code = await server.codeFor(mobile)
    const answer = await client.call(registerVerifyLogin, { mobile, code })
    expect(answer.error).toBeUndefined()
    expect(answer.data.new_user).toBe(1)
  },
)

test('uses the type of the latest code by default', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { mobile, type: 1 })
  server.clock.passSeconds(61)
  await client.call(sendCode, { mobile, type: 7 })
  const code = await server.codeFor(mobile)
  expect((await client.call(emailCodeLogin, { mobile, code })).data.new_user).toBe(1)
})
