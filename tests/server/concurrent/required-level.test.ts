// Ways in and changes around an account that demands level 2; SECOND_VERIFICATION is off in all of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelConfirm } from '#protocol/web/account-deletion.ts'
import { emailChange } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { acceptInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { listMethods, removeMethod, setRequiredLevel, verifyTotp } from '#protocol/web/methods.ts'
import { createPasskey, passkeyCreateOptions } from '#protocol/web/passkeys.ts'
import { changePassword, resetByEmail } from '#protocol/web/password.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { authBindLogin, authLogin } from '#protocol/web/providers.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import type { LocalProviders } from '../../../scripts/lib/providers.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { link } from '../../support/intrusions.ts'
import { authorizeAs, startLocalProviders, startOAuth } from '../../support/local-providers.ts'
import { references as deletionReferences } from '../../support/delete-account.ts'
import { makePasskey } from '../../support/soft-authenticator.ts'
import { answer, scan, setApp, showCode } from '../../support/qr.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

interface Scene {
  server: TestServer
  /** Her session is of before the demand, at level 1. */
  ann: Person
  secret: string
  id: string
}

async function prepare(): Promise<Scene> {
  const server = await createTestServer({ settings: local.settings })
  const ann = await server.person({ email: 'ann@example.com' })
  await link(ann.client, 'github', 'ann')
  const { secret, added } = await addApp(server, ann.client, 'Phone', 2)
  return { server, ann, secret, id: String(added.data.id) }
}

/** Gives the app's code for a rejected call; returns the options of its repetition. */
async function confirm(
  { server, secret }: Pick<Scene, 'server' | 'secret'>,
  client: Client,
  { error, data }: Answer,
): Promise<CallOptions> {
  expect(error).toBe('second_verify')
  const verify_ways = [{ verify_way: 'totp_verify' }, { verify_way: 'recovery_code_verify' }]
  expect(data).toMatchObject({ required_level: 2, verify_ways })
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  server.clock.passSeconds(30)
  const code = codeOf(server, secret)
  expect((await client.call(verifyTotp, { code, ...params })).error).toBeUndefined()
  return { params }
}

async function signIn(scene: Scene, client = scene.server.client()): Promise<Client> {
  const { email, password } = scene.ann
  const options = await confirm(
    scene,
    client,
    await client.call(passwordLogin, { email, password }),
  )
  expect((await client.call(passwordLogin, { email, password }, options)).error).toBeUndefined()
  return client
}

async function mailedCode({ server, ann }: Scene, client: Client, type: number): Promise<string> {
  server.clock.passSeconds(61)
  await client.call(sendCode, { email: ann.email, type })
  return await server.codeFor(ann.email)
}

test('is set by the first app unless that declines, and only where the app can be replaced', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const alone = await ann.client.call(setRequiredLevel, { level: 2 })
  expect(alone).toMatchObject({ error: 'level_unreachable', data: { required_level: 2 } })
  await addApp(server, ann.client, 'Phone', 1)
  await addApp(server, ann.client, 'Tablet', 2)
  expect((await ann.client.call(listMethods, {})).data.required_level).toBe(1)
  const set = await ann.client.call(setRequiredLevel, { level: 2 })
  expect(set.data).toMatchObject({ required_level: 2, methods: [{}, {}] })

  const bob = await server.person()
  await addApp(server, bob.client, 'Phone', 2)
  expect((await bob.client.call(listMethods, {})).data.required_level).toBe(2)
  expect((await bob.client.call(accountInfo, {})).data.step_up_ways).toEqual([
    'totp_verify',
    'recovery_code_verify',
  ])
  expect((await server.client().call(setRequiredLevel, { level: 1 })).error).toBe('session_expired')
  const wrong = await bob.client.call(setRequiredLevel, { level: 3 as 2 })
  expect(wrong.error).toBe('bad_parameter')
})

test('asks at each sign-in by password and code, also on the same browser, for the app alone', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = await signIn(scene)
  await signIn(scene, client)
  const code = await mailedCode(scene, client, 13)
  const asked = await client.call(emailCodeLogin, { email: ann.email, code })
  const options = await confirm(scene, client, asked)
  const done = await client.call(emailCodeLogin, { email: ann.email, code }, options)
  expect(done.error).toBeUndefined()
  // The mailed code of another sign-in passes nothing here.
  const { data } = await client.call(passwordLogin, { email: ann.email, password: ann.password })
  const references = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  await client.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  const passed = await client.call(validateCode, { type: 11, code: '123456', ...references })
  expect(passed.error).toBeDefined()
  // A browser that says to be a known one is asked too.
  const thief = server.client()
  const copied = { params: { fp: client.webId } }
  const { email, password } = ann
  expect((await thief.call(passwordLogin, { email, password }, copied)).error).toBe('second_verify')
})

