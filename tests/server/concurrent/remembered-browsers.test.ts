// Browsers that are not asked for what account or policy want besides the first proof.
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { hostCode } from '#protocol/web/hosted-sign-in.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import {
  listMethods,
  makeRecoveryCodes,
  rememberedForget,
  rememberedList,
  setRequiredLevel,
  verifyTotp,
} from '#protocol/web/methods.ts'
import { changePassword, resetByEmail } from '#protocol/web/password.ts'
import { authBindLogin, authLogin } from '#protocol/web/providers.ts'
import { logout } from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { authorizeAs, startLocalProviders, startOAuth } from '../../support/local-providers.ts'
import { runCommand } from '../../support/organizations.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { setApp } from '../../support/qr.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

interface Scene {
  server: TestServer
  ann: Person
  secret: string
}

async function prepare(settings = {}): Promise<Scene> {
  const server = await createTestServer({ settings })
  const ann = await server.person()
  const { secret } = await addApp(server, ann.client, 'Phone', 2)
  return { server, ann, secret }
}

async function begin(client: Client, { email, password }: Person, params = {}): Promise<Answer> {
  return await client.call(passwordLogin, { email, password }, { params })
}

/** Signs in with the app, and has the browser remembered. */
async function remember({ server, ann, secret }: Scene, client: Client): Promise<void> {
  const { data } = await begin(client, ann)
  const references = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  server.clock.passSeconds(30)
  const proof = { code: codeOf(server, secret), ...references }
  const passed = await client.call(verifyTotp, proof, { params: { remember_browser: '1' } })
  expect(passed.error).toBeUndefined()
  expect((await begin(client, ann, references)).error).toBeUndefined()
}

const isAsked = async (client: Client, person: Person): Promise<boolean> =>
  (await begin(client, person)).error === 'second_verify'

test('is spared the question for thirty days, and reaches no level by it', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = server.client()
  await remember(scene, client)
  expect(await isAsked(client, ann)).toBe(false)
  // The session is of level 1: what is important still asks.
  expect((await client.call(setRequiredLevel, { level: 1 })).error).toBe('second_verify')
  const redirect_uri = 'https://shop.example/signed-in'
  await setApp(server, { required_level: '2' }, [redirect_uri])
  expect(await isAsked(client, ann)).toBe(true)
  const request = { redirect_uri, code_challenge: 'c'.repeat(43) }
  expect((await client.call(hostCode, request)).error).toBe('level_unreachable')
  await setApp(server, { required_level: '1' })
  server.clock.passSeconds(30 * 86_400)
  expect(await isAsked(client, ann)).toBe(true)
})

test('counts for its account and its cookie alone', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = server.client()
  await remember(scene, client)
  const bob = await server.person()
  await addApp(server, bob.client, 'Phone', 2)
  expect(await isAsked(client, bob)).toBe(true)
  // The web id of the browser is no secret.
  const thief = server.client()
  expect((await begin(thief, ann, { fp: client.webId })).error).toBe('second_verify')
  const { query } = server.database
  const [row] = await query.selectFrom('rememberedBrowsers').selectAll().execute()
  expect(client.cookies.get('remembered')).not.toContain(row?.tokenHash)
  thief.cookies.set('remembered', row?.tokenHash ?? '')
  expect(await isAsked(thief, ann)).toBe(true)
})

test('is not spared the app when a forgotten password is replaced', async () => {
  const scene = await prepare()
  const { ann, server } = scene
  const client = server.client()
  await remember(scene, client)
  server.clock.passSeconds(61)
  await client.call(sendCode, { email: ann.email, type: 6 })
  const code = await server.codeFor(ann.email)
  const reset = { email: ann.email, code, password: 'nine loud herons' }
  expect((await client.call(resetByEmail, reset)).error).toBe('second_verify')
})

test('is not spared the app when a sign-in links an account of a provider', async () => {
  const local = await startLocalProviders()
  const scene = await prepare(local.settings)
  const { ann, server } = scene
  const client = server.client()
  await remember(scene, client)
  await client.call(logout, {})
  const callback = await authorizeAs(await startOAuth(client, { platform: 'oidc' }), 'noa')
  const unknown = await client.call(authLogin, { platform: 'oidc', ...callback })
  const profile_key = String(unknown.data.profile_key)
  const call = { profile_key, account: ann.email, password: ann.password }
  expect((await client.call(authBindLogin, call)).error).toBe('second_verify')
  expect(await isAsked(client, ann)).toBe(false)
  await local.close()
})

