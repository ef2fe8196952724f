import { expect, test } from 'vitest'
import { sendCode, sendVoiceCode } from '#protocol/web/codes.ts'
import { emailCodeLogin } from '#protocol/web/login.ts'
import { serverMessages } from '../../../server/messages/all-messages.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'

test('sends a code and returns the recipient, the retry time and the expiry', async () => {
  const server = await createTestServer()
  const { data } = await server.client().call(sendCode, { email, type: 13 })
  expect(data).toMatchObject({
    email: 'a***@example.com',
    retry_time: 60,
    expire_time: 600,
    code_length: 6,
  })
  expect(await server.codeFor(email)).toMatch(/^\d{6}$/)
})

test('ends a text message with the line for automatic filling', async () => {
  const server = await createTestServer()
  await server.client().call(sendCode, { mobile: '+81 90-1234-5678', type: 24 })
  const [message] = await server.mail('+819012345678')
  expect(message?.body.split('\n').at(-1)).toBe(`@localhost #${message?.code}`)
})

test.each([
  ['en', 'is your Sable sign-in code'],
  ['ja', 'サインインコード'],
  ['zh', '登录验证码'],
])('writes the message in %s', async (language, words) => {
  const server = await createTestServer()
  await server.client().call(sendCode, { email, type: 13 }, { params: { language } })
  expect((await server.mail(email))[0]?.subject).toContain(words)
})

test('sends a second code of the same type to an address only after a minute', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  server.clock.passSeconds(18)
  const early = await client.call(sendCode, { email, type: 13 })
  expect(early.error).toBe('code_frequency')
  expect(early.data.retry_after).toBe(42)
  expect((await client.call(sendCode, { email, type: 6 })).error).toBeUndefined()
  server.clock.passSeconds(42)
  expect((await client.call(sendCode, { email, type: 13 })).error).toBeUndefined()
})

test('says of a limit that no code is on its way, and until when', async () => {
  const server = await createTestServer({ settings: { CODES_PER_TARGET_HOUR: '1' } })
  await server.client().call(sendCode, { email, type: 13 })
  server.clock.passSeconds(30)
  const early = await server.client().call(sendCode, { email, type: 13 })
  expect(early).toMatchObject({ error: 'code_frequency', data: { retry_after: 30 } })
  expect(early.data).not.toHaveProperty('not_sent')
  server.clock.passSeconds(30)
  // The same for an address without an account, with either type.
  for (const [type, language] of [
    [13, 'en'],
    [16, 'ja'],
    [16, 'zh'],
  ] as const) {
    const none = await server.client().call(sendCode, { email, type }, { params: { language } })
    expect(none).toMatchObject({
      error: 'code_frequency',
      data: { retry_after: 3540, not_sent: 1, description: serverMessages[language].codeLimit },
    })
  }
  const form = { email, language: 'en', step: 'send' }
  const page = await (await server.client().form('/form/reset-password', form)).text()
  expect(page).toContain(serverMessages.en.codeLimit)
  expect(page).toContain('You can try again in 59 minutes.')
  expect(page).not.toContain('name="code"')
  expect(page).toContain('href="/login"')
  // Who asks again for one may still have the first.
  const again = { ...form, step: 'again' }
  const asked = await (await server.client().form('/form/reset-password', again)).text()
  expect(asked).toContain(serverMessages.en.codeLimit)
  expect(asked).toContain('name="code"')
})

// Returns the codes of some mails, all different.
async function sendSeveral(
  server: TestServer,
  count: number,
  type: 13 | 16 = 13,
): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    server.clock.passSeconds(60)
    await server.client().call(sendCode, { email, type })
    const code = await server.codeFor(email)
    // In one of a million runs a code comes again.
    if (!codes.includes(code)) codes.push(code)
    else codes.length = 0
  }
  return codes
}

test('tells the code of the message before from a wrong one, without losing an attempt', async () => {
  const server = await createTestServer()
  const client = server.client()
  const [oldest = '', former = '', newest = ''] = await sendSeveral(server, 3)
  const errorOf = async (code: string): Promise<string | undefined> =>
    (await client.call(emailCodeLogin, { email, code })).error
  expect(await errorOf(oldest)).toBe('code_error')
  for (let tries = 0; tries < 10; tries++) expect(await errorOf(former)).toBe('code_superseded')
  // Four attempts of five are left.
  for (let tries = 0; tries < 3; tries++) expect(await errorOf(oldest)).toBe('code_error')
  expect(await errorOf(former)).toBe('code_superseded')
  const counted = await server.database.query
    .selectFrom('rateLimits')
    .select('count')
    .where('key', 'like', 'wrong code %')
    .execute()
  expect(counted).toEqual([{ count: 4 }])
  expect(await errorOf(newest)).toBeUndefined()
  expect(await errorOf(former)).toBe('code_expired')
})

