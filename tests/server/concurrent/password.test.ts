import { expect, test } from 'vitest'
import { emailUnbind, mobileBind } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin, smsLogin } from '#protocol/web/login.ts'
import {
  changePassword,
  hasPassword,
  resetAny,
  resetByEmail,
  resetByMobile,
  resetByTicket,
  setPassword,
} from '#protocol/web/password.ts'
import { addMobile, issueStepUpTicket } from '../../support/account-addresses.ts'
import type { Client } from '../../support/client.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { writePolicy } from '../../support/write-policy.ts'

const newPassword = 'eight louder otters'

test('sets a new password by e-mail code, ends every session, signs in and notifies the owner', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const visitor = server.client()
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const code = await server.codeFor(ann.email)
  const answer = await visitor.call(resetByEmail, {
    email: ann.email,
    code,
    password: newPassword,
    next: '/account-setting',
  })
  expect(answer.error).toBeUndefined()
  expect(answer.data).toMatchObject({ user_id_str: ann.userId, new_user: 0 })
  expect(answer.data.redirect_url).toContain('/account-setting')
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const login = { email: ann.email }
  const old = await visitor.call(passwordLogin, { ...login, password: ann.password })
  expect(old.error).toBe('password_error')
  const fresh = await visitor.call(passwordLogin, { ...login, password: newPassword })
  expect(fresh.error).toBeUndefined()
  expect((await server.mail(ann.email)).map(({ subject }) => subject)).toContain(
    'Your Sable password was changed',
  )
})

test('sets a new password by mobile code', async () => {
  const server = await createTestServer()
  const mobile = '+819012345678'
  await server.person({ mobile })
  const visitor = server.client()
  await visitor.call(sendCode, { mobile, type: 4 })
  const code = await server.codeFor(mobile)
  const answer = await visitor.call(resetByMobile, { mobile, code, password: newPassword })
  expect(answer.data.user_id_str).not.toBe('')
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(answer.data.user_id_str)
  const login = await visitor.call(passwordLogin, { mobile, password: newPassword })
  expect(login.error).toBeUndefined()
})

test('mails an unknown address that it has no account, with the same reply', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const known = await server.client().call(sendCode, { email: ann.email, type: 6 })
  const unknown = await server.client().call(sendCode, { email: 'nobody@example.com', type: 6 })
  expect({ ...unknown.data, email: '' }).toEqual({ ...known.data, email: '' })
  const [message] = await server.mail('nobody@example.com')
  expect(message?.subject).toBe('No Sable account under this address')
  expect(message?.code).toBe('')
  expect(message?.body).not.toMatch(/\b\d{6}\b/)
  const guess = await server.client().call(resetByEmail, {
    email: 'nobody@example.com',
    code: '123456',
    password: newPassword,
  })
  expect(guess.error).toBe('code_error')
})

test('sends no text message to an unknown number', async () => {
  const server = await createTestServer()
  const answer = await server.client().call(sendCode, { mobile: '+819012345678', type: 4 })
  expect(answer.error).toBeUndefined()
  expect(await server.mail('+819012345678')).toEqual([])
})

test('builds links from the settings, not from the Host header', async () => {
  const server = await createTestServer()
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await server.client().call(sendCode, { email: 'a@example.com', type: 6 }, { headers: forged })
  const [message] = await server.mail('a@example.com')
  expect(message?.body).toContain('http://localhost:4321/sign-up')
  expect(message?.body).not.toContain('evil')
})

test('changes the password with the current one, and ends the other sessions', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email, password })
  const wrong = await client.call(changePassword, {
    current_password: 'not the one',
    password: newPassword,
  })
  expect(wrong.error).toBe('password_error')
  const right = await client.call(changePassword, {
    current_password: password,
    password: newPassword,
  })
  expect(right.error).toBeUndefined()
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
})

test('limits the attempts of a session to guess the password', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const errors: (string | undefined)[] = []
  for (let guess = 0; guess < 8; guess++) {
    const answer = await client.call(changePassword, {
      current_password: `guess ${guess}`,
      password: newPassword,
    })
    errors.push(answer.error)
  }
  expect(errors.slice(0, 6)).toEqual(Array(6).fill('password_error'))
  expect(errors.slice(6)).toEqual(['password_locked', 'password_locked'])
})

test('requires a session to change the password', async () => {
  const server = await createTestServer()
  const answer = await server.client().call(changePassword, {
    current_password: 'something',
    password: newPassword,
  })
  expect(answer.error).toBe('session_expired')
})

