import { hostname } from 'node:os'
import process from 'node:process'
import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import { typeCommand } from '../../support/command.ts'
import {
  CONSOLE,
  consoleBrowser,
  createConsoleServer,
  passSignIn,
  signInOperator,
} from '../../support/console.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const COOKIE = 'passport_console'

test('signs an operator in by the account server, with a second proof', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const start = await ann.get('/')
  expect(start.status).toBe(200)
  expect(start.text).toContain('Health')
  expect(start.text).toContain(`${hostname()}, process ${process.pid}`)
  const { output } = await typeCommand(server, ['operator', 'events'])
  expect(output).toMatch(/sign-in +\d+ +127\.0\.0\.…/)
})

test('gives the cookie to this origin alone, and only after a page of its own', async () => {
  const settings = { CONSOLE_ORIGIN: 'https://console.example' }
  const server = await createConsoleServer({ settings })
  const begun = await consoleBrowser(server).get('/sign-in')
  expect(begun.headers.getSetCookie().join()).toMatch(
    /^__Host-passport_console_sign_in=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const address = new URL(begun.headers.get('location') ?? '')
  expect(address.searchParams.get('redirect_uri')).toBe('https://console.example/sign-in/back')
  const local = await createConsoleServer()
  const ann = await signInOperator(local, 'support')
  const back = await passSignIn(local, ann, ann.person.client, ann.secret)
  expect(back.status).toBe(200)
  expect(back.headers.get('refresh')).toBe('0; url=/')
  const [cookie = ''] = back.headers.getSetCookie()
  expect(cookie).toMatch(/^passport_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
})

test('lets nobody in without role, second proof, or the browser that began', async () => {
  const server = await createConsoleServer()
  const { client, userId } = await server.person()
  const { secret } = await addApp(server, client)
  const stranger = consoleBrowser(server)
  expect((await passSignIn(server, stranger, client, secret)).status).toBe(403)
  expect(stranger.cookies.has(COOKIE)).toBe(false)
  await typeCommand(server, ['operator', 'add', userId, '--role', 'support'])
  const begun = await stranger.get('/sign-in')
  const headers = { 'sec-fetch-mode': 'navigate' }
  const visit = new Request(begun.headers.get('location') ?? '', { headers, redirect: 'manual' })
  const back = new URL((await client.send(visit)).headers.get('location') ?? '')
  for (const [browser, path] of [
    [consoleBrowser(server), back.pathname + back.search],
    [stranger, `${back.pathname}?code=${back.searchParams.get('code')}`],
    [stranger, back.href.slice(CONSOLE.length).replace(/state=[^&]+/, 'state=other')],
    [stranger, back.href.slice(CONSOLE.length).replace(/iss=[^&]+/, 'iss=http%3A%2F%2Fevil')],
  ] as const) {
    const reply = await browser.get(path)
    expect([reply.status, browser.cookies.has(COOKIE)]).toEqual([400, false])
  }
  expect((await stranger.get(back.pathname + back.search)).status).toBe(200)
  // A code is redeemed once.
  expect((await stranger.get(back.pathname + back.search)).status).toBe(400)

  const low = await server.person()
  await typeCommand(server, ['operator', 'add', low.userId, '--role', 'owner'])
  const browser = consoleBrowser(server)
  const refused = await low.client.send(
    new Request((await browser.get('/sign-in')).headers.get('location') ?? '', {
      headers,
      redirect: 'manual',
    }),
  )
  // It says what to add to the account.
  const led = new URL(refused.headers.get('location') ?? '', ORIGIN)
  expect(led.pathname).toBe('/form/level')
  const page = await (await low.client.send(new Request(led))).text()
  expect(page).toContain('this needs a passkey; an authenticator app')
})

test('is off unless it has a port, and shares no path with the account server', async () => {
  const off = await createTestServer()
  expect(off.app.console).toBeUndefined()
  const server = await createConsoleServer()
  for (const path of [
    '/people',
    '/people/1',
    '/operators',
    '/record',
    '/sign-in/back',
    '/style.css',
  ]) {
    for (const one of [off, server]) {
      expect((await one.fetch(new Request(ORIGIN + path))).status, path).toBe(404)
    }
  }
  const ann = await signInOperator(server, 'owner')
  for (const path of [
    '/login',
    '/healthz',
    '/dev/mailbox',
    '/admin/v1/users',
    '/form/login',
    '/form/style.css',
    '/passport/web/account/info/v2?aid=1001',
    '/oauth/authorize',
    '/openapi.json',
  ]) {
    expect((await ann.get(path)).status, path).toBe(404)
  }
  // A page with the menu, in the operator's language.
  for (const [path, title] of [
    ['/nowhere', 'There is nothing here'],
    ['/nowhere?language=ja', '何も見つかりません'],
  ] as const) {
    const { status, text } = await ann.get(path)
    expect([status, text.includes(title), text.includes('href="/people"')]).toEqual([
      404,
      true,
      true,
    ])
  }
})

test('ends after half an hour without use, after eight hours, and with what it stands on', async () => {
  const server = await createConsoleServer()
  const leads = async (browser: { get(path: string): Promise<{ status: number }> }) =>
    (await browser.get('/')).status === 302
  const idle = await signInOperator(server, 'support')
  server.clock.passSeconds(29 * 60)
  expect(await leads(idle)).toBe(false)
  server.clock.passSeconds(31 * 60)
  expect(await leads(idle)).toBe(true)

  const long = await signInOperator(server, 'support')
  for (let used = 0; used < 23; used++) {
    server.clock.passSeconds(20 * 60)
    expect(await leads(long)).toBe(false)
  }
  server.clock.passSeconds(21 * 60)
  expect(await leads(long)).toBe(true)

  const endings: ((id: string) => readonly string[])[] = [
    (id) => ['operator', 'remove', id],
    (id) => ['user', 'ban', id, '--reason', 'x'],
    (id) => ['user', 'freeze', id, '--reason', 'x'],
    (id) => ['user', 'limit', id, '--reason', 'x'],
    (id) => ['sessions', 'end-all', '--user', id],
    () => ['sessions', 'end-all'],
  ]
  for (const words of endings) {
    const ann = await signInOperator(server, 'support')
    expect(await leads(ann)).toBe(false)
    expect(await typeCommand(server, words(ann.person.userId))).toMatchObject({ code: 0 })
    expect(await leads(ann)).toBe(true)
    server.clock.passSeconds(1)
  }
  const out = await signInOperator(server, 'support')
  const { client, email, password } = out.person
  expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  expect(await leads(out)).toBe(false)
  await client.call(logout, {})
  expect(await leads(out)).toBe(true)
})

test('shows nothing after the sign-out, and lets nothing be stored or framed', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'support')
  const cookie = new Map(ann.cookies)
  for (const path of ['/', '/people', `/people/${ann.person.userId}`, '/record', '/nowhere']) {
    const { headers } = await ann.get(path)
    expect(headers.get('cache-control'), path).toBe('no-store')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('script')
  }
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await ann.get('/')).text) ?? []
  // A link of another site signs nobody out.
  expect((await ann.get('/sign-out')).status).toBe(404)
  expect((await ann.send('/sign-out', { csrf })).headers.get('location')).toBe('/signed-out')
  // The account stays signed in, which the page says.
  const { text } = await ann.get('/signed-out')
  expect(text).toContain(`href="${ORIGIN}/oauth/logout?ui_locales=en"`)
  expect(text).toContain('still signed in')
  expect(ann.cookies.has(COOKIE)).toBe(false)
  for (const [name, value] of cookie) ann.cookies.set(name, value)
  expect((await ann.get('/people')).headers.get('location')).toBe('/sign-in?next=%2Fpeople')
})
