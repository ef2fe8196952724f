import { describe, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin } from '#protocol/web/login.ts'
import {
  emailRegister,
  mobileEmailRegister,
  mobileRegister,
  registerBind,
  registerVerify,
} from '#protocol/web/registration.ts'
import { createTestServer } from '../../support/test-server.ts'

const mobile = '+819012345678'
const password = 'seven quiet otters'

test('registers by e-mail and signs in', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  const { data } = await ann.client.call(accountInfo, {})
  expect(data).toMatchObject({
    user_id_str: ann.userId,
    user_id: Number(ann.userId),
    name: 'ann',
    email: 'a***@example.com',
    has_password: 1,
    new_user: 0,
    session_key: '',
  })
})

test('registers by mobile number, with or without a password', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { mobile: '138 0013 8000', type: 1 }, { params: { a_region: '86' } })
  const code = await server.codeFor('+8613800138000')
  const { data } = await client.call(mobileRegister, { mobile: '+8613800138000', code })
  expect(data).toMatchObject({
    mobile: '138****8000',
    country_code: 86,
    has_password: 0,
    new_user: 1,
    email: '',
  })
})

test('needs a password only where the application requires one', async () => {
  const server = await createTestServer()
  const send = async (email: string, type: number): Promise<string> => {
    await server.client().call(sendCode, { email, type })
    return server.codeFor(email)
  }
  const free = { email: 'ann@example.com', code: await send('ann@example.com', 16) }
  const ann = await server.client().call(emailRegister, free)
  expect(ann.data).toMatchObject({ has_password: 0, new_user: 1 })
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify({ password_required: true, unverified_mail: true }) })
    .execute()
  server.clock.passSeconds(61)
  const email = 'bea@example.com'
  const bea = { email, code: await send(email, 16) }
  const browser = server.client()
  for (const call of [emailRegister, mobileEmailRegister]) {
    expect((await browser.call(call, bea)).error).toBe('password_policy')
  }
  const { data } = await browser.call(registerVerify, bea)
  const ticket = data.ticket
  expect((await browser.call(registerBind, { ticket })).error).toBe('password_policy')
  const unproved = await browser.call(emailRegister, { email })
  expect(unproved.error).toBe('password_policy')
  const bound = await browser.call(registerBind, { ticket, password })
  expect(bound.data).toMatchObject({ has_password: 1, new_user: 1 })
  // A sign-in by code makes no account without one either.
  const cea = { email: 'cea@example.com', code: await send('cea@example.com', 13) }
  expect((await browser.call(emailCodeLogin, cea)).error).toBe('unregistered')
})

test('rejects names that imitate the product', async () => {
  const server = await createTestServer()
  const client = server.client()
  const email = 'support@example.com'
  await client.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  for (const name of ['Support', 'sup\u200bport', 'Ｓａｂｌｅ']) {
    const refused = await client.call(emailRegister, { email, code, password, name })
    expect(refused.error, name).toBe('text_refused')
  }
  const { data } = await client.call(emailRegister, { email, code, password })
  expect(data.name).toBe('user')
})

test('reveals that an address is registered only after a proof', async () => {
  const server = await createTestServer()
  await server.person({ email: 'ann@example.com' })
  server.clock.passSeconds(60)
  const client = server.client()
  const wrong = await client.call(emailRegister, {
    email: 'ann@example.com',
    code: '000000',
    password,
  })
  expect(wrong.error).toBe('code_expired')
  await client.call(sendCode, { email: 'ann@example.com', type: 16 })
  const [message] = await server.mail('ann@example.com')
  expect(message?.subject).toBe('You already have a Sable account')
  const right = await client.call(emailRegister, {
    email: 'Ann@Example.com',
    code: message?.code ?? '',
    password,
  })
  expect(right.error).toBe('has_registered')
})

