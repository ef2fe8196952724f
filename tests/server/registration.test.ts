import { describe, expect, test } from 'vitest'
import { emailBind, mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import {
  checkEmailRegistered,
  checkMobileRegistered,
  emailRegister,
  mobileEmailRegister,
  mobileRegister,
  noVerifyRegister,
  registerBind,
  registerVerify,
} from '#protocol/web/registration.ts'
import type { AppSettings } from '../../server/apps/app-settings.ts'
import type { Answer, Client } from '../support/client.ts'
import { passCaptcha } from '../support/pass-captcha.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'

const password = 'seven quiet otters'

test('signs a person up by e-mail and keeps them signed in', async () => {
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

test('signs a person up by mobile number, without a password where none is sent', async () => {
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

test('keeps names that speak for the product from new accounts', async () => {
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

test('says that an address is registered only to who proved it', async () => {
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
  ['password', 'too_common'],
  ['P@ssw0rd2024!', 'too_common'],
  ['monkeymonkey', 'too_common'],
  ['12345678', 'too_simple'],
  ['qwertyuiop', 'too_simple'],
  ['aaaaaaaa', 'too_simple'],
  ['Sable2026', 'context'],
  ['annalisa12', 'context'],
])('refuses the password %s as %s', async (weak, rule) => {
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

test('counts a long password in characters, and takes the same letters in another form', async () => {
  const server = await createTestServer()
  const ann = await server.person({ password: 'ｓｅｖｅｎ ｏｔｔｅｒｓ 🦦' })
  expect(ann.userId).not.toBe('0')
})

test('keeps the code good when the password was refused', async () => {
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

test('lets one of fifty calls with the same code make the account', async () => {
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

test('does not make accounts for an application that is closed', async () => {
  const server = await createTestServer()
  await server.database.query.updateTable('apps').set({ registration_open: 0 }).execute()
  server.clock.passSeconds(31)
  const answer = await server.client().call(emailRegister, {
    email: 'ann@example.com',
    code: '123456',
    password,
  })
  expect(answer.error).toBe('registration_closed')
})

describe('by either address', () => {
  test('makes the account for whichever was proved', async () => {
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

describe('in two steps', () => {
  test('makes nothing when the address is proved, and the account when the rest is there', async () => {
    const server = await createTestServer()
    const client = server.client()
    const ticket = await verify(server, client)
    expect(await accountsOf(server)).toEqual([])
    const weak = await client.call(registerBind, { ticket, password: '12345678' })
    expect(weak.error).toBe('password_policy')
    const made = await client.call(registerBind, { ticket, password, name: 'Ann' })
    expect(made.data).toMatchObject({ new_user: 1, name: 'Ann', mobile: '901****5678' })
    expect((await client.call(registerBind, { ticket })).error).toBe('ticket_expired')
  })

  test('counts for the same browser only, and for ten minutes', async () => {
    const server = await createTestServer()
    const client = server.client()
    const ticket = await verify(server, client)
    expect((await server.client().call(registerBind, { ticket })).error).toBe('ticket_expired')
    server.clock.passSeconds(600)
    expect((await client.call(registerBind, { ticket })).error).toBe('ticket_expired')
  })

  test('says when somebody else has taken the address meanwhile', async () => {
    const server = await createTestServer()
    const client = server.client()
    const ticket = await verify(server, client)
    server.clock.passSeconds(60)
    await server.person({ mobile })
    expect((await client.call(registerBind, { ticket })).error).toBe('mobile_has_bound')
  })

  test('lets one of a hundred calls use the ticket', async () => {
    const server = await createTestServer()
    const client = server.client()
    const ticket = await verify(server, client)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.call(registerBind, { ticket })),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await accountsOf(server)).toHaveLength(1)
  })
})

describe('with nothing proved', () => {
  const email = 'ann@example.com'

  test('is for applications that allow it', async () => {
    const server = await createTestServer()
    const client = server.client()
    const answer = await client.call(noVerifyRegister, { username: 'ann-lee', password })
    expect(answer.error).toBe('registration_closed')
    expect((await client.call(emailRegister, { email, password })).error).toBe('code_missing')
  })

  test('takes a user name after a captcha, and signs in with it', async () => {
    const server = await open({ no_verify_register: true })
    const client = server.client()
    const wanted = { username: ' Ann-Lee ', password }
    const asked = await client.call(noVerifyRegister, wanted)
    expect(asked.error).toBe('captcha_slide')
    await passCaptcha(server, client, asked)
    const made = await client.call(noVerifyRegister, { ...wanted, recaptcha_token: 'passed' })
    expect(made.data).toMatchObject({
      user_unique_name: 'ann-lee',
      app_user_info: { user_unique_name: 'ann-lee' },
      email_collected: false,
      new_user: 1,
    })
    const again = await client.call(noVerifyRegister, { ...wanted, recaptcha_token: 'passed' })
    expect(again.error).toBe('captcha_slide')
    const login = await server.client().call(passwordLogin, { username: 'ANN-LEE', password })
    expect(login.error).toBeUndefined()
  })

  test.each(['an', '1ann', 'ann@home', 'Ѕаblе', 'sab1e', 'аdmin', 'a..b', '12345678'])(
    'refuses the user name %j',
    async (username) => {
      const server = await open({ no_verify_register: true })
      const answer = await registerUnproved(server, server.client(), { username })
      expect(answer.error).toBe('text_refused')
    },
  )

  test('says that a name or an address is taken', async () => {
    const server = await open({ no_verify_register: true })
    await server.person({ email })
    expect((await registerUnproved(server, server.client(), { email })).error).toBe(
      'has_registered',
    )
    await registerUnproved(server, server.client(), { username: 'ann' })
    expect((await registerUnproved(server, server.client(), { username: 'ANN' })).error).toBe(
      'name_taken',
    )
    await registerUnproved(server, server.client(), { email: 'bob@example.com' })
    const twice = await registerUnproved(server, server.client(), { email: 'bob@example.com' })
    expect(twice.error).toBe('has_registered')
  })

  test('lets an unproved address sign in by password and do nothing else', async () => {
    const server = await open({ unverified_mail: true })
    const ann = server.client()
    const asked = await ann.call(emailRegister, { email, password })
    await passCaptcha(server, ann, asked)
    const made = await ann.call(emailRegister, { email, password }, { params: { is_resend: '1' } })
    expect(made.data).toMatchObject({ email: 'a***@example.com', email_collected: false })
    const login = await ann.call(passwordLogin, { email, password })
    expect(login.error).toBeUndefined()
    await ann.call(sendCode, { email, type: 6 })
    const [mail] = await server.mail(email)
    expect(mail?.subject).toBe('No Sable account under this address')
  })

  test('hands the account to the owner of the address, and leaves nothing to who made it', async () => {
    const server = await open({ no_verify_register: true })
    const mallory = server.client()
    const made = await registerUnproved(server, mallory, { email })
    const ann = server.client()
    await ann.call(sendCode, { email, type: 13 })
    const login = await ann.call(emailCodeLogin, { email, code: await server.codeFor(email) })
    expect(login.data).toMatchObject({
      user_id_str: made.data.user_id_str,
      email_collected: true,
      has_password: 0,
    })
    expect((await mallory.call(accountInfo, {})).error).toBe('session_expired')
    expect((await mallory.call(passwordLogin, { email, password })).error).toBe('password_error')
  })

  test('takes only the address from an account that has proved another', async () => {
    const server = await open({ no_verify_register: true })
    const mallory = server.client()
    const made = await registerUnproved(server, mallory, { email })
    await mallory.call(sendCode, { mobile, type: 17 })
    await mallory.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
    const ann = await server.person({ email })
    expect(ann.userId).not.toBe(made.data.user_id_str)
    const { data } = await mallory.call(accountInfo, {})
    expect(data).toMatchObject({ user_id_str: made.data.user_id_str, email: '' })
  })

  test('lets who made it prove the address and keep everything', async () => {
    const server = await open({ no_verify_register: true })
    const ann = server.client()
    await registerUnproved(server, ann, { email })
    await ann.call(sendCode, { email, type: 8 })
    await ann.call(emailBind, { email, code: await server.codeFor(email) })
    const { data } = await ann.call(accountInfo, {})
    expect(data).toMatchObject({
      email: 'a***@example.com',
      email_collected: true,
      has_password: 1,
    })
    expect((await server.client().call(passwordLogin, { email, password })).error).toBeUndefined()
  })
})

describe('asking whether an address is registered', () => {
  test('is for people who passed a captcha, ten times an hour', async () => {
    const server = await createTestServer()
    const { client } = await server.person({ email: 'ann@example.com' })
    const stranger = server.client()
    const asked = await stranger.call(checkEmailRegistered, { email: 'ann@example.com' })
    expect(asked.error).toBe('captcha_slide')
    await passCaptcha(server, stranger, asked)
    const params = { is_resend: '1' }
    const told = await stranger.call(checkEmailRegistered, { email: 'ann@example.com' }, { params })
    expect(told.data).toMatchObject({ is_registered: 1, unknown: 0 })
    for (let count = 0; count < 9; count++) {
      const { data } = await client.call(checkMobileRegistered, { mobile })
      expect(data).toMatchObject({ is_registered: 0, unknown: 0 })
    }
    expect((await client.call(checkMobileRegistered, { mobile })).error).toBe('too_often')
  })

  test('is answered with nothing where the application is strict', async () => {
    const server = await open({ strict_check: true })
    const { client } = await server.person({ email: 'ann@example.com' })
    const { data } = await client.call(checkEmailRegistered, { email: 'ann@example.com' })
    expect(data).toMatchObject({ is_registered: 0, unknown: 1 })
  })
})

const mobile = '+819012345678'

async function verify(server: TestServer, client: Client): Promise<string> {
  await client.call(sendCode, { mobile, type: 1 })
  const code = await server.codeFor(mobile)
  const { data } = await client.call(registerVerify, { mobile, code })
  return String(data.ticket)
}

async function accountsOf(server: TestServer): Promise<string[]> {
  const rows = await server.database.query.selectFrom('accounts').select('id').execute()
  return rows.map(({ id }) => id)
}

async function open(settings: Partial<AppSettings>): Promise<TestServer> {
  const server = await createTestServer()
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify(settings) })
    .execute()
  server.clock.passSeconds(31)
  return server
}

async function registerUnproved(
  server: TestServer,
  client: Client,
  wanted: { email?: string; username?: string },
): Promise<Answer> {
  const asked = await client.call(noVerifyRegister, { ...wanted, password })
  if (asked.error !== 'captcha_slide') return asked
  await passCaptcha(server, client, asked)
  return await client.call(noVerifyRegister, { ...wanted, password, recaptcha_token: 'passed' })
}
