import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { typeCommand } from '../../support/command.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { runCommand } from '../../support/organizations.ts'
import { listenForMail } from '../../support/receivers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { expectCause as expectCauseOf, logIdOf, trace } from '../../support/trace.ts'

const ann = 'ann@example.com'

/** Expects a refusal, and its cause from an address and from the log id. */
async function expectCause(
  server: TestServer,
  answer: Answer,
  cause: string,
  address = ann,
): Promise<void> {
  expect(answer.error).toBeDefined()
  await expectCauseOf(server, answer, cause, address)
}

test('tells of a wrong password', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  const client = server.client()
  await client.call(passwordLogin, { email: ann, password: 'wrong' })
  const answer = await client.call(passwordLogin, { email: ann, password: 'wrong' })
  await expectCause(server, answer, 'wrong password')
  const output = await trace(server, ann)
  expect(output).toContain('(password_error, 2 wrong ones in a row)')
  expect(output).toContain(logIdOf(answer))
})

test('tells of a mistyped address', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email: ann })
  const answer = await client.call(passwordLogin, { email: 'anm@example.com', password: 'wrong' })
  const output = await trace(server, ann)
  expect(output).toContain('Likely: another login was typed in her browser')
  expect(output).not.toContain('anm@example.com')
  expect(await trace(server, logIdOf(answer))).toContain('Likely: no account has this login')
  expect(await trace(server, 'anm@example.com')).toContain('No account has this login.')
})

test('tells of a mail that the receiver refused', async () => {
  const mails = await listenForMail(() => '550 5.1.1 no such mailbox, says <b>Bob</b>')
  const settings = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' }
  const server = await createTestServer({ settings })
  const client = server.client()
  const sent = await client.call(sendCode, { email: ann, type: 13 })
  await server.settled()
  const answer = await client.call(emailCodeLogin, { email: ann, code: '000000' })
  await expectCause(server, answer, 'the receiver refused the message to her for good')
  const output = await trace(server, logIdOf(sent))
  expect(output).toContain('mail: refused for good by the receiver (550 5.1.1)')
  expect(output).not.toContain('Bob')
  // The code that came before it is none that she could type.
  const again = await client.call(sendCode, { email: ann, type: 13 })
  expect(again.error).toBe('code_frequency')
  expect(await trace(server, ann)).not.toContain('the former one was still good')
})

test('tells where to look for a mail that was taken and is not there', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  const client = server.client()
  server.clock.passSeconds(90_000)
  await client.call(sendCode, { email: ann, type: 13 })
  expect(await trace(server, ann)).toMatch(/Tell her: .* in the folder for spam/)
  expect((await client.call(sendCode, { email: ann, type: 13 })).error).toBe('code_frequency')
  expect(await trace(server, ann)).toMatch(/Tell her: .* in the folder for spam/)
})

test('tells of a mail that waits, also to somebody who is signing up', async () => {
  const mails = await listenForMail(() => '451 4.7.1 later')
  const settings = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'id@example.com' }
  const server = await createTestServer({ settings })
  await server.client().call(sendCode, { email: 'Ann@Example.com', type: 16 })
  const output = await trace(server, ann)
  expect(output).toContain('No account has this login.')
  expect(output).toContain('Likely: a message to her still waits to be sent.')
})

test('tells of a reached limit of codes, and of a limited browser', async () => {
  const settings = { CODES_PER_TARGET_HOUR: '1', CODES_PER_WEB_ID_HOUR: '1' }
  const server = await createTestServer({ settings })
  const client = server.client()
  await client.call(sendCode, { email: ann, type: 13 })
  server.clock.passSeconds(60)
  const answer = await client.call(sendCode, { email: ann, type: 13 })
  await expectCause(server, answer, 'the limit of codes for her address is reached')
  expect(await trace(server, ann)).toContain('(code_frequency, limit of the address, wait 3540 s)')
  const limited = await client.call(sendCode, { email: 'bob@example.com', type: 13 })
  await expectCause(server, limited, 'the limit of her browser is reached', 'bob@example.com')
})

test('tells of a captcha that was not passed', async () => {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  const answer = await server.client().call(sendCode, { email: ann, type: 13 })
  await expectCause(server, answer, 'the captcha was not passed')
  expect(await trace(server, ann)).toContain('asking for or checking a code: “')
})

test('tells of a second step that was wrong, or was not finished', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { email, password } = await server.person({ email: ann })
  server.clock.passSeconds(7200)
  const client = server.client()
  const asked = await client.call(passwordLogin, { email, password })
  await expectCause(server, asked, 'the second step was asked for and not finished')
  const references = {
    sms_code_key: String(asked.data.sms_code_key),
    verify_ticket: String(asked.data.verify_ticket),
    encrypt_uid: String(asked.data.encrypt_uid),
  }
  await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  const wrong = await client.call(validateCode, { type: 11, code: '000000', ...references })
  await expectCause(server, wrong, 'the code of the second step was wrong, used or locked')
  expect(await trace(server, ann)).toContain('second step: “')
})

