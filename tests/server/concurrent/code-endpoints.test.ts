import { expect, test } from 'vitest'
import { pathsOf } from '#protocol/endpoint.ts'
import {
  checkCode,
  sendCode,
  sendVoiceCode,
  validateCode,
  verifyEmail,
} from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { smsAuthorize, verifyAccount } from '#protocol/web/verify.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { RESET } from '../../../server/two-step/proof-tickets.ts'
import { STEP_UP } from '../../../server/two-step/step-up.ts'
import { readAnswer, type Client } from '../../support/client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const mobile = '+819012345678'

function wrongCodeFor(code: string): string {
  return code === '000000' ? '111111' : '000000'
}

async function ticketsOf(server: TestServer) {
  const rows = await server.database.query.selectFrom('tickets').selectAll().execute()
  return rows.map(({ purpose, holder, aid, data }) => ({
    purpose,
    holder,
    aid,
    data: JSON.parse(data) as Record<string, unknown>,
  }))
}

async function setRevealRegistered(server: TestServer): Promise<void> {
  const { registeredApps: apps } = server.app.services
  const site = (await apps.all()).find(({ aid }) => aid === SITE_AID)
  if (site === undefined) throw new Error('the site is not registered')
  await apps.update({ ...site, settings: { ...site.settings, reveal_registered: true } })
  server.clock.passSeconds(31)
}

test('sends codes at each path, with and without a trailing slash', async () => {
  const server = await createTestServer()
  let number = 0
  for (const endpoint of [sendCode, sendVoiceCode]) {
    for (const { path } of pathsOf(endpoint)) {
      for (const slash of ['', '/']) {
        const body = new URLSearchParams({ mobile: `+8190000${10_000 + ++number}`, type: '24' })
        const url = `${ORIGIN}${path}${slash}?aid=1001&account_sdk_source=web`
        const reply = await server.fetch(new Request(url, { method: 'POST', body }))
        expect((await readAnswer(reply)).error, path + slash).toBeUndefined()
      }
    }
  }
})

test('accepts the type under its older name', async () => {
  const server = await createTestServer()
  const client = server.client()
  const sent = await client.call(sendCode, { email, ect_type: 13, is6Digits: 1 })
  expect(sent.error).toBeUndefined()
  const code = await server.codeFor(email)
  expect((await client.call(emailCodeLogin, { email, code })).error).toBeUndefined()
})

test('sends no code that no call would accept', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  for (const type of [27, 101]) {
    expect((await client.call(sendCode, { mobile, type })).error).toBe('code_type_error')
  }
  expect(await server.mail(mobile)).toEqual([])
  const byGet = new Request(`${ORIGIN}/passport/web/send_code?aid=1001&type=27&mobile=${mobile}`)
  expect((await server.fetch(byGet)).status).toBe(405)
})

test('reads a code in a voice call with separate digits', async () => {
  const server = await createTestServer()
  for (const language of ['en', 'ja', 'zh']) {
    const to = `+8190123456${language === 'en' ? '01' : language === 'ja' ? '02' : '03'}`
    const client = server.client()
    const sent = await client.call(
      sendVoiceCode,
      { mobile: to, type: 24 },
      { params: { language } },
    )
    expect(sent.data).toMatchObject({ retry_time: 60, code_length: 6 })
    const [call] = await server.mail(to)
    expect(call?.channel).toBe('voice')
    expect(call?.body).toContain([...(call?.code ?? '')].join(', '))
    expect(call?.body).not.toContain('@localhost')
  }
  const mail = await server.client().call(sendVoiceCode, { email, type: 13 })
  expect(mail.error).toBe('code_type_error')
})

test('rejects a missing or malformed number, and a type that requires a session', async () => {
  const server = await createTestServer()
  const client = server.client()
  const errors = []
  for (const payload of [
    { type: 24 },
    { type: 24, mobile: '12' },
    { type: 17, mobile },
    { type: 8, email },
    { type: 20, email },
    { type: 22 },
    { type: 28 },
    { type: 34 },
    { type: 15 },
    { mobile },
  ]) {
    errors.push((await client.call(sendCode, payload)).body.error_code)
  }
  expect(errors).toEqual([1002, 1003, 1000, 1000, 1000, 1000, 1000, 1042, 1042, 1015])
})

test('sends codes for the account to its own address only', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  const sent = await client.call(sendCode, { type: 11, email: 'thief@example.com' })
  expect(sent.data.email).toBe('a***@example.com')
  expect(await server.mail('thief@example.com')).toEqual([])
  expect((await client.call(sendCode, { type: 22, mobile })).error).toBe('binding_not_exist')
})

