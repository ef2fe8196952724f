// Levels that policy, application or call demand of sign-ins and exchange codes.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import { policyInfo, updatePolicy } from '#protocol/web/organization-policy.ts'
import { hostCode, redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { typeCommand } from '../../support/command.ts'
import type { Person } from '../../support/create-people.ts'
import { ledTo } from '../../support/oauth-client.ts'
import { setApp } from '../../support/qr.ts'
import { addPasskey } from '../../support/passkeys.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'
import { shippedPolicy, writePolicy } from '../../support/write-policy.ts'

const redirect_uri = 'https://shop.example/signed-in'
const code_verifier = randomBytes(32).toString('base64url')
const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')

async function confirm(
  server: TestServer,
  secret: string,
  client: Client,
  { error, data }: Answer,
): Promise<CallOptions> {
  expect(error).toBe('second_verify')
  expect(data.required_level).toBe(2)
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  server.clock.passSeconds(30)
  const code = codeOf(server, secret)
  expect((await client.call(verifyTotp, { code, ...params })).error).toBeUndefined()
  return { params }
}

async function signIn(client: Client, person: Person, params = {}): Promise<Answer> {
  const { email, password } = person
  return await client.call(passwordLogin, { email, password }, { params })
}

test('asks by the policy whoever can reach the level, and lets the others in to add a method', async () => {
  const operations = { ...shippedPolicy.operations, user_login: { level: 2 } }
  const POLICY_FILE = writePolicy({ operations })
  const server = await createTestServer({ settings: { POLICY_FILE } })
  const ann = await server.person()
  expect((await signIn(ann.client, ann)).error).toBeUndefined()
  const { secret } = await addApp(server, ann.client)
  const options = await confirm(server, secret, ann.client, await signIn(ann.client, ann))
  expect((await signIn(ann.client, ann, options.params)).error).toBeUndefined()
  // Without scripts, too.
  const page = await server
    .client()
    .form('/form/login', { account: ann.email, password: ann.password })
  expect(await page.text()).toContain('name="ticket"')
})

test('lets a call raise what is demanded, and never lower it', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  expect((await signIn(ann.client, ann)).error).toBeUndefined()
  await confirm(server, secret, ann.client, await signIn(ann.client, ann, { required_level: '2' }))
  const bob = await server.person()
  const own = await addApp(server, bob.client, 'Phone', 2)
  await confirm(
    server,
    own.secret,
    bob.client,
    await signIn(bob.client, bob, { required_level: '1' }),
  )
  expect((await signIn(bob.client, bob, { required_level: '4' })).error).toBe('bad_parameter')
})

test('asks for what the account has where the caller can ask for no passkey', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const ann = await server.person()
  await addPasskey(ann.client)
  const { email, password } = ann
  const demanding = { params: { required_level: '3' }, origin: null }
  const asked = await server.client().call(passwordLogin, { email, password }, demanding)
  const verify_ways = [{ verify_way: 'email_code_verify' }, { verify_way: 'recovery_code_verify' }]
  expect(asked).toMatchObject({ error: 'second_verify', data: { required_level: 1, verify_ways } })
  await addApp(server, ann.client, 'Phone', 2)
  const again = await server.client().call(passwordLogin, { email, password }, demanding)
  expect(again).toMatchObject({ error: 'second_verify', data: { required_level: 2 } })
})

