// Second proofs that make a session new again: none makes it claim more than was proved by then.
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { passkeyCreateOptions, passkeyOptions, verifyPasskey } from '#protocol/web/passkeys.ts'
import { setRequiredLevel, verifyTotp } from '#protocol/web/methods.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import { pageMessages } from '../../../server/pages/messages/all-messages.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { answer, scan, setApp, showCode } from '../../support/qr.ts'
import { answerWith, type SoftPasskey } from '../../support/soft-authenticator.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const HOUR = 3600

interface Place {
  server: TestServer
  ann: Member
  secret: string
  passkey: SoftPasskey
  /** Her organization wants sessions of the last hour. */
  wantHours(): Promise<void>
}

/** A member whose account demands level 2. */
async function setUp(settings = {}): Promise<Place> {
  const server = await createTestServer({ settings })
  const { join, manager } = await createCompany(server)
  const ann = await join()
  const { passkey } = await addPasskey(ann.client)
  const { secret } = await addApp(server, ann.client, 'Phone', 2)
  const wantHours = async (): Promise<void> => {
    expect((await manager.call(updatePolicy, { session_hours: 1 })).error).toBeUndefined()
  }
  return { server, ann, secret, passkey, wantHours }
}

const referencesOf = ({ data }: Answer) => ({
  sms_code_key: String(data.sms_code_key),
  verify_ticket: String(data.verify_ticket),
})

/** Gives the code of the app for a rejected call; returns the options of its repetition. */
async function confirm({ ann, secret, server }: Place, asked: Answer) {
  expect(asked.error).toBe('second_verify')
  const params = referencesOf(asked)
  server.clock.passSeconds(30)
  const code = codeOf(server, secret)
  expect((await ann.client.call(verifyTotp, { code, ...params })).error).toBeUndefined()
  return { params }
}

async function signInByApp(place: Place): Promise<void> {
  const { client, person } = place.ann
  const { email, password } = person
  const options = await confirm(place, await client.call(passwordLogin, { email, password }))
  expect((await client.call(passwordLogin, { email, password }, options)).error).toBeUndefined()
}

const offeredIn = ({ data }: Answer) =>
  (data.verify_ways as { verify_way: string }[]).map(({ verify_way }) => verify_way)

test('asks for no proof after which the session would be below the level of its account', async () => {
  const place = await setUp()
  const { ann, server, wantHours } = place
  await signInByApp(place)
  await wantHours()
  server.clock.passSeconds(HOUR)
  const renew = { user_identity_id: ann.id }
  const asked = await ann.client.call(raiseSession, renew)
  expect(offeredIn(asked)).toEqual(['passkey_verify', 'totp_verify', 'recovery_code_verify'])
  const options = await confirm(place, asked)
  expect((await ann.client.call(raiseSession, renew, options)).error).toBeUndefined()
})

test('asks for the app on the page without scripts, too', async () => {
  const place = await setUp()
  const { ann, secret, server, wantHours } = place
  await signInByApp(place)
  await wantHours()
  server.clock.passSeconds(HOUR)
  const fields = { language: 'en', level: '1', user_identity_id: ann.id, send: '1' }
  const page = await (await ann.client.form('/form/level', fields)).text()
  expect(page).toContain(pageMessages.en.appOrRecoveryCode)
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const code = codeOf(server, secret)
  expect((await ann.client.form('/form/level', { ...fields, ticket, code })).status).toBe(303)
  expect((await ann.client.call(accountInfo, {})).error).toBeUndefined()
})