test('tells of the captcha that was asked about, although she went on', async () => {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  const client = server.client()
  const asked = await client.call(sendCode, { email: ann, type: 13 })
  expect(asked.error).toBe('captcha_slide')
  await client.call(emailCodeLogin, { email: ann, code: '000000' })
  expect(await trace(server, logIdOf(asked))).toMatch(
    /Likely: the captcha was not passed, then the code or page was too old, used already or for something else\.\nTell her: To try the captcha/,
  )
})

test('tells of a page that names neither login nor browser', async () => {
  const server = await createTestServer()
  const origin = 'https://elsewhere.example'
  const refused = await server.client().form('/form/login', { account: ann }, { origin })
  const output = await trace(server, logIdOf(refused))
  expect(output).toContain('Likely: the browser sent no matching cookie, or the page is none')
  expect(output).toMatch(/  >  .*\(csrf_error\)/)
})

test('tells of a wrong second step on plain pages, and of the log id that they show', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { password } = await server.person({ email: ann })
  server.clock.passSeconds(7200)
  const client = server.client()
  const asking = await client.form('/form/login', { account: ann, password })
  const unfinished = await trace(server, ann)
  expect(unfinished).toContain('Likely: the second step was asked for and not finished.')
  const ticket = /name="ticket" value="([^"]+)"/.exec(await asking.text())?.[1] ?? ''
  for (const [language, details] of [
    ['en', 'Details'],
    ['ja', '詳細'],
    ['zh', '详情'],
  ] as const) {
    const refused = await client.form('/form/login', { ticket, code: '000000', language })
    const page = await refused.text()
    const logId = refused.headers.get('x-tt-logid') ?? ''
    expect(page).toContain(`<summary>${details}</summary>`)
    expect(page).toContain(logId)
    const output = await trace(server, logId)
    expect(output).toContain('Likely: the code of the second step was wrong, used or locked.')
    expect(output).toMatch(/^Account \d+, active\.$/m)
  }
})

test('tells of a frozen account, even if nothing was tried', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email: ann })
  await runCommand(server, 'user', 'freeze', ann, '--reason', 'asked for it')
  expect(await trace(server, ann)).toContain('Likely: her account is frozen.')
  const answer = await server.client().call(passwordLogin, { email: ann, password })
  await expectCause(server, answer, 'her account is frozen')
  await runCommand(server, 'user', 'unfreeze', ann)
  await expectCause(server, answer, 'which has ended since')
})

test('tells of a ban that has ended, and of the mistake after it', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email: ann })
  await runCommand(server, 'user', 'ban', ann, '--reason', 'sold it')
  const banned = await server.client().call(passwordLogin, { email: ann, password })
  await expectCause(server, banned, 'her account is banned')
  await runCommand(server, 'user', 'unban', ann)
  await server.client().call(passwordLogin, { email: ann, password: 'wrong' })
  const output = await trace(server, ann)
  expect(output).toContain('which has ended since, then wrong password.')
  expect(output).toContain('Tell her: To use "Forgot password?"')
  expect(await trace(server, logIdOf(banned))).toContain('Tell her: To sign in again')
})

test('tells of a rule of an organization', async () => {
  const server = await createTestServer()
  const { join, id, manager } = await createCompany(server)
  const member = await join()
  expect((await manager.call(updatePolicy, { methods: ['code'] })).error).toBeUndefined()
  const { email, password } = member.person
  const client = server.client()
  await client.call(passwordLogin, { email, password })
  const answer = await client.call(identityLogin, { login_subject_uid: id })
  await expectCause(server, answer, 'a rule of her organization refuses', email)
  expect(await trace(server, email)).toContain('rule methods')
})

test('says since when somebody is signed in', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email: ann })
  server.clock.passSeconds(60)
  const client = server.client()
  await client.call(passwordLogin, { email: ann, password: 'wrong' })
  expect(await trace(server, ann)).toContain('Likely: wrong password.\n')
  server.clock.passSeconds(60)
  await client.call(passwordLogin, { email: ann, password })
  const time = new Date(server.clock.now()).toISOString().slice(11, 16)
  expect(await trace(server, ann)).toContain(`Likely: wrong password. Signed in since ${time}.`)
  expect(await trace(server, ann, '--at', time, '--hours', '1', '--json')).toContain('"likely"')
})

test('tells of a sign-up with an address that has an account, and of one that nobody may make', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  const client = server.client()
  server.clock.passSeconds(60)
  await client.call(sendCode, { email: ann, type: 16 })
  const code = await server.codeFor(ann)
  const twice = await client.call(emailRegister, { email: ann, code, password: 'two quiet otters' })
  expect(twice.error).toBe('has_registered')
  await expectCause(server, twice, 'she signed up with an address that has an account already')
  await runCommand(server, 'app', 'set', '1001', 'registration_open=off')
  server.clock.passSeconds(60)
  const bob = 'bob@example.com'
  await client.call(sendCode, { email: bob, type: 13 })
  const closed = await client.call(emailCodeLogin, { email: bob, code: await server.codeFor(bob) })
  await expectCause(server, closed, 'the application lets nobody make one', bob)
})

