import path from 'node:path'
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, emailLogin, passwordLogin } from '#protocol/web/login.ts'
import { changePassword, resetByEmail } from '#protocol/web/password.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const settings = { SECOND_VERIFICATION: 'on' }
const mobile = '+819012345678'
const strict = path.join(import.meta.dirname, '../../support/policies/strict.json')

interface References {
  sms_code_key: string
  verify_ticket: string
  encrypt_uid: string
}

function referencesOf({ data }: Answer): References {
  return {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
    encrypt_uid: String(data.encrypt_uid),
  }
}

function again({ sms_code_key, verify_ticket }: References): CallOptions {
  return { params: { sms_code_key, verify_ticket, is_resend: '1' } }
}

async function signIn(client: Client, { email, password }: Person, options?: CallOptions) {
  return await client.call(passwordLogin, { email, password }, options)
}

async function passByMail(server: TestServer, client: Client, ann: Person, references: References) {
  const sent = await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  expect(sent.error).toBeUndefined()
  const code = await server.codeFor(ann.email)
  return await client.call(validateCode, { type: 11, code, ...references })
}

test('trusts the browser of the registration, and requires two-step verification of another', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  expect((await signIn(ann.client, ann)).error).toBeUndefined()

  const client = server.client()
  const rejection = await signIn(client, ann)
  expect(rejection.body.error_code).toBe(2046)
  expect(client.cookies.has('sessionid')).toBe(false)
  expect(rejection.data).toMatchObject({
    name: 'second_verify',
    sms_code_key: expect.stringMatching(/^sck_[\w-]{22}$/),
    verify_ticket: expect.stringMatching(/^VT[0-9A-HJKMNP-TV-Z]{36}_sg$/),
    account_flow: 'verify',
    verify_ways: [{ verify_way: 'email_code_verify', email: 'p***@example.com' }],
    verify_scene_desc: expect.stringMatching(/^You have not signed in with this browser yet\./),
    common_params: { copywriting_key: 'account_login', ies_safety_diversion_tag: 'mfa' },
    std_verify_type: 'MFA',
    std_verify_template: 'ato_web',
    std_verify_scene: 'account_login',
  })
  expect(rejection.data.biz_params).toMatchObject({
    std_verify_flow_id: rejection.data.sms_code_key,
    std_verify_token: rejection.data.verify_ticket,
    std_verify_way: 'email_code_verify',
    std_verify_type: 'MFA',
  })
  expect(JSON.stringify(rejection.data)).not.toContain(ann.userId)
  expect(JSON.stringify(rejection.data)).not.toContain(ann.email)

  const passed = await passByMail(server, client, ann, referencesOf(rejection))
  expect(passed.data).toMatchObject({
    ticket: expect.stringMatching(/^[\w-]{43}$/),
    expire_time: 600,
    verify_ticket: rejection.data.verify_ticket,
  })
  const done = await signIn(client, ann, again(referencesOf(rejection)))
  expect(done.data.user_id_str).toBe(ann.userId)
  // The browser is trusted from now on.
  expect((await signIn(client, ann)).error).toBeUndefined()
})

test('accepts the references under their older names', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const rejection = await signIn(client, ann)
  await passByMail(server, client, ann, referencesOf(rejection))
  const { std_verify_flow_id, std_verify_token } = rejection.data.biz_params as Record<
    string,
    string
  >
  const params = {
    std_verify_flow_id: String(std_verify_flow_id),
    std_verify_token: String(std_verify_token),
    is_resend: '1',
  }
  expect((await signIn(client, ann, { params })).error).toBeUndefined()
})

test('trusts a browser for ninety days after the last sign-in', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  server.clock.passSeconds(89 * 86_400)
  expect((await signIn(ann.client, ann)).error).toBeUndefined()
  server.clock.passSeconds(89 * 86_400)
  expect((await signIn(ann.client, ann)).error).toBeUndefined()
  server.clock.passSeconds(90 * 86_400)
  expect((await signIn(ann.client, ann)).error).toBe('second_verify')
})

test('removes the trust in all other browsers with a new password', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  await passByMail(server, client, ann, references)
  expect((await signIn(client, ann, again(references))).error).toBeUndefined()
  const changed = { current_password: ann.password, password: 'nine quiet otters' }
  expect((await ann.client.call(changePassword, changed)).error).toBeUndefined()
  const next = { ...ann, password: changed.password }
  expect((await signIn(ann.client, next)).error).toBeUndefined()
  expect((await signIn(client, next)).error).toBe('second_verify')

  server.clock.passSeconds(60)
  const { email } = ann
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const reset = await client.call(resetByEmail, { email, code, password: 'ten quiet otters' })
  expect(reset.error).toBeUndefined()
  const last = { ...ann, password: 'ten quiet otters' }
  expect((await signIn(client, last)).error).toBeUndefined()
  expect((await signIn(ann.client, last)).error).toBe('second_verify')
})

