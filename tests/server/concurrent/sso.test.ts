import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { logout } from '#protocol/web/session.ts'
import { loginSuccess, shareLogin, shareToken, ssoCallback } from '#protocol/web/sso.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { setApp } from '../../support/qr.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const host = { aid: 1002, origin: 'http://localhost:4322' }
const SERVICE = 'https://app.example.com/passport/sso/login/callback'

const bad = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://app.example.com.evil.example/passport/sso/login/callback',
  'https://app.example.com@evil.example/',
  'https://user:pw@app.example.com/passport/sso/login/callback',
  `${SERVICE}/../../other`,
  `${SERVICE}#x`,
  `${SERVICE}\n`,
  'http://app.example.com/passport/sso/login/callback',
]

async function registerRedirect(server: TestServer): Promise<void> {
  const { apps, registeredApps } = server.app.services
  const app = await apps.find(1001)
  if (app === undefined) throw new Error('the site is not registered')
  await registeredApps.update({ ...app, redirects: [SERVICE, 'sable-app://signed-in'] })
  server.clock.passSeconds(31)
}

/** Goes to an address, as a browser does; without `site` as a program. */
function visit(
  client: Client,
  path: string,
  query: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Response> {
  const url = `${ORIGIN}${path}?${new URLSearchParams({ aid: '1001', language: 'en', ...query })}`
  return client.send(
    new Request(url, {
      headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html', ...headers },
    }),
  )
}

async function ticketOf(client: Client, service?: string): Promise<Record<string, unknown>> {
  const { data } = await client.call(
    accountInfo,
    { need_ticket: 1, ...(service === undefined ? {} : { service }) },
    { family: 'sso', method: 'GET' },
  )
  return data
}

const callback = `/passport/sso/${ssoCallback.paths.sso?.[0]}`

test('returns the account at each path of central hosts', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  for (const path of [
    '/passport/sso/check_login/',
    '/passport/mobile/check_login/',
    '/check_login/',
    '/passport/open/check_login/',
  ]) {
    const reply = await client.send(new Request(`${ORIGIN}${path}?aid=1001`))
    const { data } = (await reply.json()) as { data: Record<string, unknown> }
    expect(data, path).toMatchObject({ has_login: 1, user_id_str: userId, sec_subject_uid: '' })
    expect(data.sec_user_id).toMatch(/^su_/)
    expect(data.ticket).toBeUndefined()
    const nobody = await server.fetch(new Request(`${ORIGIN}${path}?aid=1001`))
    expect(await nobody.json()).toMatchObject({
      error_code: 1000,
      data: { has_login: 0, user_id: 0 },
    })
  }
})

test('signs in on a registered host with a ticket, once', async () => {
  const server = await createTestServer()
  await registerRedirect(server)
  const { client, userId } = await server.person()
  const { redirect_url: address } = await ticketOf(client, `${SERVICE}?next=%2Faccount-setting`)
  const url = new URL(String(address))
  expect(url.origin + url.pathname).toBe(SERVICE)
  const there = server.client()
  const query = Object.fromEntries(url.searchParams)
  const reply = await visit(there, callback, query)
  expect(reply.status).toBe(302)
  expect(reply.headers.get('location')).toBe(`${ORIGIN}/account-setting`)
  expect((await there.call(accountInfo, {})).data.user_id_str).toBe(userId)
  const again = await visit(server.client(), callback, query)
  expect(again.status).toBe(302)
  expect(again.headers.get('location')).toBe('/login?error=8114&next=%2Faccount-setting')
  expect(again.headers.getSetCookie().join()).not.toContain('sessionid')
})

test('signs in by QR code on the requesting host', async () => {
  const server = await createTestServer()
  await registerRedirect(server)
  const phone = await server.person()
  const central = server.client()
  const shown = await central.call(getQrcode, { service: SERVICE }, { family: 'sso' })
  const token = shown.data.token
  await phone.client.call(scanQrcode, { token })
  await phone.client.call(confirmQrcode, { token })
  const { data } = await central.call(checkQrconnect, { token }, { family: 'sso' })
  const url = new URL(String(data.redirect_url))
  expect(url.origin + url.pathname).toBe(SERVICE)
  const there = server.client()
  await visit(there, callback, Object.fromEntries(url.searchParams))
  expect((await there.call(accountInfo, {})).data.user_id_str).toBe(phone.userId)
})

test('accepts a ticket in one of fifty browsers', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { ticket } = await ticketOf(client)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => visit(server.client(), callback, { ticket: String(ticket) })),
  )
  expect(replies.filter((reply) => reply.headers.get('location') === `${ORIGIN}/`)).toHaveLength(1)
})

test('binds tickets to one minute, application and purpose', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const late = await ticketOf(client)
  server.clock.passSeconds(60)
  await setApp(server, { share_to: '1002' })
  const shared = await client.call(shareToken, { to_aid: 1002 })
  const elsewhere = await ticketOf(client)
  for (const query of [
    { ticket: String(late.ticket) },
    { ticket: shared.data.share_token, aid: '1002' },
    { ticket: String(elsewhere.ticket), aid: '1002' },
    { ticket: 'x' },
    { next: 'https://evil.example/' },
  ]) {
    const reply = await visit(server.client(), callback, query)
    expect(reply.headers.get('location'), JSON.stringify(query)).toBe('/login?error=8114')
  }
  const ja = await visit(server.client(), callback, { language: 'ja' })
  expect(ja.headers.get('location')).toBe('/ja/login?error=8114')
})

