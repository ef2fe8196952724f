import { expect, test } from 'vitest'
import { finishRecovery, startRecovery } from '#protocol/web/account-recovery.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { removeMethod, verifyRecoveryCode } from '#protocol/web/methods.ts'
import { authLogin } from '#protocol/web/providers.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import type { Client } from '../../support/client.ts'
import { json, startFaultyProvider } from '../../support/faulty-provider.ts'
import { startOAuth } from '../../support/local-providers.ts'
import { createOAuthClient, decide, open } from '../../support/oauth-client.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { answer, poll, scan, setApp, showCode } from '../../support/qr.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { expectCause, trace } from '../../support/trace.ts'

const email = 'ann@example.com'

async function codeOf(server: TestServer, client: Client, type: 13 | 40): Promise<string> {
  server.clock.passSeconds(61)
  await client.call(sendCode, { email, type })
  return await server.codeFor(email)
}

test('tells of a provider that refused, and of an account there that nobody linked', async () => {
  const provider = await startFaultyProvider()
  provider.replies['POST /token'] = (_request, response) =>
    json(response, { error: 'bad_verification_code' })
  try {
    const server = await createTestServer({ settings: provider.settings })
    const { client } = await server.person({ email })
    const come = async (code: string) => {
      const { searchParams } = await startOAuth(client, { platform: 'github' })
      const state = searchParams.get('state') ?? ''
      return await client.call(authLogin, { platform: 'github', code, state })
    }
    const refused = await come('bad')
    expect(refused.error).toBe('platform_unauthorized')
    await expectCause(server, refused, 'the provider refused or failed', email)
    expect(await trace(server, email)).toContain('(platform_unauthorized, github)')

    server.clock.passSeconds(90_000)
    provider.replies['POST /token'] = (_request, response) =>
      json(response, { access_token: 'token', token_type: 'bearer' })
    provider.replies['GET /user'] = (_request, response) =>
      json(response, { id: 7, login: 'ann', name: 'Ann', email: null })
    provider.replies['GET /user/emails'] = (_request, response) => json(response, [])
    const unknown = await come('good')
    expect(unknown.error).toBe('platform_unknown_account')
    await expectCause(server, unknown, 'linked to no account here', email)
  } finally {
    await provider.close()
  }
})

test('tells of a QR code that was refused on the phone, or ran out after the scan', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email })
  const refused = await showCode(server)
  await scan(ann, refused.scanToken)
  await answer(ann, refused.scanToken, 'refuse')
  const told = await refused.poll()
  expect(told.data.status).toBe('refused')
  await expectCause(server, told, 'the QR code was refused on the phone', email)

  server.clock.passSeconds(90_000)
  const late = await showCode(server)
  await scan(ann, late.scanToken)
  server.clock.passSeconds(300)
  const over = await poll(server, late.client, late.token)
  expect(over.data.status).toBe('expired')
  await expectCause(server, over, 'the QR code was refused on the phone, over', email)
  expect(await trace(server, email)).toContain('(qr_expired)')
})

test('keeps nothing of a QR code that nobody scanned', async () => {
  const server = await createTestServer()
  const shown = await showCode(server)
  server.clock.passSeconds(300)
  expect((await shown.poll()).data.status).toBe('expired')
  await server.settled()
  expect(await server.database.query.selectFrom('attempts').selectAll().execute()).toEqual([])
})

test('tells of a QR code that was scanned too late, by the id on the page of the phone', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  const { scanToken } = await showCode(server)
  server.clock.passSeconds(300)
  const page = await client.form('/form/qr', { token: scanToken, language: 'en' })
  expect(await page.text()).toContain(page.headers.get('x-tt-logid'))
  await expectCause(server, page, 'the QR code was refused on the phone, over', email)
})