test('sets a new password with a ticket, once and in the same browser', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const visitor = server.client()
  const ticket = await resetTicket(server, visitor, ann.email)
  const elsewhere = await server.client().call(resetByTicket, { ticket, password: newPassword })
  expect(elsewhere.error).toBe('ticket_expired')
  expect((await visitor.call(resetByTicket, { ticket, password: 'short' })).error).toBe(
    'password_policy',
  )
  expect(
    (await visitor.call(resetByTicket, { ticket, password: newPassword })).error,
  ).toBeUndefined()
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const again = await visitor.call(resetByTicket, { ticket, password: newPassword })
  expect(again.error).toBe('ticket_expired')
  const login = await visitor.call(passwordLogin, { email: ann.email, password: newPassword })
  expect(login.error).toBeUndefined()
})

test('rejects a ticket from before a change of the password', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const thief = server.client()
  const ticket = await resetTicket(server, thief, ann.email)
  const change = { current_password: ann.password, password: newPassword }
  expect((await ann.client.call(changePassword, change)).error).toBeUndefined()
  const answer = await thief.call(resetByTicket, { ticket, password: 'nine loud geese' })
  expect(answer.error).toBe('ticket_expired')
})

test('rejects a ticket from before another reset', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const thief = server.client()
  const ticket = await resetTicket(server, thief, ann.email)
  server.clock.passSeconds(61)
  const owner = server.client()
  const own = await resetTicket(server, owner, ann.email)
  expect((await owner.call(resetByTicket, { ticket: own, password: newPassword })).error).toBe(
    undefined,
  )
  const answer = await thief.call(resetByTicket, { ticket, password: 'nine loud geese' })
  expect(answer.error).toBe('ticket_expired')
})

test('rejects a ticket of an address that was removed', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const mobile = '+819012345678'
  await addMobile(server, ann.client, mobile)
  const thief = server.client()
  const ticket = await resetTicket(server, thief, ann.email)
  const own = await issueStepUpTicket(server, ann, 'mobile')
  expect((await ann.client.call(emailUnbind, { ticket: own })).error).toBeUndefined()
  const answer = await thief.call(resetByTicket, { ticket, password: newPassword })
  expect(answer.error).toBe('ticket_expired')
})

test('resets at the path of enterprise clients', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const visitor = server.client()
  const aff = { family: 'aff' } as const
  const ticket = await resetTicket(server, visitor, ann.email)
  const byTicket = await visitor.call(resetAny, { ticket, password: newPassword }, aff)
  expect(byTicket.data.user_id_str).toBe(ann.userId)
  server.clock.passSeconds(60)
  const { email } = ann
  await visitor.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const other = `${newPassword} again`
  expect((await visitor.call(resetAny, { email, password: other }, aff)).error).toBe('code_missing')
  const byCode = await visitor.call(resetAny, { email, code, password: other }, aff)
  expect(byCode.error).toBeUndefined()
  const login = await visitor.call(passwordLogin, { email, password: other })
  expect(login.error).toBeUndefined()
})

test('rejects the ticket after ten minutes and for other operations', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const ticket = await resetTicket(server, ann.client, ann.email)
  expect((await ann.client.call(emailUnbind, { ticket })).error).toBe('last_binding')
  await ann.client.call(sendCode, { mobile: '+819012345678', type: 17 })
  const code = await server.codeFor('+819012345678')
  await ann.client.call(mobileBind, { mobile: '+819012345678', code })
  expect((await ann.client.call(emailUnbind, { ticket })).error).toBe('ticket_expired')
  server.clock.passSeconds(600)
  const late = await ann.client.call(resetByTicket, { ticket, password: newPassword })
  expect(late.error).toBe('ticket_expired')
})

/** A server whose policy wants a second proof, by default before each reset by mail. */
async function strictServer(
  operations: Record<string, object> = { reset_by_email: { verify: ['always'] } },
): Promise<TestServer> {
  return await createTestServer({
    settings: { POLICY_FILE: writePolicy({ operations }), SECOND_VERIFICATION: 'on' },
  })
}

test('never offers the password as second step of a reset', async () => {
  const server = await strictServer()
  const { email } = await server.person()
  const visitor = server.client()
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email, type: 6 })
  const wish = { email, code: await server.codeFor(email), password: newPassword }
  expect((await visitor.call(resetByEmail, wish)).error).toBeUndefined()
  const form = { email, language: 'en' }
  server.clock.passSeconds(60)
  await visitor.form('/form/reset-password', form)
  const code = await server.codeFor(email)
  const typed = { ...form, code, password: 'nine loud herons', step: 'finish' }
  expect((await visitor.form('/form/reset-password', typed)).status).toBe(303)
})