test('rejects a link on another site', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
  ]) {
    const { ticket } = await ticketOf(client)
    const victim = server.client()
    const reply = await visit(victim, callback, { ticket: String(ticket) }, headers)
    expect(reply.headers.get('location')).toBe('/login?error=8114')
    expect(victim.cookies.has('sessionid')).toBe(false)
  }
  const { ticket } = await ticketOf(client)
  const own = { 'sec-fetch-site': 'cross-site', referer: `${ORIGIN}/login` }
  const reply = await visit(server.client(), callback, { ticket: String(ticket) }, own)
  expect(reply.headers.get('location')).toBe(`${ORIGIN}/`)
})

test('sends tickets to registered addresses only', async () => {
  const server = await createTestServer()
  await registerRedirect(server)
  const { client } = await server.person()
  for (const service of bad) {
    const data = await ticketOf(client, service)
    expect(data.has_login).toBe(1)
    expect([data.ticket, data.redirect_url], service).toEqual([undefined, undefined])
  }
})

test.each(bad)('does not redirect to %j', async (next) => {
  const server = await createTestServer()
  await setApp(server, { share_to: '1002' })
  const { client } = await server.person()
  const { ticket } = await ticketOf(client)
  const entered = await visit(server.client(), callback, { ticket: String(ticket), next })
  expect(entered.headers.get('location')).toBe(`${ORIGIN}/`)
  const { data } = await client.call(shareToken, { to_aid: 1002 })
  const shared = await server
    .client()
    .call(shareLogin, { share_token: data.share_token, from_aid: 1001, next }, host)
  expect(shared.data.redirect_url).toBe('/')
  const page = await (
    await visit(client, '/passport/mobile/login_success/', { service: next })
  ).text()
  expect(page).toContain(`href="${ORIGIN}/"`)
  const left = await visit(client, '/passport/web/logout/', { next })
  expect(left.headers.get('location')).toBe('/')
})

test('shares a sign-in with a listed application, once and within a minute', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  expect((await client.call(shareToken, { to_aid: 1002 })).error).toBe('bad_app')
  await typeCommand(server, ['app', 'set', '1001', '--share-to', '1002, 4711'])
  server.clock.passSeconds(31)
  const token = async (): Promise<string> =>
    (await client.call(shareToken, { to_aid: 1002 })).data.share_token
  const share = await token()
  const there = server.client()
  const login = await there.call(shareLogin, { share_token: share, from_aid: 1001 }, host)
  expect(login.data).toMatchObject({ user_id_str: userId, app_id: 1002 })
  const again = await there.call(shareLogin, { share_token: share, from_aid: 1001 }, host)
  expect(again.body.error_code).toBe(8113)
  const late = await token()
  server.clock.passSeconds(60)
  const tooLate = await there.call(shareLogin, { share_token: late, from_aid: 1001 }, host)
  expect(tooLate.error).toBe('share_token_invalid')
  const wrongApp = await there.call(shareLogin, { share_token: await token(), from_aid: 1001 })
  expect(wrongApp.error).toBe('share_token_invalid')
  const wrongFrom = { share_token: await token(), from_aid: 1002 }
  expect((await there.call(shareLogin, wrongFrom, host)).error).toBe('share_token_invalid')
  expect((await client.call(shareToken, { to_aid: 4711 })).error).toBe('bad_app')
  expect((await server.client().call(shareToken, { to_aid: 1002 })).error).toBe('session_expired')
})

test('reports the sign-in to the web view of an app, and redirects to a registered address', async () => {
  const server = await createTestServer()
  await registerRedirect(server)
  const { client } = await server.person()
  const path = `/passport/mobile/${loginSuccess.paths.mobile?.[0]}`
  for (const service of [
    'sable-app://signed-in',
    `${SERVICE}?a=1&b=2`,
    `${ORIGIN}/account-setting`,
  ]) {
    const reply = await visit(client, path, { service })
    expect(reply.status).toBe(200)
    const text = await reply.text()
    expect(text).toContain(`href="${service.replaceAll('&', '&amp;')}"`)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*script-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'$/)
  }
  const nobody = await visit(server.client(), path, { service: SERVICE })
  const login = new URL(nobody.headers.get('location') ?? '', ORIGIN)
  expect(login.pathname).toBe('/login')
  // The page is reached after the sign-in, with the same service.
  const back = new URL(login.searchParams.get('next') ?? '', ORIGIN)
  const reached = await visit(client, back.pathname, Object.fromEntries(back.searchParams))
  expect(await reached.text()).toContain(`href="${SERVICE}"`)
})

test('signs out by a link with the account hint', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data } = await client.call(accountInfo, {})
  const away = { 'sec-fetch-site': 'cross-site' }
  const path = `/passport/web/${logout.paths.web?.[0]}`
  const wrong = await visit(client, path, { logout_hint: 'su_somebody-else' }, away)
  expect(wrong.headers.get('location')).toContain('/sign-out?source=web&app_id=1001')
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
  const right = await visit(client, path, { logout_hint: data.sec_user_id, next: '/x' }, away)
  expect(right.status).toBe(302)
  expect(right.headers.get('location')).toBe('/x')
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})
