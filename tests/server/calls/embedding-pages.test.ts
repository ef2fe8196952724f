import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { hostCode, redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { identityLogin, listIdentities } from '#protocol/web/identity.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { confirmOpenQrcode, scanOpenQrcode } from '#protocol/web/open-qr.ts'
import { listMembers } from '#protocol/web/members.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { logout } from '#protocol/web/session.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Answer } from '../../support/client.ts'
import { createOAuthClient } from '../../support/oauth-client.ts'
import { addMember, addOrganization, runCommand } from '../../support/organizations.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

/** A page of application 1002. */
const page = { aid: 1002, origin: 'http://localhost:4322' }
/** What its visitor's browser says with each call to a server on the same site. */
const fromPage = { origin: page.origin, 'sec-fetch-site': 'same-site' }
const redirect_uri = 'http://localhost:4322/signed-in'

async function set(server: TestServer, ...args: string[]): Promise<void> {
  await runCommand(server, 'app', 'set', ...args)
  server.clock.passSeconds(31)
}

test('learns who its visitor is, but no mobile number', async () => {
  const server = await createTestServer()
  const { client, email, userId } = await server.person()
  await setIdentifiers(server, userId, { mobile: '+819012345678' })
  const headers = { 'sec-fetch-site': 'same-site' }
  const call = [accountInfo, { get_info_type: 2 }] as const
  const { data } = await client.call(...call, { ...page, headers })
  expect(data).toMatchObject({ email, mobile: expect.stringContaining('*') })
  const own = await client.call(...call, { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(own.data.mobile).toMatch(/5678$/)
})

test('changes an account as the element does, with a proof of the last ten minutes', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  expect((await client.call(updateUser, { name: 'Ann' }, page)).error).toBeUndefined()
  server.clock.passSeconds(11 * 60)
  const mobile = '+819012345678'
  await client.call(sendCode, { mobile, type: 17 }, page)
  const code = await server.codeFor(mobile)
  expect((await client.call(mobileBind, { mobile, code }, page)).error).toBe('second_verify')
  expect((await client.call(logout, {}, page)).error).toBeUndefined()
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('gets codes for its own addresses, which open no session', async () => {
  const server = await createTestServer()
  await set(server, '1002', '--redirects', redirect_uri)
  const { client } = await server.person()
  const code_verifier = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const elsewhere = { redirect_uri: 'http://localhost:4322/other', code_challenge }
  expect((await client.call(hostCode, elsewhere, page)).error).toBe('redirect_mismatch')
  const { data } = await client.call(hostCode, { redirect_uri, code_challenge }, page)
  const attacker = server.client()
  const redeemed = await attacker.call(
    redeemHostCode,
    { auth_code: data.code, code_verifier, redirect_uri },
    { aid: 1002, origin: null, params: { account_sdk_source: 'app' } },
  )
  expect(redeemed.data).toMatchObject({ session_key: '', app_id: 1002 })
  expect(attacker.cookies.has('sessionid')).toBe(false)
})

test('shares its sessions with listed applications only, and never with the site', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  await runCommand(server, 'app', 'add', '2003', '--name', 'Shop')
  const share = (to_aid: number): Promise<Answer> => client.call(shareToken, { to_aid }, page)
  for (const to of [1001, 1002, 2003, 4711]) expect((await share(to)).error).toBe('bad_app')
  const site = runCommand(server, 'app', 'set', '1002', '--share-to', '2003,1001')
  await expect(site).rejects.toThrow('The site takes no sessions over')
  await expect(runCommand(server, 'app', 'set', '1002', 'share_to=1001')).rejects.toThrow()
  await set(server, '1002', '--share-to', '2003')
  expect((await share(1001)).error).toBe('bad_app')
  const share_token = String((await share(2003)).data.share_token)
  const there = await server
    .client()
    .call(shareLogin, { share_token, from_aid: 1002 }, { aid: 2003, origin: null })
  expect(there.data.user_id_str).toBe(userId)
  await set(server, '1002', '--share-to', '')
  expect((await share(2003)).error).toBe('bad_app')
})

test('shares a session with an unknown device only after a second proof', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { client, email, userId } = await server.person()
  await set(server, '1001', '--share-to', '1002')
  const token = async (): Promise<string> =>
    (await client.call(shareToken, { to_aid: 1002 })).data.share_token
  const device = server.client()
  const enter = (share_token: string, params?: Record<string, string>): Promise<Answer> =>
    device.call(
      shareLogin,
      { share_token, from_aid: 1001 },
      { aid: 1002, origin: null, ...(params && { params }) },
    )
  const share_token = await token()
  const refused = await enter(share_token)
  expect(refused.error).toBe('second_verify')
  const sms_code_key = String(refused.data.sms_code_key)
  const verify_ticket = String(refused.data.verify_ticket)
  const options = { aid: 1002, origin: null }
  await device.call(sendCode, { type: 11, sms_code_key }, options)
  server.clock.passSeconds(120)
  const code = await server.codeFor(email)
  const encrypt_uid = String(refused.data.encrypt_uid)
  const references = { sms_code_key, verify_ticket, encrypt_uid }
  await device.call(validateCode, { type: 11, code, ...references }, options)
  const other = await enter(await token(), { sms_code_key, verify_ticket, is_resend: '1' })
  expect(other.error).toBe('second_verify')
  const entered = await enter(share_token, { sms_code_key, verify_ticket, is_resend: '1' })
  expect(entered.data.user_id_str).toBe(userId)
})

test('gets no session that counts elsewhere', async () => {
  const server = await createTestServer()
  await set(server, '1002', '--redirects', redirect_uri)
  const { client, email, password } = await server.person()
  const params = { account_sdk_source: 'app' }
  for (const family of ['web', 'sso', 'mobile'] as const) {
    for (const service of [undefined, redirect_uri]) {
      const wish = { need_ticket: 1, ...(service && { service }) } as const
      const { data } = await client.call(accountInfo, wish, { ...page, family, params })
      expect([data.ticket, data.redirect_url, data.session_key]).toEqual([undefined, undefined, ''])
    }
  }
  const identity = { login_subject_uid: '0' }
  const again = await client.call(identityLogin, identity, { ...page, params })
  expect(again.data.session_key).toBe('')
  const signedIn = await client.call(passwordLogin, { email, password }, { ...page, params })
  expect(signedIn.data.session_key).toBe('')
})

test('neither scans nor confirms a QR code, by a call or by a form', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const screen = server.client()
  const shown = await screen.call(getQrcode, {}, { aid: 1002, origin: null })
  const token = shown.data.token
  for (const family of ['web', 'mobile', 'sso'] as const) {
    const options = { ...page, family }
    expect((await client.call(scanQrcode, { token }, options)).error).toBe('csrf_error')
    expect((await client.call(confirmQrcode, { token }, options)).error).toBe('csrf_error')
  }
  expect((await client.call(scanOpenQrcode, { token }, page)).error).toBe('csrf_error')
  const confirm = { token, action: 'allow' } as const
  expect((await client.call(confirmOpenQrcode, confirm, page)).error).toBe('csrf_error')
  for (const form of ['/form/qr', '/form/qr-consent']) {
    const action = form === '/form/qr' ? 'confirm' : 'allow'
    const fields = { aid: '1002', token, action }
    expect((await client.form(form, fields, fromPage)).status, form).toBe(403)
  }
  // A picture or script of the page asks by GET, which shows what a link would.
  const query = new URLSearchParams({ aid: '1002', token })
  const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }
  await client.send(new Request(`${ORIGIN}/passport/web/scan_qrcode?${query}`, { headers }))
  const options = { aid: 1002, origin: null }
  expect((await screen.call(checkQrconnect, { token }, options)).data.status).toBe('new')
  // Programs keep their session themselves.
  const phone = {
    origin: null,
    headers: { [SESSION_HEADER]: client.cookies.get('sessionid') ?? '' },
  }
  await server.client().call(scanQrcode, { token }, phone)
  await server.client().call(confirmQrcode, { token }, phone)
  server.clock.passSeconds(1)
  const { data } = await screen.call(checkQrconnect, { token }, options)
  expect(data.user_data).toMatchObject({ user_id_str: userId })
})

