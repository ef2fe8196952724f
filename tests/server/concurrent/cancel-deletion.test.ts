import { expect, test } from 'vitest'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { createTestServer } from '../../support/test-server.ts'
import { writePolicy } from '../../support/write-policy.ts'

const DAY_SECONDS = 24 * 3600

test('offers to cancel the deletion only to the owner who signs in', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await deleteAccount(server, ann)
  const visitor = server.client()
  const login = { email: ann.email, password: ann.password }
  expect((await visitor.call(passwordLogin, { ...login, password: 'wrong one' })).error).toBe(
    'password_error',
  )
  const refused = await visitor.call(passwordLogin, login)
  expect(refused.error).toBe('account_cancelling')
  expect(refused.data.cancel_at).toBe(server.clock.now() / 1000 + 15 * DAY_SECONDS)
  expect(visitor.cookies.has('sessionid')).toBe(false)
  const ticket = String(refused.data.revoke_ticket)
  const elsewhere = await server.client().call(cancelRevoke, { revoke_ticket: ticket })
  expect(elsewhere.error).toBe('ticket_expired')
  const next = '/ja/account-setting'
  const kept = await visitor.call(cancelRevoke, { revoke_ticket: ticket, next })
  expect(kept.data).toMatchObject({
    user_id_str: ann.userId,
    redirect_url: expect.stringContaining(next),
  })
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  expect((await server.mail(ann.email))[0]?.subject).toBe('Your Sable account stays')
  const again = await visitor.call(cancelRevoke, { revoke_ticket: ticket })
  expect(again.error).toBe('ticket_expired')
})

test('uses a correct code at sign-in, and cancels the deletion with another one', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await deleteAccount(server, ann)
  const visitor = server.client()
  const { email } = ann
  await visitor.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  expect((await visitor.call(emailCodeLogin, { email, code })).error).toBe('account_cancelling')
  expect((await visitor.call(emailCodeLogin, { email, code })).error).toBe('code_expired')
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email, type: 13 })
  expect((await visitor.call(cancelRevoke, { email })).error).toBe('code_missing')
  const fresh = await server.codeFor(email)
  const kept = await visitor.call(cancelRevoke, { email, code: fresh })
  expect(kept.data.user_id_str).toBe(ann.userId)
  expect((await visitor.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
})

test('asks for a second proof before a code cancels the deletion, as at sign-in', async () => {
  const server = await createTestServer({
    settings: {
      POLICY_FILE: writePolicy({ operations: { email_code_login: { verify: ['always'] } } }),
      SECOND_VERIFICATION: 'on',
    },
  })
  const ann = await server.person()
  await deleteAccount(server, ann)
  const visitor = server.client()
  const { email } = ann
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email, type: 13 })
  const wish = { email, code: await server.codeFor(email) }
  const rejection = await visitor.call(cancelRevoke, wish)
  expect(rejection.error).toBe('second_verify')
  const params = {
    sms_code_key: String(rejection.data.sms_code_key),
    verify_ticket: String(rejection.data.verify_ticket),
  }
  await visitor.call(verifyAccount, { password: ann.password }, { params })
  const kept = await visitor.call(cancelRevoke, wish, { params: { ...params, is_resend: '1' } })
  expect(kept.data.user_id_str).toBe(ann.userId)
})

test('keeps the account of somebody who forgot the password, too', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await deleteAccount(server, ann)
  const visitor = server.client()
  server.clock.passSeconds(60)
  await visitor.call(sendCode, { email: ann.email, type: 6 })
  const password = 'eight louder otters'
  const code = await server.codeFor(ann.email)
  const refused = await visitor.call(resetByEmail, { email: ann.email, code, password })
  expect(refused.error).toBe('account_cancelling')
  expect(visitor.cookies.has('sessionid')).toBe(false)
  const ticket = String(refused.data.revoke_ticket)
  const kept = await visitor.call(cancelRevoke, { revoke_ticket: ticket })
  expect(kept.data.user_id_str).toBe(ann.userId)
  const login = await server.client().call(passwordLogin, { email: ann.email, password })
  expect(login.error).toBeUndefined()
})

test('rejects cancelling for an account without scheduled deletion', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  const visitor = server.client()
  await visitor.call(sendCode, { email, type: 13 })
  const answer = await visitor.call(cancelRevoke, { email, code: await server.codeFor(email) })
  expect(answer.error).toBe('not_cancelling')
})

test('cancels the deletion by the plain form, once', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await deleteAccount(server, ann)
  const browser = server.client()
  const signIn = { account: ann.email, password: ann.password, language: 'en' }
  const reply = await browser.form('/form/login', signIn)
  expect(reply.status).toBe(422)
  const page = await reply.text()
  expect(page).toContain('This account is scheduled for deletion. You can still keep it.')
  expect(page).toContain('<button type="submit">Keep my account</button>')
  const keep = /name="keep" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const elsewhere = await server.client().form('/form/login', { keep, language: 'en' })
  expect(elsewhere.status).toBe(422)
  const kept = await browser.form('/form/login', { keep, language: 'en', next: '/pricing' })
  expect([kept.status, kept.headers.get('location')]).toEqual([303, '/pricing'])
  expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  const again = await browser.form('/form/login', { keep, language: 'en' })
  expect([again.status, await again.text()]).toEqual([
    422,
    expect.stringContaining('That took too long. Please start again.'),
  ])
})
