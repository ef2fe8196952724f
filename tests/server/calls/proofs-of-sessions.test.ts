// What a session says about the proofs behind it, to clients and to servers of other pages.
import { createHash, randomBytes } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { hostCode, redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { CallOptions, Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const RETURN_URL = 'https://shop.example/signed-in'

async function askingServer(): Promise<TestServer> {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { apps, registeredApps } = server.app.services
  const site = await apps.find(1001)
  if (site === undefined) throw new Error('the site is not registered')
  await registeredApps.update({ ...site, redirects: [RETURN_URL] })
  server.clock.passSeconds(31)
  return server
}

/** Returns what the server of another page learns of the session of a browser. */
async function redeem(server: TestServer, browser: Client): Promise<Record<string, unknown>> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { data } = await browser.call(hostCode, {
    redirect_uri: RETURN_URL,
    code_challenge: challenge,
  })
  const code = { auth_code: data.code, code_verifier: verifier, redirect_uri: RETURN_URL }
  return (await server.client().call(redeemHostCode, code, { origin: null })).data
}

/** Signs in with a password, and with a code by mail where a second proof is asked for. */
async function signIn(server: TestServer, browser: Client, person: Person): Promise<void> {
  const { email, password } = person
  const first = await browser.call(passwordLogin, { email, password })
  if (first.error === undefined) return
  const options = await passByMail(server, browser, person, first.data)
  expect((await browser.call(passwordLogin, { email, password }, options)).error).toBeUndefined()
}

async function passByMail(
  server: TestServer,
  browser: Client,
  { email }: Person,
  asked: Record<string, unknown>,
): Promise<CallOptions> {
  const references = {
    sms_code_key: String(asked.sms_code_key),
    verify_ticket: String(asked.verify_ticket),
  }
  await browser.call(sendCode, { type: 11, sms_code_key: references.sms_code_key })
  const code = await server.codeFor(email)
  expect((await browser.call(validateCode, { type: 11, code, ...references })).error).toBe(
    undefined,
  )
  return { params: references }
}

test('tells the server of another page how and when the person signed in', async () => {
  const server = await askingServer()
  const ann = await server.person()
  await signIn(server, ann.client, ann)
  const once = Math.floor(server.clock.now() / 1000)
  server.clock.passSeconds(120)
  expect(await redeem(server, ann.client)).toMatchObject({
    amr: ['pwd'],
    acr: 'urn:passport:1',
    auth_time: once,
  })

  const other = server.client()
  await signIn(server, other, ann)
  const twice = Math.floor(server.clock.now() / 1000)
  expect(await redeem(server, other)).toMatchObject({ amr: ['pwd', 'otp'], auth_time: twice })
  // The browser is known now, so nothing more is asked, and nothing more is claimed.
  await signIn(server, other, ann)
  expect(await redeem(server, other)).toMatchObject({ amr: ['pwd'] })
})

test('claims the second level for a code of an authenticator app, and only then', async () => {
  const server = await askingServer()
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client)
  const browser = server.client()
  const { email, password } = ann
  const asked = (await browser.call(passwordLogin, { email, password })).data
  const references = {
    sms_code_key: String(asked.sms_code_key),
    verify_ticket: String(asked.verify_ticket),
  }
  await browser.call(verifyTotp, { code: codeOf(server, secret), ...references })
  await browser.call(passwordLogin, { email, password }, { params: references })
  const second = { amr: ['pwd', 'otp', 'mfa'], acr: 'urn:passport:2' }
  expect(await redeem(server, browser)).toMatchObject(second)
  // A code by mail is read where a thief of the mailbox reads it, too.
  const other = server.client()
  await signIn(server, other, ann)
  expect(await redeem(server, other)).toMatchObject({ acr: 'urn:passport:1' })
  await signIn(server, browser, ann)
  expect(await redeem(server, browser)).toMatchObject({ acr: 'urn:passport:1' })
})

test('claims no second proof of another browser with the same web id', async () => {
  const server = await askingServer()
  const ann = await server.person()
  const other = server.client()
  await signIn(server, other, ann)
  const thief = server.client()
  const { email, password } = ann
  const options = { params: { fp: other.webId } }
  expect((await thief.call(passwordLogin, { email, password }, options)).error).toBeUndefined()
  expect(await redeem(server, thief)).toMatchObject({ amr: ['pwd'] })
})

test('records the second step of a form without scripts', async () => {
  const server = await askingServer()
  const ann = await server.person()
  const browser = server.client()
  const typed = { account: ann.email, password: ann.password }
  const page = await (await browser.form('/form/login', typed)).text()
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const code = await server.codeFor(ann.email)
  expect((await browser.form('/form/login', { ticket, code })).status).toBe(303)
  // Its reply has the CSRF token.
  await browser.call(accountInfo, {})
  expect(await redeem(server, browser)).toMatchObject({ amr: ['pwd', 'otp'] })
})

test('keeps both proofs when the person acts for an organization', async () => {
  const server = await askingServer()
  const { id, manager } = await createCompany(server)
  const browser = server.client()
  await signIn(server, browser, manager.person)
  const entered = await browser.call(identityLogin, { login_subject_uid: id })
  expect(entered.error).toBeUndefined()
  expect(await redeem(server, browser)).toMatchObject({ amr: ['pwd', 'otp'] })
})

test('puts them into id tokens, also after a refresh and a later sign-in', async () => {
  const server = await createTestServer()
  const scope = 'openid offline_access'
  const client = await createOAuthClient(server, { scopes: scope })
  const ann = await server.person()
  await signIn(server, ann.client, ann)
  const choice = { scopes: ['offline_access'] }
  const tokens = await signInTo(client, ann.client, { scope }, choice)
  const first = oauth.getValidatedIdTokenClaims(tokens)
  expect(first).toMatchObject({ amr: ['pwd'] })
  server.clock.passSeconds(120)
  await signIn(server, ann.client, ann)
  const refreshed = await client.refresh(tokens.refresh_token ?? '')
  const { auth_time } = first ?? {}
  expect(oauth.getValidatedIdTokenClaims(refreshed)).toMatchObject({
    amr: ['pwd'],
    acr: 'urn:passport:1',
    auth_time,
  })
})

const newer = 'telepathy' as 'password'

test('reads sessions and verifications of a newer version', async () => {
  const server = await askingServer()
  const { query } = server.database
  const ann = await server.person()
  await signIn(server, ann.client, ann)
  await query.updateTable('sessions').set({ method: newer, secondMethod: newer }).execute()
  expect((await ann.client.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
  expect(await redeem(server, ann.client)).toMatchObject({ amr: [], acr: 'urn:passport:1' })

  const browser = server.client()
  const { email, password } = ann
  const asked = await browser.call(passwordLogin, { email, password })
  await query
    .updateTable('verifications')
    .set({ methods: JSON.stringify([newer, 'emailCode']) })
    .execute()
  const options = await passByMail(server, browser, ann, asked.data)
  await query.updateTable('verifications').set({ passedBy: newer }).execute()
  expect((await browser.call(passwordLogin, { email, password }, options)).error).toBe(undefined)
  expect(await redeem(server, browser)).toMatchObject({ amr: ['pwd'] })
})