test('links nothing where the page cannot ask for the passkey that the account demands', async () => {
  const local = await startLocalProviders()
  const server = await createTestServer({ settings: local.settings })
  const ann = await server.person()
  const { passkey } = await addPasskey(ann.client)
  await addPasskey(ann.client)
  await signInBy(ann.client, passkey)
  expect((await ann.client.call(setRequiredLevel, { level: 2 })).error).toBeUndefined()
  await server.database.query.deleteFrom('recoveryCodes').execute()
  const client = server.client()
  const { rememberedBrowsers } = server.app.services
  client.cookies.set('remembered', await rememberedBrowsers.remember(ann.userId, ''))
  const page = { aid: 1002, origin: 'http://127.0.0.1:4322' }
  const { email, password } = ann
  expect((await client.call(passwordLogin, { email, password }, page)).error).toBeUndefined()
  const callback = await authorizeAs(
    await startOAuth(client, { platform: 'oidc', aid: '1002' }),
    'noa',
  )
  const unknown = await client.call(authLogin, { platform: 'oidc', ...callback }, page)
  const profile_key = String(unknown.data.profile_key)
  const linked = await client.call(authBindLogin, { profile_key, account: email, password }, page)
  expect(linked.error).toBe('level_unreachable')
  await local.close()
})

test('is listed and forgotten by its owner, and ends with password, methods and all access', async () => {
  const scene = await prepare()
  const { ann, secret, server } = scene
  const client = server.client()
  await remember(scene, client)
  const { list } = (await client.call(rememberedList, {})).data
  expect(list).toHaveLength(1)
  const [own] = list
  const bob = await server.person()
  const foreign = await bob.client.call(rememberedForget, { id: own?.id ?? '' })
  expect(foreign.error).toBe('method_not_found')
  expect((await server.client().call(rememberedList, {})).error).toBe('session_expired')
  expect((await client.call(rememberedForget, { id: own?.id ?? '' })).error).toBeUndefined()
  expect(await isAsked(client, ann)).toBe(true)

  const password = 'nine loud herons'
  const { email } = ann
  for (const [at, end] of [
    () => client.call(changePassword, { current_password: ann.password, password }),
    () => addApp(server, client, 'Tablet').then(({ added }) => added),
    () => client.call(rememberedForget, { id: 'all' }),
    () => client.call(logout, { all: 1 }),
  ].entries()) {
    const person = at === 0 ? ann : { ...ann, password }
    await remember({ server, ann: person, secret }, client)
    expect((await end()).error).toBeUndefined()
    expect(await isAsked(client, { ...ann, email, password })).toBe(true)
  }
  await remember({ server, ann: { ...ann, password }, secret }, client)
  await runCommand(server, 'sessions', 'end-all')
  expect(await isAsked(client, { ...ann, email, password })).toBe(true)
  expect(
    await server.database.query.selectFrom('rememberedBrowsers').selectAll().execute(),
  ).toEqual([])
})

test('is remembered by the forms without scripts, where its owner asks for it', async () => {
  const scene = await prepare()
  const { ann, secret, server } = scene
  const client = server.client()
  const typed = { account: ann.email, password: ann.password, language: 'en' }
  const page = await (await client.form('/form/login', typed)).text()
  expect(page).toContain('Don’t ask again in this browser for 30 days')
  const ticket = /name="ticket" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  // A wrong code unticks nothing.
  const wrong = await client.form('/form/login', { ticket, code: '000000', remember: 'on' })
  expect(await wrong.text()).toMatch(/name="remember"[^>]* checked/)
  const step = { ticket, code: codeOf(server, secret), remember: 'on' }
  expect((await client.form('/form/login', step)).status).toBe(303)
  // The same form, sent twice, leads to the sign-in page.
  expect(await (await client.form('/form/login', step)).text()).toContain('name="password"')
  expect((await client.form('/form/login', typed)).status).toBe(303)
  expect((await server.client().form('/form/login', typed)).status).not.toBe(303)
})

test('is remembered only where somebody signs in', async () => {
  const { ann, secret, server } = await prepare()
  const { client } = ann
  server.clock.passSeconds(61)
  await client.call(sendCode, { email: ann.email, type: 11 })
  const code = await server.codeFor(ann.email)
  await client.call(validateCode, { type: 11, code }, { params: { remember_browser: '1' } })
  expect((await client.call(rememberedList, {})).data.list).toEqual([])
  expect((await client.call(listMethods, {})).error).toBeUndefined()
  // A step of the account is confirmed by less than a sign-in.
  server.clock.passSeconds(601)
  const { data } = await client.call(makeRecoveryCodes, {})
  const references = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  const proof = { code: codeOf(server, secret), ...references }
  const passed = await client.call(verifyTotp, proof, { params: { remember_browser: '1' } })
  expect(passed.error).toBeUndefined()
  expect((await client.call(rememberedList, {})).data.list).toEqual([])
})