test('requires it of a browser without webId each time', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const nameless = { params: { fp: '', verifyFp: '' } }
  expect((await signIn(ann.client, ann, nameless)).error).toBe('second_verify')
})

test('reveals it only after a correct password', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const answer = await signIn(server.client(), { ...ann, password: 'eight otters' })
  expect(answer.error).toBe('password_error')
})

test('does not execute the call before it was passed', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  expect((await signIn(client, ann, again(references))).error).toBe('second_verify')
  await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  expect((await signIn(client, ann, again(references))).error).toBe('second_verify')
  const sessions = await server.database.query.selectFrom('sessions').selectAll().execute()
  expect(sessions).toHaveLength(1)
})

test('accepts the same call of the same browser once', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const bob = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  await passByMail(server, client, ann, references)

  const elsewhere = await signIn(server.client(), ann, again(references))
  expect(elsewhere.error).toBe('second_verify')
  const another = await signIn(client, bob, again(references))
  expect(another.error).toBe('second_verify')
  const { email, password } = ann
  const otherCall = await client.call(emailLogin, { email, password }, again(references))
  expect(otherCall.error).toBe('second_verify')
  const otherApp = await signIn(client, ann, { ...again(references), aid: 1002 })
  expect(otherApp.error).toBe('second_verify')
  const half = { params: { sms_code_key: references.sms_code_key, is_resend: '1' } }
  expect((await signIn(client, ann, half)).error).toBe('second_verify')
  const stranger = await signIn(client, { ...ann, password: 'eight otters' }, again(references))
  expect(stranger.error).toBe('password_error')

  const all = await Promise.all(
    Array.from({ length: 100 }, () => signIn(client, ann, again(references))),
  )
  // A request after the first finds a trusted browser; one that was busy gives the pass back.
  const busy = all.filter(({ error }) => error === 'server_busy').length
  const winner = all.find(({ error }) => error === undefined)
  expect((winner ?? (await signIn(client, ann, again(references)))).error).toBeUndefined()
  const rows = await server.database.query
    .selectFrom('verifications')
    .select('state')
    .where('state', '=', 'consumed')
    .execute()
  expect(rows).toHaveLength(1)
  const { length } = await server.database.query
    .selectFrom('securityEvents')
    .select('kind')
    .where('kind', '=', 'second_verified')
    .execute()
  expect(length > 0 && length <= 1 + busy).toBe(true)
}, 60_000)

test('expires after ten minutes', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  await passByMail(server, client, ann, references)
  server.clock.passSeconds(600)
  expect((await signIn(client, ann, again(references))).error).toBe('second_verify')
  const late = await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  expect(late.error).toBe('ticket_expired')
})

test('counts no attempt for the code of the message before', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  const codes: string[] = []
  while (codes.length < 2 || codes[0] === '' || codes[0] === codes[1]) {
    await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
    codes.splice(0, 2, codes.at(-1) ?? '', await server.codeFor(ann.email))
    server.clock.passSeconds(60)
  }
  const [former = '', code = ''] = codes
  for (let tries = 0; tries < 6; tries++) {
    const late = await client.call(validateCode, { type: 11, code: former, ...references })
    expect(late.error).toBe('code_superseded')
  }
  const right = await client.call(validateCode, { type: 11, code, ...references })
  expect(right.error).toBeUndefined()
})

test('allows five attempts over all its codes', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  const wrong = (await server.codeFor(ann.email)) === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 3; tries++) {
    const answer = await client.call(validateCode, { type: 11, code: wrong, ...references })
    expect(answer.error).toBe('code_error')
  }
  server.clock.passSeconds(60)
  await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  const code = await server.codeFor(ann.email)
  const other = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 2; tries++) {
    await client.call(validateCode, { type: 11, code: other, ...references })
  }
  const sixth = await client.call(validateCode, { type: 11, code, ...references })
  expect(sixth.error).toBe('code_expired')
  expect((await signIn(client, ann, again(references))).error).toBe('second_verify')
})

test('sends codes only to the address of the account', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const { sms_code_key, verify_ticket, encrypt_uid } = referencesOf(await signIn(client, ann))
  const sent = await client.call(sendCode, {
    type: 11,
    email: 'thief@example.com',
    verify_ticket,
    encrypt_uid,
  })
  expect(sent.data.email).toBe('p***@example.com')
  expect(await server.mail('thief@example.com')).toEqual([])
  const foreign = await server.client().call(sendCode, { type: 11, sms_code_key })
  expect(foreign.error).toBe('ticket_expired')
  const otherUid = `${encrypt_uid.startsWith('x') ? 'y' : 'x'}${encrypt_uid.slice(1)}`
  const altered = { type: 11, verify_ticket, encrypt_uid: otherUid }
  expect((await client.call(sendCode, altered)).error).toBe('ticket_expired')
  expect((await client.call(sendCode, { type: 22, sms_code_key })).error).toBe('code_type_error')
})