test.each([
  ['otters', 'too_short'],
  ['x'.repeat(129), 'too_long'],
  ['passw0rd', 'too_common'],
  ['P@ssw0rd2024!', 'too_common'],
  ['monkeymonkey', 'too_common'],
  ['12345678', 'too_simple'],
  ['qwertyuiop', 'too_simple'],
  ['aaaaaaaa', 'too_simple'],
  ['Sable2026', 'context'],
  ['annalisa12', 'context'],
  ['Annalisa@example.com', 'context'],
  ['4nnalisa@example.com!', 'context'],
])('rejects the password %s as %s', async (weak, rule) => {
  const server = await createTestServer()
  const client = server.client()
  const answer = await client.call(emailRegister, {
    email: 'annalisa@example.com',
    code: '123456',
    password: weak,
  })
  expect(answer.error).toBe('password_policy')
  expect(answer.data.rule).toBe(rule)
})

test.each(['+8613800138000', '8613800138000', '861-3800-138000'])(
  'rejects the own number as the password %s',
  async (weak) => {
    const server = await createTestServer()
    const form = { mobile: '+8613800138000', code: '123456', password: weak }
    const answer = await server.client().call(mobileRegister, form)
    expect(answer.data.rule).toBe('context')
  },
)

test('counts code points of a password, and normalizes it', async () => {
  const server = await createTestServer()
  const ann = await server.person({ password: 'ｓｅｖｅｎ ｏｔｔｅｒｓ 🦦' })
  expect(ann.userId).not.toBe('0')
})

test.each([
  ['en', 'Choose a password of 15 to 128 characters'],
  ['ja', '15〜128文字のパスワード'],
  ['zh', '15 至 128 个字符'],
])('states in %s the minimum password length of the operator', async (lang, words) => {
  const server = await createTestServer({ settings: { PASSWORD_MIN_LENGTH: '15' } })
  const client = server.client()
  const email = 'ann@example.com'
  await client.call(sendCode, { email, type: 16 })
  const call = { email, code: await server.codeFor(email), password: 'quiet otter' }
  const { body, data } = await client.call(emailRegister, call, { params: { language: lang } })
  expect(body.description).toContain(words)
  expect(data).toMatchObject({ rule: 'too_short', min_length: 15 })
})

test('does not use the code when the password is rejected', async () => {
  const server = await createTestServer()
  const client = server.client()
  const email = 'ann@example.com'
  await client.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  expect((await client.call(emailRegister, { email, code, password: 'short' })).error).toBe(
    'password_policy',
  )
  expect((await client.call(emailRegister, { email, code, password })).error).toBeUndefined()
})

test('creates the account in one of fifty calls with the same code', async () => {
  const server = await createTestServer()
  const client = server.client()
  const email = 'ann@example.com'
  await client.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server.client().call(emailRegister, { email, code, password }),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('rejects registration for a closed application', async () => {
  const server = await createTestServer()
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify({ registration_open: false }) })
    .execute()
  server.clock.passSeconds(31)
  const answer = await server.client().call(emailRegister, {
    email: 'ann@example.com',
    code: '123456',
    password,
  })
  expect(answer.error).toBe('registration_closed')
})

describe('by either address', () => {
  test('creates the account for the proved address', async () => {
    const server = await createTestServer()
    const client = server.client()
    await client.call(sendCode, { mobile, type: 1 })
    const byMobile = await client.call(mobileEmailRegister, {
      mobile,
      code: await server.codeFor(mobile),
      birthday: '1990-02-28',
      name: '  Ann   Lee ',
    })
    expect(byMobile.data).toMatchObject({
      mobile: '901****5678',
      new_user: 1,
      birthday: '1990-02-28',
      name: 'Ann Lee',
    })
    const other = server.client()
    const email = 'bob@example.com'
    await other.call(sendCode, { email, type: 16 })
    const code = await server.codeFor(email)
    const byEmail = await other.call(mobileEmailRegister, { email, code, password })
    expect(byEmail.data).toMatchObject({ has_password: 1, email_collected: true })
  })

  test.each(['1990-02-30', '1990-13-01', '1700-01-01', 'yesterday'])(
    'refuses the birthday %s',
    async (birthday) => {
      const server = await createTestServer()
      const answer = await server
        .client()
        .call(mobileRegister, { mobile, code: '123456', birthday })
      expect(answer.error).toBe('bad_parameter')
    },
  )
})