test('tells of a consent that came too late, and of a wrong code of a device', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  const oauthClient = await createOAuthClient(server)
  const { address } = await oauthClient.start()
  const page = await (await open(client, address)).text()
  server.clock.passSeconds(3600)
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const late = await client.form('/form/authorize', { ...fields, action: 'allow' })
  expect(late.status).toBeGreaterThanOrEqual(400)
  await expectCause(server, late, 'the consent for a client was not finished', email)
  expect(await decide(client, page)).toContain('without a redirect')

  server.clock.passSeconds(90_000)
  const wrong = await client.form('/form/device', { user_code: 'BCDF-GHJK', language: 'en' })
  expect(await wrong.text()).toContain(wrong.headers.get('x-tt-logid'))
  await expectCause(server, wrong, 'the consent for a client was not finished', email)
})

test('tells of a passkey that was refused in a new browser, and of one that was removed', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  const { passkey, added } = await addPasskey(client)
  const refused = await signInBy(server.client(), passkey, { signature: Buffer.alloc(70) })
  expect(refused.error).toBe('passkey_refused')
  await expectCause(server, refused, 'the passkey was refused or is not known here', email)

  await client.call(removeMethod, { id: String(added.data.id) })
  server.clock.passSeconds(90_000)
  const unknown = await signInBy(client, passkey)
  expect(unknown.error).toBe('passkey_unknown')
  await expectCause(server, unknown, 'the passkey was refused or is not known here', email)
})

test('tells of a recovery code that was used before', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { client, password } = await server.person({ email })
  const [code = ''] = (await addApp(server, client)).codes
  expect((await client.call(verifyRecoveryCode, { recovery_code: code })).error).toBeUndefined()
  const browser = server.client()
  const { data } = await browser.call(passwordLogin, { email, password })
  const used = await browser.call(verifyRecoveryCode, {
    recovery_code: code,
    encrypt_uid: String(data.encrypt_uid),
    verify_ticket: String(data.verify_ticket),
  })
  expect(used.error).toBe('code_used')
  await expectCause(server, used, 'the code of the second step was wrong, used or locked', email)
})

test('tells of an account recovery that waits, also on the plain page', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  await addApp(server, client, 'Phone', 2)
  const browser = server.client()
  const begun = await browser.call(startRecovery, {
    email,
    code: await codeOf(server, browser, 40),
  })
  expect(begun.error).toBeUndefined()
  const early = await browser.call(finishRecovery, {
    email,
    code: await codeOf(server, browser, 40),
    recovery_key: begun.data.recovery_key,
  })
  expect(early.error).toBe('recovery_waiting')
  await expectCause(server, early, 'account recovery waits', email)
  expect(await trace(server, email)).toMatch(/\(recovery_waiting, wait 2\d{5} s\)/)

  server.clock.passSeconds(90_000)
  const fields = { address: email, code: await codeOf(server, browser, 40), language: 'en' }
  const page = await server.client().form('/form/recover', fields)
  expect(await page.text()).toContain(page.headers.get('x-tt-logid'))
  await expectCause(server, page, 'account recovery waits', email)
})

test('says of an address that nobody has proved that it is not, also by the log id', async () => {
  const server = await createTestServer()
  const { userId } = await server.person({ mobile: '+819012345678' })
  const { query } = server.database
  const unproved = query.updateTable('accounts').set({ unverifiedEmail: email })
  await unproved.where('id', '=', userId).execute()
  server.clock.passSeconds(90_000)
  const client = server.client()
  const wrong = await client.call(passwordLogin, { email, password: 'wrong' })
  const likely =
    'wrong password. She has not signed in in this time. Nobody has proved her address yet.'
  await expectCause(server, wrong, likely, email)
  expect(await trace(server, wrong.headers.get('x-tt-logid') ?? '')).toContain(`Account ${userId}`)

  server.clock.passSeconds(90_000)
  await setApp(server, { registration_open: false })
  const code = await codeOf(server, client, 13)
  const refused = await client.call(emailCodeLogin, { email, code })
  expect(refused.error).toBe('registration_closed')
  await expectCause(server, refused, 'her address is not proved yet', email)
})