test('offers every method except that of the first factor', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  await setIdentifiers(server, ann.userId, { mobile })
  const client = server.client()
  const rejection = await signIn(client, ann)
  expect(rejection.data.verify_ways).toEqual([
    { verify_way: 'mobile_sms_verify', mobile: '901****5678' },
    { verify_way: 'email_code_verify', email: 'p***@example.com' },
  ])
  const references = referencesOf(rejection)
  await client.call(sendCode, { type: 22, sms_code_key: references.sms_code_key })
  const code = await server.codeFor(mobile)
  expect((await client.call(validateCode, { type: 22, code, ...references })).error).toBeUndefined()
  const byPassword = await client.call(verifyAccount, { password: ann.password, ...references })
  expect(byPassword.error).toBe('password_auth_failed')
  expect((await signIn(client, ann, again(references))).error).toBeUndefined()
})

test('requires the password after a code if the policy is strict', async () => {
  const server = await createTestServer({ settings: { ...settings, POLICY_FILE: strict } })
  const ann = await server.person()
  const client = server.client()
  const { email, password } = ann
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const rejection = await client.call(emailCodeLogin, { email, code })
  expect(rejection.data.verify_ways).toEqual([{ verify_way: 'pwd_verify' }])
  const references = referencesOf(rejection)
  const guess = await client.call(verifyAccount, { password: 'eight otters', ...references })
  expect(guess.error).toBe('password_error')
  const passed = await client.call(verifyAccount, { password, ...references })
  expect(passed.data.verify_ticket).toBe(references.verify_ticket)
  // The code was not used up by the attempt that required a second step.
  const done = await client.call(emailCodeLogin, { email, code }, again(references))
  expect(done.data.user_id_str).toBe(ann.userId)
  expect((await client.call(emailCodeLogin, { email, code })).error).toBe('code_expired')
})

test('is also required for an account with scheduled deletion', async () => {
  const server = await createTestServer({ settings: { ...settings, POLICY_FILE: strict } })
  const { email, password } = await server.person()
  const cancelling = { state: 'cancelling', cancelAt: server.clock.now() + 60_000 } as const
  await server.database.query.updateTable('accounts').set(cancelling).execute()
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const references = referencesOf(await client.call(emailCodeLogin, { email, code }))
  const passed = await client.call(verifyAccount, { password, ...references })
  expect(passed.error).toBeUndefined()
  const refused = await client.call(emailCodeLogin, { email, code }, again(references))
  expect(refused.error).toBe('account_cancelling')
})

test('signs in and notifies an account without second method', async () => {
  const server = await createTestServer({ settings: { ...settings, POLICY_FILE: strict } })
  const email = 'cat@example.com'
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  await client.call(emailCodeLogin, { email, code: await server.codeFor(email) })
  server.clock.passSeconds(60)
  const other = server.client()
  await other.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  server.clock.passSeconds(1)
  // In the language of the owner, not of the person who signed in.
  const params = { language: 'ja' } as const
  expect((await other.call(emailCodeLogin, { email, code }, { params })).error).toBeUndefined()
  expect((await server.mail(email))[0]?.subject).toContain('new device')
})

test('answers 1039 to old clients, and accepts a code', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  for (const family of ['sso', 'root'] as const) {
    const answer = await signIn(client, ann, { family })
    expect(answer.body.error_code).toBe(1039)
    expect(answer.data.verify_ways).toHaveLength(1)
  }
  await client.call(sendCode, { email: ann.email, type: 13 })
  const code = await server.codeFor(ann.email)
  const byCode = { email: ann.email, code }
  expect((await client.call(emailCodeLogin, byCode, { family: 'root' })).error).toBeUndefined()
  expect((await signIn(client, ann, { family: 'sso' })).error).toBeUndefined()
})

test('does not use a sealed request that only got a second_verify', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const answer = await signIn(server.client(), ann, { isSealed: true })
  expect(answer.error).toBe('second_verify')
  const uses = await server.database.query.selectFrom('sealUses').selectAll().execute()
  expect(uses).toEqual([])
})

test('stores references, webIds and addresses as hashes', async () => {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const client = server.client()
  const references = referencesOf(await signIn(client, ann))
  const { query } = server.database
  const kept = JSON.stringify([
    await query.selectFrom('verifications').selectAll().execute(),
    await query.selectFrom('trustedDevices').selectAll().execute(),
  ])
  for (const secret of [
    references.sms_code_key,
    references.verify_ticket,
    client.webId,
    ann.email,
  ]) {
    expect(kept).not.toContain(secret)
  }
  expect(server.lines.join('')).not.toContain(references.sms_code_key)
})