test('takes nothing less for an old sign-in by passkey', async () => {
  const place = await setUp()
  const { ann, passkey, server, wantHours } = place
  const { client } = ann
  expect((await signInBy(client, passkey)).error).toBeUndefined()
  await wantHours()
  server.clock.passSeconds(24 * HOUR)
  // A session of level 3 that is recent could change everything.
  expect((await client.call(passkeyCreateOptions, {})).error).toBe('second_verify')
  expect(offeredIn(await client.call(raiseSession, { user_identity_id: ann.id }))).toEqual([
    'passkey_verify',
  ])
  const before = await server.mail(ann.person.email)
  for (const more of [{ user_identity_id: ann.id, send: '1' }, { prompt: 'recent' }]) {
    const fields = { language: 'en', level: '1', ...more }
    const page = await (await client.form('/form/level', fields)).text()
    expect(page).toContain(pageMessages.en.needPasskey)
    expect(page).toMatch(/href="[^"]*\/login\?[^"]*prompt=recent/)
  }
  expect(await server.mail(ann.person.email)).toEqual(before)
  expect((await client.call(setRequiredLevel, { level: 1 })).error).toBe('second_verify')
})

test.for([{ required_level: 2 }, { second_verification: 'always' }])(
  'adds no second proof to an old sign-in for an organization with %o',
  async (rules) => {
    const server = await createTestServer()
    const { id, join } = await createCompany(server)
    const { client, id: membership, person } = await join()
    await addApp(server, client, 'Phone', 1)
    const { email, password } = person
    await client.call(passwordLogin, { email, password })
    const { query } = server.database
    const policy = JSON.stringify(rules)
    await query.updateTable('organizations').set({ policy }).where('id', '=', id).execute()
    const raise = () => client.call(raiseSession, { user_identity_id: membership })
    const enter = () => client.call(identityLogin, { login_subject_uid: id })
    server.clock.passSeconds(12 * HOUR - 1)
    expect([(await raise()).error, (await enter()).error]).toEqual(Array(2).fill('second_verify'))
    server.clock.passSeconds(1)
    expect([(await raise()).error, (await enter()).error]).toEqual([
      'ticket_expired',
      'policy_refused',
    ])
    const page = `/form/level?language=en&level=1&user_identity_id=${membership}`
    const led = await client.send(new Request(`${ORIGIN}${page}`))
    expect(led.headers.get('location')).toMatch(/\/login\?.*prompt=recent/)
    const choices = await client.send(new Request(`${ORIGIN}/form/identity?language=en`))
    const member = /name="member" value="([^"]*)"/.exec(await choices.text())?.[1] ?? ''
    const refused = await client.form('/form/identity', {
      action: 'choose',
      member,
      language: 'en',
    })
    expect(await refused.text()).toContain('Sign in again')
    await client.call(passwordLogin, { email, password })
    expect((await enter()).error).toBe('second_verify')
  },
)

test('asks for the app only after a recent sign-in, where the account wants more by now', async () => {
  const { ann, server, passkey } = await setUp()
  const { client } = ann
  const enter = () => client.call(identityLogin, { login_subject_uid: '0' })
  expect((await enter()).error).toBe('second_verify')
  server.clock.passSeconds(12 * HOUR)
  // No organization asks for it.
  expect(await enter()).toMatchObject({
    error: 'level_unreachable',
    data: { required_level: 2, description: expect.stringContaining('Sign in again with it') },
  })
  await signInBy(client, passkey)
  expect((await enter()).error).toBeUndefined()
})

test('shares an old sign-in by passkey as what it is, whatever the other browser proves', async () => {
  const { ann, passkey, server } = await setUp({ SECOND_VERIFICATION: 'on' })
  expect((await signInBy(ann.client, passkey)).error).toBeUndefined()
  server.clock.passSeconds(24 * HOUR)
  await setApp(server, { share_to: '1002' })
  const { data } = await ann.client.call(shareToken, { to_aid: 1002 })
  const host = { aid: 1002, origin: 'http://localhost:4322' }
  const there = server.client()
  const call = { share_token: data.share_token, from_aid: 1001 }
  const asked = await there.call(shareLogin, call, host)
  expect(offeredIn(asked)).toContain('email_code_verify')
  const params = referencesOf(asked)
  await there.call(sendCode, { type: 11, sms_code_key: params.sms_code_key }, host)
  const code = await server.codeFor(ann.person.email)
  await there.call(validateCode, { type: 11, code, ...params }, host)
  expect((await there.call(shareLogin, call, { ...host, params })).error).toBeUndefined()
  const lowered = await there.call(setRequiredLevel, { level: 1 }, host)
  expect(lowered).toMatchObject({ error: 'second_verify', data: { required_level: 2 } })
})

test('raises a session by QR code to the level of the passkey that is used for it', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { passkey } = await addPasskey(ann.client)
  expect((await signInBy(ann.client, passkey)).error).toBeUndefined()
  const desktop = await showCode(server)
  await scan(ann, desktop.scanToken)
  await answer(ann, desktop.scanToken)
  expect((await desktop.poll()).error).toBeUndefined()
  const { client } = desktop
  // The phone's passkey carries over as level 2.
  expect((await client.call(raiseSession, { required_level: 2 })).error).toBeUndefined()
  const asked = await client.call(raiseSession, { required_level: 3 })
  expect(asked.error).toBe('second_verify')
  const params = referencesOf(asked)
  const { data } = await client.call(passkeyOptions, { purpose: 'verify' }, { params })
  const credential = answerWith(passkey, data.options.challenge, ORIGIN)
  const verify_ticket = params.verify_ticket
  const verified = await client.call(verifyPasskey, { credential, verify_ticket }, { params })
  expect(verified.error).toBeUndefined()
  expect((await client.call(raiseSession, { required_level: 3 }, { params })).error).toBeUndefined()
  expect((await client.call(raiseSession, { required_level: 3 })).error).toBeUndefined()
})