test('asks at a provider, also where an account there is linked on the way', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = server.client()
  const back = await authorizeAs(await startOAuth(client, { platform: 'github' }), 'ann')
  const asked = await client.call(authLogin, { platform: 'github', ...back })
  const options = await confirm(scene, client, asked)
  const profile_key = String(asked.data.profile_key)
  expect((await client.call(authLogin, { profile_key }, options)).error).toBeUndefined()

  const other = server.client()
  const there = await authorizeAs(await startOAuth(other, { platform: 'oidc' }), 'noa')
  const unknown = await other.call(authLogin, { platform: 'oidc', ...there })
  const call = {
    profile_key: String(unknown.data.profile_key),
    account: ann.email,
    password: ann.password,
  }
  const bound = await confirm(scene, other, await other.call(authBindLogin, call))
  expect((await other.call(authBindLogin, call, bound)).error).toBeUndefined()
})

test('asks the device of a QR code unless the phone has reached the level', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const desktop = await showCode(server)
  await scan(ann, desktop.scanToken)
  expect((await answer(ann, desktop.scanToken)).error).toBeUndefined()
  await confirm(scene, desktop.client, await desktop.poll())
  expect((await desktop.poll()).data.user_data).toMatchObject({ user_id_str: ann.userId })

  const phone = { ...ann, client: await signIn(scene) }
  const next = await showCode(server)
  await scan(phone, next.scanToken)
  await answer(phone, next.scanToken)
  expect((await next.poll()).data.user_data).toMatchObject({ user_id_str: ann.userId })
})

test('lets no share token, SSO ticket, membership or invitation of an older session around it', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  await setApp(server, { share_to: '1002' })
  const host = { aid: 1002, origin: 'http://localhost:4322' }
  const share = await ann.client.call(shareToken, { to_aid: 1002 })
  const { share_token } = share.data
  const there = server.client()
  const asked = await there.call(shareLogin, { share_token, from_aid: 1001 }, host)
  expect(asked).toMatchObject({ error: 'second_verify', data: { required_level: 2 } })
  const own = await (await signIn(scene)).call(shareToken, { to_aid: 1002 })
  const shared = { share_token: own.data.share_token, from_aid: 1001 }
  expect((await there.call(shareLogin, shared, host)).error).toBeUndefined()

  const info = { need_ticket: 1 as const }
  const { ticket } = (await ann.client.call(accountInfo, info, { family: 'sso', method: 'GET' }))
    .data
  const query = new URLSearchParams({ aid: '1001', ticket: String(ticket) })
  const address = `${ORIGIN}/passport/sso/login/callback/?${query}`
  const reply = await server
    .client()
    .send(new Request(address, { headers: { 'sec-fetch-site': 'same-origin' } }))
  expect(reply.headers.get('location')).toContain('/login?error=')

  const company = await createCompany(server)
  const { data } = await company.manager.call(createInvitationByEmail, {
    email: ann.email,
    deputy_name: 'Ann',
  })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const family = { family: 'aff' } as const
  const invited = await ann.client.call(acceptInvitation, { invite_ticket }, family)
  const options = await confirm(scene, ann.client, invited)
  const joined = await ann.client.call(
    acceptInvitation,
    { invite_ticket },
    { ...family, ...options },
  )
  expect(joined.error).toBeUndefined()
  const entered = await ann.client.call(identityLogin, { login_subject_uid: company.id })
  expect(entered.error).toBeUndefined()
})

test('asks an older session before it acts for an organization', async () => {
  const server = await createTestServer()
  const { id, manager } = await createCompany(server)
  const { client } = manager.person
  const { secret } = await addApp(server, client, 'Phone', 2)
  const asked = await client.call(identityLogin, { login_subject_uid: id })
  const options = await confirm({ server, secret }, client, asked)
  expect((await client.call(identityLogin, { login_subject_uid: id }, options)).error).toBe(
    undefined,
  )
})

test('raises a session by a new one in its place, while its first proof is of the last twelve hours', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const { client } = ann
  const before = [...client.cookies.values()].join()
  const asked = await client.call(raiseSession, { required_level: 2 })
  const options = await confirm(scene, client, asked)
  const raised = await client.call(raiseSession, { required_level: 2 }, options)
  expect(raised.data).toMatchObject({ user_id_str: ann.userId, session_key: '' })
  const { query } = server.database
  const rows = await query.selectFrom('sessions').selectAll().execute()
  expect(rows).toMatchObject([{ method: 'emailCode', secondMethod: 'authenticatorApp' }])
  expect([...client.cookies.values()].join()).not.toBe(before)
  expect((await client.call(raiseSession, { required_level: 2 })).error).toBeUndefined()
  // No passkey is there, so it says what to add.
  const higher = await client.call(raiseSession, { required_level: 3 })
  expect(higher).toMatchObject({ error: 'level_unreachable', data: { required_level: 3 } })
  const old = await server.person()
  server.clock.passSeconds(12 * 3600)
  expect((await old.client.call(raiseSession, { required_level: 2 })).error).toBe('ticket_expired')
})