test('acts for organizations of another application only where that one allows it', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const { client } = person
  const sitesOwn = await addOrganization(server, 'Orchard Ltd')
  await addMember(server, sitesOwn, person, '--manager')
  const pagesOwn = await addOrganization(server, 'Harbour KK', '--aid', '1002')
  await addMember(server, pagesOwn, person, '--manager')
  const other = { ...page, params: { subject_aid: '1001' } }
  const enter = (id: string, options: typeof page): Promise<Answer> =>
    client.call(identityLogin, { login_subject_uid: id }, options)
  const list = (id: string, options: typeof page): Promise<Answer> =>
    client.call(listMembers, { subject_uid: id }, { ...options, family: 'aff' })
  expect((await enter(pagesOwn, page)).error).toBeUndefined()
  expect((await list(pagesOwn, page)).data.total).toBe(1)
  for (const endpoint of [listIdentities, accountInfo]) {
    expect((await client.call(endpoint, {}, other)).error).toBe('bad_app')
  }
  expect((await enter(sitesOwn, other)).error).toBe('bad_app')
  expect((await enter(sitesOwn, page)).error).toBe('not_member')
  await client.call(identityLogin, { login_subject_uid: sitesOwn })
  expect((await list(sitesOwn, other)).error).toBe('bad_app')
  expect((await list(sitesOwn, page)).error).toBe('not_member')
  await set(server, '1001', 'organizations_to=2003,1002')
  expect((await enter(sitesOwn, other)).error).toBeUndefined()
  expect((await list(sitesOwn, other)).data.total).toBe(1)
})

test('answers nothing for its visitor that a client, device or organization asks', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  await setIdentifiers(server, userId, { mobile: '+819012345678' })
  const { address } = await (await createOAuthClient(server)).start()
  const { searchParams } = new URL(address)
  const request = Object.fromEntries(searchParams)
  const asked = await client.call(
    authInfo,
    { ...request, client_key: searchParams.get('client_id') ?? '', scope: 'openid' },
    page,
  )
  const auth_ticket = asked.data.auth_ticket
  expect(asked.data.user).toMatchObject({ mobile: expect.stringContaining('*') })
  const allow = { auth_ticket, scopes: 'openid', action: 'allow' } as const
  expect((await client.call(authorizeClient, allow, page)).error).toBe('csrf_error')
  for (const form of ['authorize', 'device', 'end-session', 'not-me', 'identity']) {
    const action = { authorize: 'allow', device: 'allow', identity: 'leave' }[form]
    const fields = { aid: '1002', ticket: auth_ticket, ...(action && { action }) }
    expect((await client.form(`/form/${form}`, fields, fromPage)).status, form).toBe(403)
  }
})

test('calls as no other application', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const asSite = { aid: 1001, origin: page.origin }
  expect((await client.call(accountInfo, {}, asSite)).error).toBe('csrf_error')
  expect((await client.call(shareToken, { to_aid: 1002 }, asSite)).error).toBe('csrf_error')
  const posted = await client.form('/form/logout', { aid: '1001' }, fromPage)
  expect(posted.status).toBe(403)
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
})