test('does not mistake the ticket of a captcha for a two-step verification', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  const verify_ticket = `VT${'0'.repeat(36)}_sg`
  expect((await client.call(sendCode, { type: 11, verify_ticket })).error).toBeUndefined()
  const stranger = await server.client().call(sendCode, { type: 11, verify_ticket })
  expect(stranger.error).toBe('ticket_expired')
})

test('does not reveal to a session that an address is taken, unless the application allows it', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  const bob = await server.person()
  const quiet = await client.call(sendCode, { type: 8, email: bob.email })
  expect(quiet.error).toBeUndefined()
  await setRevealRegistered(server)
  server.clock.passSeconds(61)
  const reportFailure = await client.call(sendCode, { type: 8, email: bob.email })
  expect(reportFailure.body.error_code).toBe(1007)
  const payload = { type: 8, email: bob.email, unbind_exist: 1 } as const
  expect((await client.call(sendCode, payload)).error).toBeUndefined()
})

test('reveals whether an address has an account only if the application allows it', async () => {
  const server = await createTestServer()
  await signedUp(server)
  server.clock.passSeconds(61)
  const client = server.client()
  expect((await client.call(sendCode, { email, type: 16 })).error).toBeUndefined()
  const unknown = { email: 'nobody@example.com', type: 6 }
  expect((await client.call(sendCode, unknown)).error).toBeUndefined()
  await setRevealRegistered(server)
  server.clock.passSeconds(61)
  expect((await client.call(sendCode, { email, type: 16 })).body.error_code).toBe(1001)
  expect((await client.call(sendCode, unknown)).body.error_code).toBe(1008)
})

test('exchanges a code for a ticket bound to account, application and browser', async () => {
  const server = await createTestServer()
  const { client, userId } = await signedUp(server)
  await client.call(sendCode, { type: 11 })
  const code = await server.codeFor(email)
  const bad = await client.call(validateCode, { type: 11, code: wrongCodeFor(code) })
  expect(bad.error).toBe('code_error')
  const { data } = await client.call(validateCode, { type: 11, code })
  expect(data).toMatchObject({ ticket: expect.stringMatching(/^[\w-]{43}$/), expire_time: 600 })
  expect(await ticketsOf(server)).toMatchObject([
    {
      purpose: STEP_UP,
      holder: userId,
      aid: 1001,
      data: {
        type: 11,
        by: 'emailCode',
        session: expect.stringMatching(/./),
        web_id: expect.stringMatching(/./),
      },
    },
  ])
  expect((await client.call(validateCode, { type: 11, code })).error).toBe('code_expired')
})

test('issues reset tickets for another purpose', async () => {
  const server = await createTestServer()
  const { userId } = await signedUp(server)
  const client = server.client()
  await client.call(sendCode, { type: 6, email })
  const code = await server.codeFor(email)
  expect((await client.call(validateCode, { type: 6, email, code })).error).toBeUndefined()
  expect(await ticketsOf(server)).toMatchObject([{ purpose: RESET, holder: userId }])
})

test('rejects every code for an account that does not exist', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { type: 6, email: 'nobody@example.com' })
  const guess = { type: 6, email: 'nobody@example.com', code: '123456' }
  expect((await client.call(validateCode, guess)).error).toBe('code_error')
})

test('checks a code without using it, but counts the attempt', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  await client.call(sendCode, { type: 11 })
  const code = await server.codeFor(email)
  for (let tries = 0; tries < 4; tries++) {
    const { data } = await client.call(checkCode, { type: 11, code })
    expect(data).toMatchObject({ valid: 1, ticket: '' })
  }
  expect((await client.call(validateCode, { type: 11, code })).error).toBeUndefined()

  server.clock.passSeconds(60)
  await client.call(sendCode, { type: 11 })
  const next = await server.codeFor(email)
  for (let tries = 0; tries < 5; tries++) {
    await client.call(checkCode, { type: 11, code: wrongCodeFor(next) })
  }
  expect((await client.call(checkCode, { type: 11, code: next })).error).toBe('code_expired')
})

test('rejects each kind of wrong code with its own number', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  await client.call(sendCode, { type: 11 })
  const code = await server.codeFor(email)
  const numbers = []
  for (const payload of [
    { type: 11, code: '' },
    { type: 11, code: wrongCodeFor(code) },
    { type: 11, code: '12' },
    { type: 8, email, code },
    { type: 999, code },
    { type: 6, email, code },
  ]) {
    numbers.push((await client.call(validateCode, payload)).body.error_code)
  }
  expect(numbers).toEqual([1201, 1202, 1202, 1204, 1015, 1203])
})