test('tells nothing more once the attempts are used up', async () => {
  const server = await createTestServer()
  const [former = '', newest = ''] = await sendSeveral(server, 2)
  const wrong = ['000000', '111111', '222222'].find((code) => code !== former && code !== newest)
  for (let tries = 0; tries < 5; tries++) {
    const guess = await server.client().call(emailCodeLogin, { email, code: wrong ?? '' })
    expect(guess.error).toBe('code_error')
  }
  for (const code of [former, newest]) {
    expect((await server.client().call(emailCodeLogin, { email, code })).error).toBe('code_expired')
  }
})

test('knows no code of a message that was for an address without an account', async () => {
  const server = await createTestServer()
  await sendSeveral(server, 2, 16)
  const { services } = server.app
  const key = services.codes.keyFor(1001, { channel: 'email', address: email }, 16, '')
  const { query } = server.database
  const row = await query.selectFrom('codes').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ ...key, formerHash: expect.stringMatching(/./) as string })
  for (let code = 0; code < 4; code++) {
    await expect(services.codes.check(key, `00000${code}`)).rejects.toMatchObject({
      error: 'code_error',
    })
  }
})

test('accepts a code once, for ten minutes', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  server.clock.passSeconds(599)
  expect((await client.call(emailCodeLogin, { email, code })).error).toBeUndefined()
  expect((await server.client().call(emailCodeLogin, { email, code })).error).toBe('code_expired')

  await client.call(sendCode, { email: 'bob@example.com', type: 13 })
  const late = await server.codeFor('bob@example.com')
  server.clock.passSeconds(600)
  const answer = await client.call(emailCodeLogin, { email: 'bob@example.com', code: late })
  expect(answer.error).toBe('code_expired')
})

test('rejects a code after five wrong attempts, also concurrent ones', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const wrong = code === '000000' ? '111111' : '000000'
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      retryWhileBusy(() => client.call(emailCodeLogin, { email, code: wrong })),
    ),
  )
  expect(answers.filter(({ error }) => error === 'code_error')).toHaveLength(5)
  expect(answers.filter(({ error }) => error === 'code_expired')).toHaveLength(15)
  expect((await client.call(emailCodeLogin, { email, code })).error).toBe('code_expired')
})

test('accepts a code only for its operation and application', async () => {
  const server = await createTestServer()
  await server.person({ email })
  const client = server.client()
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const asLogin = await client.call(emailCodeLogin, { email, code, type: 6 })
  expect(asLogin.error).toBe('code_type_mismatch')
  expect((await client.call(emailCodeLogin, { email, code })).error).toBe('code_expired')

  await client.call(sendCode, { email, type: 13 })
  const loginCode = await server.codeFor(email)
  const elsewhere = await client.call(emailCodeLogin, { email, code: loginCode }, { aid: 1002 })
  expect(elsewhere.error).toBe('code_expired')
})

test('sends at most five codes an hour and ten a day to one address', async () => {
  const server = await createTestServer()
  const results: (string | undefined)[] = []
  for (let sent = 0; sent < 6; sent++) {
    results.push((await server.client().call(sendCode, { email, type: 13 })).error)
    server.clock.passSeconds(61)
  }
  expect(results).toEqual([...Array<undefined>(5).fill(undefined), 'code_frequency'])
  server.clock.passSeconds(3600)
  for (let sent = 0; sent < 5; sent++) {
    expect((await server.client().call(sendCode, { email, type: 13 })).error).toBeUndefined()
    server.clock.passSeconds(61)
  }
  server.clock.passSeconds(3600)
  const eleventh = await server.client().call(sendCode, { email, type: 13 })
  expect(eleventh.error).toBe('code_frequency')
  expect(Number(eleventh.data.retry_after)).toBeGreaterThan(3600)
})