test('tells of a reset that there is no account for', async () => {
  const server = await createTestServer()
  const client = server.client()
  await client.call(sendCode, { email: ann, type: 6 })
  const reset = { email: ann, code: '000000', password: 'seven quiet otters' }
  const answer = await client.call(resetByEmail, reset)
  expect(answer.error).toBe('code_error')
  await expectCause(server, answer, 'no account has this login')
})

test('tells of the screen that was asked for, and names it after earlier mistakes', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  const client = server.client()
  await client.call(passwordLogin, { email: ann, password: 'wrong' })
  await client.call(emailCodeLogin, { email: ann, code: '000000' })
  server.clock.passSeconds(60)
  await client.call(sendCode, { email: ann, type: 6 })
  const reset = { email: ann, code: await server.codeFor(ann), password: '12345678' }
  const weak = await client.call(resetByEmail, reset)
  await expectCause(server, weak, 'what was typed was no valid address, password')
  expect(await trace(server, logIdOf(weak))).toContain('or another password')
  await runCommand(server, 'user', 'freeze', ann, '--reason', 'asked for it')
  expect(await trace(server, logIdOf(weak))).toContain(
    'Tell her: Why it is frozen; the account in the console',
  )
})

test('says nobody is in whose sessions have ended, or whom an operator made', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email: ann })
  expect(await trace(server, ann)).toMatch(
    /Likely: Signed in since .*\nTell her: Nothing: she is in\..* keeps no cookies/,
  )
  await runCommand(server, 'sessions', 'end-all', '--user', ann)
  const ended =
    /Likely: Signed in at [\d:]+; her sessions have ended since\.[^\n]*\nTell her: To sign in/
  const output = await trace(server, ann)
  expect(output).toContain('signed_out_everywhere (cli)')
  expect(output).toMatch(ended)
  await server.client().call(passwordLogin, { email: ann, password })
  expect(await trace(server, ann)).toContain('Likely: Signed in since ')
  // It leaves no event of hers.
  await runCommand(server, 'sessions', 'end-all')
  expect(await trace(server, ann)).toMatch(ended)
  await runCommand(server, 'user', 'add', '--email', 'bob@example.com', '--verified')
  expect(await trace(server, 'bob@example.com')).toContain('She has not signed in in this time.')
})

test('finds a log id in what was copied with it from a screen', async () => {
  const server = await createTestServer()
  const refused = await server.client().call(passwordLogin, { email: ann, password: 'wrong' })
  const logId = logIdOf(refused)
  for (const copied of [`Reference: ${logId} Copy`, `お問い合わせ番号：${logId}`, `“${logId}”`]) {
    expect(await trace(server, copied), copied).toMatch(/ > +sign-in: /)
  }
  expect(await trace(server, `${logId}@example.com`)).toContain('No account has this login')
})

test('says what it does not find, and what it cannot read', async () => {
  const server = await createTestServer()
  await server.person({ email: ann })
  server.clock.passSeconds(2 * 86_400)
  expect(await trace(server, ann)).toContain('Likely: nothing of hers was refused in this time.')
  const type = (...words: string[]) => typeCommand(server, ['user', 'trace', ...words])
  expect((await type('20261127100211ABCDEF0123456789ABCD')).errors).toContain('Nothing is kept')
  expect((await type('20269999999999ABCDEF0123456789ABCD')).errors).toContain('Nothing is kept')
  expect((await type('123')).errors).toContain('There is no account "123"')
  expect((await type('ann@')).errors).toContain('is no address, number, username or log id')
  const cut = '20261127100211ABCDEF0123456789AB'
  for (const none of ['', ' ', cut, `Reference: ${cut}`]) {
    const { code, errors } = await type(none)
    expect([code, errors]).toEqual([2, expect.stringContaining(`"${none.trim()}" is no address`)])
  }
  expect((await type(ann, '--at', '25:99')).errors).toContain('must be a time of UTC')
  expect((await type(ann, '--at', '2026-02-31T10:00Z')).errors).toContain('must be a time of UTC')
})

test('knows an account whose address nobody has proved', async () => {
  const server = await createTestServer()
  const { userId } = await server.person({ mobile: '+819012345678' })
  const { query } = server.database
  await query
    .updateTable('accounts')
    .set({ unverifiedEmail: ann })
    .where('id', '=', userId)
    .execute()
  await server.client().call(passwordLogin, { email: ann, password: 'wrong' })
  expect(await trace(server, ann)).toContain('Likely: wrong password.')
})
