// Sign-ins of more than twelve hours ago: a code of an app beside one makes no session stronger.
import { expect, test } from 'vitest'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { emailCodeLogin, passwordLogin, smsLoginContinue } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import { levelOf } from '../../../server/two-step/levels.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { answer, scan, setApp, showCode } from '../../support/qr.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const HALF_DAY = 12 * 3600

const referencesOf = ({ data }: Answer) => ({
  sms_code_key: String(data.sms_code_key),
  verify_ticket: String(data.verify_ticket),
})

const offeredIn = ({ data }: Answer) =>
  (data.verify_ways as { verify_way: string }[]).map(({ verify_way }) => verify_way)

/** Returns level and time of the first proof of the newest session. */
async function newest({ database }: TestServer) {
  const all = await database.query.selectFrom('sessions').selectAll().execute()
  const [session] = all.toSorted((one, other) => other.createdAt - one.createdAt)
  if (session === undefined) throw new Error('there is one')
  return { level: levelOf(session), provedAt: session.provedAt }
}

/** A phone that signed in with the password, before its account wanted an app. */
async function setUp(required_level: 1 | 2, settings = {}) {
  const server = await createTestServer({ settings })
  const { email, ...ann } = await server.person()
  const { secret } = await addApp(server, ann.client, 'Phone', required_level)
  const provedAt = (await newest(server)).provedAt
  return { server, ann: { ...ann, email }, secret, provedAt }
}

test('signs nobody in by QR code with an app, where the phone signed in long ago', async () => {
  const { ann, server, secret } = await setUp(2)
  const early = await showCode(server)
  await scan(ann, early.scanToken)
  await answer(ann, early.scanToken)
  expect(offeredIn(await early.poll())).toContain('totp_verify')
  server.clock.passSeconds(HALF_DAY)
  const desktop = await showCode(server)
  await scan(ann, desktop.scanToken)
  await answer(ann, desktop.scanToken)
  const before = await server.mail(ann.email)
  expect(await desktop.poll()).toMatchObject({
    error: 'level_unreachable',
    data: { required_level: 2 },
  })
  expect(await server.mail(ann.email)).toEqual(before)
  // A new sign-in on the phone is enough.
  const { client, email, password } = ann
  const asked = await client.call(passwordLogin, { email, password })
  const params = referencesOf(asked)
  await client.call(verifyTotp, { code: codeOf(server, secret), ...params })
  expect((await client.call(passwordLogin, { email, password }, { params })).error).toBeUndefined()
  const again = await showCode(server)
  await scan(ann, again.scanToken)
  await answer(ann, again.scanToken)
  expect((await again.poll()).error).toBeUndefined()
})

test('takes the app to be sure of the person, and says no more of the session', async () => {
  const { ann, provedAt, secret, server } = await setUp(1, { SECOND_VERIFICATION: 'on' })
  await setApp(server, { share_to: '1002' })
  server.clock.passSeconds(HALF_DAY)
  const { data } = await ann.client.call(shareToken, { to_aid: 1002 })
  const call = { share_token: data.share_token, from_aid: 1001 }
  const host = { aid: 1002, origin: 'http://localhost:4322' }
  const there = server.client()
  const asked = await there.call(shareLogin, call, host)
  expect(offeredIn(asked)).toContain('totp_verify')
  const params = referencesOf(asked)
  await there.call(verifyTotp, { code: codeOf(server, secret), ...params }, host)
  expect((await there.call(shareLogin, call, { ...host, params })).error).toBeUndefined()
  expect(await newest(server)).toEqual({ level: 1, provedAt })
})

test('renews an old sign-in for an organization by what proves as much again, not by an app', async () => {
  const server = await createTestServer()
  const { id, join, manager } = await createCompany(server)
  const ann = await join()
  const { client, person } = ann
  await addApp(server, client, 'Phone', 1)
  await client.call(passwordLogin, { email: person.email, password: person.password })
  await manager.call(updatePolicy, { session_hours: 1 })
  server.clock.passSeconds(HALF_DAY)
  const asked = await client.call(raiseSession, { user_identity_id: ann.id })
  expect(offeredIn(asked)).toEqual(['email_code_verify', 'pwd_verify'])
  const entering = await client.call(identityLogin, { login_subject_uid: id })
  expect(offeredIn(entering)).toEqual(['email_code_verify', 'pwd_verify'])
  const params = referencesOf(asked)
  await client.call(sendCode, { type: 11, sms_code_key: params.sms_code_key })
  const code = await server.codeFor(person.email)
  await client.call(validateCode, { type: 11, code, ...params })
  const renew = await client.call(raiseSession, { user_identity_id: ann.id }, { params })
  expect(renew.error).toBeUndefined()
  expect(await newest(server)).toEqual({ level: 1, provedAt: server.clock.now() })
})

test('leads from the page without scripts to a new sign-in, not to the app', async () => {
  const { ann, server } = await setUp(1)
  const fields = { language: 'en', level: '1', prompt: 'recent' }
  server.clock.passSeconds(HALF_DAY - 60)
  const asked = await ann.client.form('/form/level', fields)
  expect(await asked.text()).toContain('name="ticket"')
  server.clock.passSeconds(60)
  const led = await ann.client.form('/form/level', fields)
  expect(led.headers.get('location')).toMatch(/\/login\?.*prompt=recent/)
})

test('counts from the proofs, not from the choice that follows them', async () => {
  const server = await createTestServer()
  const { join } = await createCompany(server)
  const { client, id, person } = await join()
  const { email, password } = person
  server.clock.passSeconds(61)
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const provedAt = server.clock.now()
  const { data } = await client.call(emailCodeLogin, { email, code }, { family: 'aff' })
  server.clock.passSeconds(9 * 60)
  const choice = { sms_login_key: String(data.sms_login_key), user_identity_id: id }
  expect((await client.call(smsLoginContinue, choice, { family: 'aff' })).error).toBeUndefined()
  expect((await newest(server)).provedAt).toBe(provedAt)

  await client.call(passwordLogin, { email, password })
  expect((await deleteAccount(server, person)).error).toBeUndefined()
  const refusedAt = server.clock.now()
  const refused = await client.call(passwordLogin, { email, password })
  const revoke_ticket = String(refused.data.revoke_ticket)
  server.clock.passSeconds(9 * 60)
  expect((await client.call(cancelRevoke, { revoke_ticket })).error).toBeUndefined()
  expect((await newest(server)).provedAt).toBe(refusedAt)
})