test('sends at most twenty codes an hour for one network, and ten for one browser', async () => {
  const settings = { CODES_PER_ADDRESS_HOUR: '20' }
  const server = await createTestServer({ settings })
  const client = server.client('192.0.2.1')
  for (let sent = 0; sent < 10; sent++) {
    const answer = await client.call(sendCode, { email: `a${sent}@example.com`, type: 13 })
    expect(answer.error).toBeUndefined()
  }
  expect((await client.call(sendCode, { email: 'a10@example.com', type: 13 })).error).toBe(
    'too_often',
  )
  for (let sent = 0; sent < 10; sent++) {
    const other = server.client('::ffff:192.0.2.1')
    const answer = await other.call(sendCode, { email: `b${sent}@example.com`, type: 13 })
    expect(answer.error).toBeUndefined()
  }
  const last = await server
    .client('192.0.2.1')
    .call(sendCode, { email: 'b10@example.com', type: 13 })
  expect(last.error).toBe('too_often')
  const elsewhere = await server
    .client('192.0.2.2')
    .call(sendCode, { email: 'b10@example.com', type: 13 })
  expect(elsewhere.error).toBeUndefined()
})

test('limits text messages and calls an hour in total, but not mails', async () => {
  const server = await createTestServer({ settings: { TEXTS_PER_HOUR: '2' } })
  const [one, two, three] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(server.client)
  const text = { mobile: '+819012345671', type: 24 }
  expect((await one?.call(sendCode, text))?.error).toBeUndefined()
  const spoken = { mobile: '+819012345672', type: 24 }
  expect((await two?.call(sendVoiceCode, spoken))?.error).toBeUndefined()
  const late = { mobile: '+819012345673', type: 24 }
  const refused = await three?.call(sendCode, late)
  expect(refused?.error).toBe('too_often')
  expect(refused?.data.retry_after).toBe(3600)
  expect((await three?.call(sendCode, { email, type: 13 }))?.error).toBeUndefined()
  server.clock.passSeconds(3600)
  expect((await three?.call(sendCode, late))?.error).toBeUndefined()
})

test('limits the codes an hour of one application', async () => {
  const server = await createTestServer({ settings: { CODES_PER_APP_HOUR: '1' } })
  const ask = async (to: string, aid: string): Promise<string | undefined> => {
    const call = { email: to, type: 13 }
    return (await server.client().call(sendCode, call, { params: { aid } })).error
  }
  expect(await ask('a@example.com', '1001')).toBeUndefined()
  expect(await ask('b@example.com', '1001')).toBe('too_often')
  expect(await ask('b@example.com', '1002')).toBeUndefined()
})

test('counts the addresses of one IPv6 network together', async () => {
  const server = await createTestServer({ settings: { CODES_PER_ADDRESS_HOUR: '1' } })
  const one = server.client('2001:db8:1:2::1')
  expect((await one.call(sendCode, { email, type: 13 })).error).toBeUndefined()
  const same = server.client('2001:db8:1:2:ffff::9')
  expect((await same.call(sendCode, { email: 'b@example.com', type: 13 })).error).toBe('too_often')
  const other = server.client('2001:db8:1:3::1')
  expect((await other.call(sendCode, { email: 'b@example.com', type: 13 })).error).toBeUndefined()
})

test('blocks a network that guesses codes of many accounts', async () => {
  const settings = { WRONG_CODES_PER_ADDRESS_HOUR: '3' }
  const server = await createTestServer({ settings })
  const client = server.client('192.0.2.1')
  const errors: (string | undefined)[] = []
  for (let guess = 0; guess < 4; guess++) {
    const target = `victim${guess}@example.com`
    await client.call(sendCode, { email: target, type: 13 })
    errors.push((await client.call(emailCodeLogin, { email: target, code: '000000' })).error)
  }
  expect(errors.slice(0, 3)).not.toContain('too_often')
  expect(errors[3]).toBe('too_often')
})

test.each([
  [{ type: 13 }, 'bad_parameter'],
  [{ type: 13, email, mobile: '+819012345678' }, 'bad_parameter'],
  [{ type: 13, email: 'not an address' }, 'email_error'],
  [{ type: 24, mobile: '090' }, 'mobile_error'],
  [{ type: 24, mobile: '090 1234 5678' }, 'mobile_error'],
  [{ type: 999, email }, 'code_type_error'],
  [{ type: 24, email }, 'code_type_error'],
  [{ type: Number.NaN, email }, 'code_type_error'],
] as const)('refuses %j as %s', async (payload, error) => {
  const server = await createTestServer()
  expect((await server.client().call(sendCode, payload)).error).toBe(error)
})

test('stores codes and their recipients only as hashes', async () => {
  const server = await createTestServer()
  await server.client().call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const rows = await server.database.query.selectFrom('codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('ann')
  expect(JSON.stringify(rows)).not.toContain(code)
  expect(await server.database.query.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(server.lines.join('')).not.toContain(code)
  expect(server.lines.join('')).not.toContain(email)
})