test('gives exchange codes of an application for sessions of its level alone', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await setApp(server, {}, [redirect_uri])
  expect((await ann.client.call(hostCode, { redirect_uri, code_challenge })).error).toBeUndefined()
  await typeCommand(server, ['app', 'set', '1001', 'required_level=2'])
  const wrongLevel = await typeCommand(server, ['app', 'set', '1001', 'required_level=4'])
  expect(JSON.stringify(wrongLevel)).toContain('must be 1, 2 or 3')
  server.clock.passSeconds(31)
  const request = { redirect_uri, code_challenge }
  const hosted = (): Promise<Response> => {
    const query = new URLSearchParams({ aid: '1001', language: 'en', ...request })
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
    const address = `${ORIGIN}/passport/web/host/sign_in/?${query}`
    return ann.client.send(new Request(address, { headers }))
  }
  // Nothing reaches it: the session stays, and both say what to add.
  const refused = await ann.client.call(hostCode, request)
  expect(refused).toMatchObject({ error: 'level_unreachable', data: { required_level: 2 } })
  expect(refused.data.add_ways).toContain('totp_verify')
  const led = (await hosted()).headers.get('location') ?? ''
  const shown = await ann.client.send(new Request(new URL(led, ORIGIN)))
  const text = await shown.text()
  expect(text).toContain('this needs a passkey; an authenticator app')
  expect(text).toContain('/account-setting/security')
  expect(text).toContain('Use another account')

  const { secret } = await addApp(server, ann.client)
  const location = (await hosted()).headers.get('location') ?? ''
  expect(location).toContain('/form/level?')
  const page = await (await ann.client.send(new Request(new URL(location, ORIGIN)))).text()
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const fields = Object.fromEntries(new URL(location, ORIGIN).searchParams)
  const wrong = await ann.client.form('/form/level', { ...fields, ticket, code: '000000' })
  expect(wrong.status).toBe(422)
  const stolen = await server.client().form('/form/level', { ...fields, ticket, code: '000000' })
  expect(stolen.headers.get('location')).toContain('/login')
  const done = await ann.client.form('/form/level', {
    ...fields,
    ticket,
    code: codeOf(server, secret),
  })
  expect(ledTo(done)).toContain('/passport/web/host/sign_in')
  await ann.client.call(accountInfo, {})
  const { data } = await ann.client.call(hostCode, request)
  const redeem = { auth_code: data.code, code_verifier, redirect_uri }
  const redeemed = await server.client().call(redeemHostCode, redeem, { origin: null })
  expect(redeemed.data).toMatchObject({ acr: 'urn:passport:2' })
})

test('gives an exchange code of the level that the call names', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await setApp(server, {}, [redirect_uri])
  const { secret } = await addApp(server, ann.client)
  const request = { redirect_uri, code_challenge }
  const params = { required_level: '2' }
  expect((await ann.client.call(hostCode, request, { params })).error).toBe('level_unreachable')
  const asked = await ann.client.call(raiseSession, { required_level: 2 })
  const options = await confirm(server, secret, ann.client, asked)
  await ann.client.call(raiseSession, { required_level: 2 }, options)
  expect((await ann.client.call(hostCode, request, { params })).error).toBeUndefined()
})

test('lets members act for an organization at its level alone, and says what they lack', async () => {
  const server = await createTestServer()
  const { id, join, manager } = await createCompany(server)
  const ann = await join('Ann')
  expect((await manager.call(policyInfo, {})).data).toMatchObject({
    required_level: 1,
    below_level_2: 2,
    below_level_3: 2,
  })
  // Its author has to meet the rule.
  expect((await manager.call(updatePolicy, { required_level: 2 })).error).toBe('would_lock_out')
  const { secret } = await addApp(server, manager.person.client)
  expect((await manager.call(updatePolicy, { required_level: 3 })).error).toBe('would_lock_out')
  const set = await manager.call(updatePolicy, { required_level: 2 })
  expect(set.data).toMatchObject({ required_level: 2, below_level_2: 1, ends_session: 1 })
  expect((await manager.call(policyInfo, {})).error).toBe('session_expired')

  const { client } = manager.person
  expect((await signIn(client, manager.person)).error).toBeUndefined()
  const enter = { login_subject_uid: id }
  const asked = await client.call(identityLogin, enter)
  const options = await confirm(server, secret, client, asked)
  expect((await client.call(identityLogin, enter, options)).error).toBeUndefined()
  expect((await manager.call(policyInfo, {})).error).toBeUndefined()

  // A member without a method signs in, adds one, and only then acts for it.
  const { person } = ann
  expect((await signIn(person.client, person)).error).toBeUndefined()
  const refused = await person.client.call(identityLogin, enter)
  expect(refused).toMatchObject({ error: 'level_unreachable', data: { required_level: 2 } })
  expect(refused.data.add_ways).toContain('totp_verify')
  const own = await addApp(server, person.client)
  const again = await confirm(
    server,
    own.secret,
    person.client,
    await person.client.call(identityLogin, enter),
  )
  expect((await person.client.call(identityLogin, enter, again)).error).toBeUndefined()
})