test('verifies an e-mail address with a code of either type', async () => {
  const server = await createTestServer()
  const { client, userId } = await signedUp(server)
  await client.call(sendCode, { type: 11 })
  const own = await client.call(verifyEmail, { email, code: await server.codeFor(email) })
  expect(own.data.expire_time).toBe(600)
  await client.call(sendCode, { type: 6, email })
  const code = await server.codeFor(email)
  expect((await client.call(verifyEmail, { email, code, type: 6 })).error).toBeUndefined()
  expect(await ticketsOf(server)).toMatchObject([
    { purpose: STEP_UP, holder: userId },
    { purpose: STEP_UP, holder: userId },
  ])
})

test('exchanges a password for the same kind of ticket', async () => {
  const server = await createTestServer()
  const { client, userId, password } = await signedUp(server)
  const own = await client.call(verifyAccount, { password })
  expect(own.data.expire_time).toBe(600)
  expect(await ticketsOf(server)).toMatchObject([{ purpose: STEP_UP, holder: userId }])
  const wrong = await client.call(verifyAccount, { password: 'eight otters' })
  expect(wrong.error).toBe('password_error')

  const stranger = server.client()
  const named = await stranger.call(verifyAccount, { account: email, password })
  expect(named.error).toBeUndefined()
  expect((await stranger.call(verifyAccount, { password })).error).toBe('session_expired')
  expect((await stranger.call(verifyAccount, { account: email } as never)).body.error_code).toBe(
    1010,
  )
  const unknown = { account: 'nobody@example.com', password }
  expect((await stranger.call(verifyAccount, unknown)).error).toBe('password_error')
})

test('exchanges a code of type 26 for a ticket of consent', async () => {
  const server = await createTestServer()
  const { userId } = await signedUp(server)
  const client = server.client()
  await client.call(sendCode, { type: 26, email })
  const code = await server.codeFor(email)
  const { data } = await client.call(smsAuthorize, { email, code })
  expect(data).toMatchObject({ auth_ticket: expect.stringMatching(/^[\w-]{43}$/) })
  expect(await ticketsOf(server)).toMatchObject([{ purpose: 'authorized', holder: userId }])
  const unknown = { type: 26, mobile }
  expect((await client.call(sendCode, unknown)).error).toBeUndefined()
  expect(await server.mail(mobile)).toEqual([])
  expect((await client.call(smsAuthorize, { mobile, code: '123456' })).error).toBe('code_error')
})

test('issues the ticket of a code to one of a hundred calls', async () => {
  const server = await createTestServer()
  const { client } = await signedUp(server)
  await client.call(sendCode, { type: 11 })
  const code = await server.codeFor(email)
  const all = await Promise.all(
    Array.from({ length: 100 }, () => client.call(validateCode, { type: 11, code })),
  )
  expect(all.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await ticketsOf(server)).toHaveLength(1)
}, 60_000)

test('rejects codes for a day after a hundred wrong ones, unless another method succeeds', async () => {
  const server = await createTestServer({ settings: { WRONG_CODES_PER_ADDRESS_HOUR: '100000' } })
  const { password } = await signedUp(server)
  const { codeAttempts } = server.app.services
  const key = codeAttempts.keyFor({ channel: 'email', address: email })
  for (let wrong = 0; wrong < 99; wrong++) await codeAttempts.fail(key)
  const client = server.client()
  server.clock.passSeconds(61)
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const last = await client.call(emailCodeLogin, { email, code: wrongCodeFor(code) })
  expect(last.error).toBe('code_error')
  const closed = await client.call(emailCodeLogin, { email, code })
  expect(closed.error).toBe('account_limited')
  expect(closed.data.retry_after).toBe(86_400)
  const other = await createBob(server)
  expect(other).toBeUndefined()

  expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  expect((await server.client().call(emailCodeLogin, { email, code })).error).toBeUndefined()
})

async function createBob(server: TestServer): Promise<string | undefined> {
  const client = server.client()
  const to = 'bob@example.com'
  await client.call(sendCode, { email: to, type: 13 })
  const code = await server.codeFor(to)
  return (await client.call(emailCodeLogin, { email: to, code })).error
}

async function signedUp(
  server: TestServer,
): Promise<{ client: Client; userId: string; password: string }> {
  const { client, userId, password } = await server.person({ email })
  server.clock.passSeconds(1)
  return { client, userId, password }
}