test('requires two-step verification before a reset if the policy says so', async () => {
  const server = await strictServer()
  const ann = await server.person()
  const mobile = '+819012345678'
  await ann.client.call(sendCode, { mobile, type: 17 })
  await ann.client.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
  const visitor = server.client()
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const code = await server.codeFor(ann.email)
  const wish = { email: ann.email, code, password: newPassword }
  const rejection = await visitor.call(resetByEmail, wish)
  expect(rejection.error).toBe('second_verify')
  const params = {
    sms_code_key: String(rejection.data.sms_code_key),
    verify_ticket: String(rejection.data.verify_ticket),
  }
  await visitor.call(sendCode, { type: 22 }, { params })
  const second = await server.codeFor(mobile)
  await visitor.call(validateCode, { type: 22, code: second }, { params })
  const done = await visitor.call(resetByEmail, wish, { params: { ...params, is_resend: '1' } })
  expect(done.error).toBeUndefined()
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
})

test('requires the same two-step verification as a sign-in by code', async () => {
  const server = await strictServer({ email_code_login: { verify: ['always'] } })
  const ann = await server.person()
  await addMobile(server, ann.client, '+819012345678')
  const visitor = server.client()
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const wish = { email: ann.email, code: await server.codeFor(ann.email), password: newPassword }
  expect((await visitor.call(resetByEmail, wish)).error).toBe('second_verify')
  expect(visitor.cookies.has('sessionid')).toBe(false)
  server.clock.passSeconds(60)
  const ticket = await resetTicket(server, visitor, ann.email)
  const byTicket = await visitor.call(resetByTicket, { ticket, password: newPassword })
  expect(byTicket.error).toBe('second_verify')
  const login = { email: ann.email, password: newPassword }
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
})

test.each([
  // What could open a session ends with the sessions; a limit leaves them.
  ['freeze', 'code_expired', 'ticket_expired'],
  ['ban', 'code_expired', 'ticket_expired'],
  ['limit', 'account_limited', 'account_limited'],
])('sets no password and opens no session after %s', async (command, codeError, ticketError) => {
  const server = await createTestServer()
  const ann = await server.person()
  const visitor = server.client()
  const ticket = await resetTicket(server, visitor, ann.email)
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const code = await server.codeFor(ann.email)
  await runCommand(server, 'user', command, ann.userId, '--reason', 'Trial')
  const byCode = await visitor.call(resetByEmail, { email: ann.email, code, password: newPassword })
  expect(byCode.error).toBe(codeError)
  const byTicket = await visitor.call(resetByTicket, { ticket, password: newPassword })
  expect(byTicket.error).toBe(ticketError)
  expect(visitor.cookies.has('sessionid')).toBe(false)
  const login = { email: ann.email, password: newPassword }
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
})

test('sets a first password with a recent sign-in or a ticket, once', async () => {
  const server = await createTestServer()
  const client = server.client()
  const mobile = '+819012345678'
  await client.call(sendCode, { mobile, type: 24 })
  await client.call(smsLogin, { mobile, code: await server.codeFor(mobile) })
  expect((await client.call(hasPassword, {})).data.has_set).toBe(0)
  server.clock.passSeconds(600)
  const stale = await client.call(setPassword, { password: newPassword })
  expect(stale.error).toBe('second_verify')
  await client.call(sendCode, { type: 22 })
  const proof = await client.call(validateCode, { type: 22, code: await server.codeFor(mobile) })
  const ticket = proof.data.ticket
  expect((await client.call(setPassword, { password: newPassword, ticket })).error).toBeUndefined()
  expect((await client.call(hasPassword, {})).data.has_set).toBe(1)
  expect((await server.mail(mobile))[0]?.body).toContain('a password was set')
  const twice = await client.call(setPassword, { password: newPassword })
  expect(twice.error).toBe('password_already_set')
})

test('sets the first password in one of twenty calls', async () => {
  const server = await createTestServer()
  const client = server.client()
  const mobile = '+819012345678'
  await client.call(sendCode, { mobile, type: 24 })
  await client.call(smsLogin, { mobile, code: await server.codeFor(mobile) })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      client.call(setPassword, { password: `${newPassword} ${at}` }),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('requires a session to set a password', async () => {
  const server = await createTestServer()
  const client = server.client()
  expect((await client.call(hasPassword, {})).error).toBe('session_expired')
  expect((await client.call(setPassword, { password: newPassword })).error).toBe('session_expired')
})

async function resetTicket(server: TestServer, client: Client, email: string): Promise<string> {
  server.clock.passSeconds(60)
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const { data } = await client.call(validateCode, { email, type: 6, code })
  return data.ticket
}