test('resets a forgotten password with the code and the app', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = server.client()
  const code = await mailedCode(scene, client, 6)
  const call = { email: ann.email, code, password: 'nine loud herons' }
  const asked = await client.call(resetByEmail, call)
  const options = await confirm(scene, client, asked)
  expect((await client.call(resetByEmail, call, options)).error).toBeUndefined()
  expect((await client.call(listMethods, {})).data).toMatchObject({
    required_level: 2,
    methods: [{ id: scene.id }],
  })
})

test('is asked before a new password, which the present one alone does not allow', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const change = { current_password: ann.password, password: 'nine loud herons' }
  const asked = await ann.client.call(changePassword, change)
  expect(asked.data.verify_scene_desc).toContain('needs a second proof')
  // Whoever mistypes it hears of that first.
  const wrong = await ann.client.call(changePassword, { ...change, current_password: 'wrong one' })
  expect(wrong.error).toBe('password_error')
  const options = await confirm(scene, ann.client, asked)
  expect((await ann.client.call(changePassword, change, options)).error).toBeUndefined()
  const { email } = ann
  const old = await server.client().call(passwordLogin, { email, password: ann.password })
  expect(old.error).toBe('password_error')
})

test('is asked of recent sessions and step-up tickets before changes, and given by the app', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  // Recent, but of before the demand.
  expect((await ann.client.call(setRequiredLevel, { level: 1 })).error).toBe('second_verify')
  const code = await mailedCode(scene, ann.client, 11)
  const stepUp = await ann.client.call(validateCode, { type: 11, code })
  const { ticket } = stepUp.data
  const lowered = await ann.client.call(setRequiredLevel, { level: 1, ticket })
  expect(lowered.error).toBe('second_verify')

  const email = 'new@example.com'
  await ann.client.call(sendCode, { email, type: 20 })
  const change = { email, code: await server.codeFor(email), ticket }
  const asked = await ann.client.call(emailChange, change)
  const options = await confirm(scene, ann.client, asked)
  expect((await ann.client.call(emailChange, change, options)).error).toBeUndefined()

  server.clock.passSeconds(30)
  const own = await ann.client.call(verifyTotp, { code: codeOf(server, scene.secret) })
  const set = await ann.client.call(setRequiredLevel, { level: 1, ticket: own.data.ticket })
  expect(set.data.required_level).toBe(1)
  const [notice] = await server.mail(email)
  expect(notice?.subject).toContain('asks for less at sign-in')
})

test('ends what was allowed before at less', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const deletion = await deletionReferences(server, ann)
  const passkey = await ann.client.call(passkeyCreateOptions, {})
  const { credential } = makePasskey(passkey.data.options, ORIGIN)
  const { add_ticket } = passkey.data
  await addApp(server, ann.client, 'Phone', 2)
  const late = [
    await ann.client.call(cancelConfirm, { ...deletion, abandon: 1 }),
    await ann.client.call(createPasskey, { credential, add_ticket, name: 'Key' }),
  ]
  expect(late.map(({ error }) => error)).toEqual(['ticket_expired', 'ticket_expired'])
})

test('keeps one of the last two methods when both are removed at once', async () => {
  const scene = await prepare()
  const client = await signIn(scene)
  const { added } = await addApp(scene.server, client, 'Tablet')
  const ids = [scene.id, String(added.data.id)]
  const removed = await Promise.all(ids.map((id) => client.call(removeMethod, { id })))
  expect(removed.map(({ error }) => error)).toEqual(
    expect.arrayContaining(['last_binding', undefined]),
  )
  expect((await client.call(setRequiredLevel, { level: 1 })).error).toBeUndefined()
  const [left] = (await client.call(listMethods, {})).data.methods
  expect((await client.call(removeMethod, { id: left?.id ?? '' })).error).toBeUndefined()
  const { email, password } = scene.ann
  const once = await scene.server.client().call(passwordLogin, { email, password })
  expect(once.error).toBeUndefined()
})

test('asks in the forms without scripts, too, and offers no mail there', async () => {
  const scene = await prepare()
  const { ann, secret, server } = scene
  const client = server.client()
  const typed = { account: ann.email, password: ann.password, language: 'en' }
  const html = await (await client.form('/form/login', typed)).text()
  expect(html).toContain('six digits that your authenticator app shows')
  expect(html).not.toContain('instead')
  const ticket = /name="ticket" value="([\w-]+)"/.exec(html)?.[1] ?? ''
  expect((await client.form('/form/login', { ticket, send: '1' })).status).toBe(422)
  const code = codeOf(server, secret)
  expect((await client.form('/form/login', { ticket, code })).status).toBe(303)

  const form = { email: ann.email, language: 'en' }
  server.clock.passSeconds(61)
  await client.form('/form/reset-password', { ...form, step: 'send' })
  const reset = { ...form, step: 'finish', password: 'nine loud herons' }
  const mailed = await server.codeFor(ann.email)
  const page = await (await client.form('/form/reset-password', { ...reset, code: mailed })).text()
  expect(page).toContain('six digits that your authenticator app shows')
})
