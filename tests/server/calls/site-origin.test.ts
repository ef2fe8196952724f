import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEarlyAccess } from '#protocol/web/early-access.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { readConfig } from '../../../server/config/config.ts'
import { sharedDomain } from '../../../server/http/shared-domain.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const ACCOUNT = 'http://account.sable.localhost:4321'
const SITE = 'http://www.sable.localhost:8080'
let dist = ''

beforeAll(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'passport-elsewhere-'))
  const files = {
    'element/passport-login.js': 'export {}',
    'site/index.html': '<h1>home</h1>',
    'site/favicon.svg': '<svg/>',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
    writeFileSync(path.join(dist, name), text)
  }
})

afterAll(() => rmSync(dist, { recursive: true }))

const settings = (): Record<string, string> => ({
  PUBLIC_ORIGIN: ACCOUNT,
  SITE_ORIGIN: SITE,
  DIST_DIR: dist,
})

const start = (): Promise<TestServer> => createTestServer({ settings: settings() })

/** A server with somebody who signed up while the site was on it. */
async function startWithPerson(): Promise<{ server: TestServer; person: Person }> {
  const database = await createTestDatabase(true)
  const person = await (await createTestServer({ database })).person()
  return { server: await createTestServer({ database, settings: settings() }), person }
}

test('accepts calls from pages of the site, and lets them read the replies', async () => {
  const server = await start()
  const { error, headers } = await server.client().call(accountInfo, {}, { origin: SITE })
  expect(error).toBe('session_expired')
  expect(headers.get('access-control-allow-origin')).toBe(SITE)
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  const other = await server.client().call(accountInfo, {}, { origin: 'http://sable.localhost' })
  expect(other.error).toBe('csrf_error')
})

test('keeps the session cookie on its own host, and shares only the sign-in hint', async () => {
  const { server, person } = await startWithPerson()
  const { email, password } = person
  const client = server.client()
  const signedIn = await client.call(passwordLogin, { email, password }, { origin: SITE })
  expect(signedIn.error).toBeUndefined()
  const cookies = signedIn.headers.getSetCookie()
  expect(cookies.filter((line) => line.includes('Domain='))).toHaveLength(1)
  expect(cookies.find((line) => line.startsWith('uid_tt='))).toContain('Domain=sable.localhost')
  const left = await client.call(logout, {}, { origin: SITE })
  const end = left.headers.getSetCookie().find((line) => line.startsWith('uid_tt='))
  expect(end).toMatch(/^uid_tt=; Max-Age=0.*Domain=sable\.localhost/)
})

test.each([
  ['/account-setting', '/account-setting'],
  [`${SITE}/ja/account-setting?a=1`, '/ja/account-setting?a=1'],
  [`${ACCOUNT}/passport/web/host/sign_in/?aid=1002`, undefined],
  ['/passport/web/host/sign_in/?aid=1002', `${ACCOUNT}/passport/web/host/sign_in/?aid=1002`],
  ['https://evil.example/', '/'],
  ['/passport/web/logout', '/'],
  [`${ACCOUNT}/passport/web/logout`, '/'],
])('redirects to %s relative to the site', async (next, location = next) => {
  const { server, person } = await startWithPerson()
  const { email, password } = person
  const { data } = await server
    .client()
    .call(passwordLogin, { email, password, next }, { origin: SITE })
  expect(data.redirect_url).toBe(location)
})

test('redirects pages to the site, and serves the element itself', async () => {
  const server = await start()
  const get = (address: string): Promise<Response> => server.fetch(new Request(ORIGIN + address))
  for (const [from, to] of [
    ['/', '/'],
    ['/login?next=%2Fblog', '/login?next=%2Fblog'],
    ['/ja/blog/', '/ja/blog/'],
    ['//evil.example/', '//evil.example/'],
  ]) {
    const reply = await get(from ?? '')
    expect(reply.status).toBe(307)
    expect(reply.headers.get('location')).toBe(SITE + (to ?? ''))
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  expect((await get('/passport-login.js')).status).toBe(200)
  expect((await get('/favicon.svg')).status).toBe(200)
})

test('lets plain forms redirect to the site', async () => {
  const { server, person } = await startWithPerson()
  const { email, password } = person
  const fields = { aid: '1001', account: email, password, next: '/account-setting' }
  const from = { origin: SITE, 'sec-fetch-site': 'same-site' }
  const done = await server.client().form('/form/login', fields, from)
  expect(done.status).toBe(303)
  const wrong = await server.client().form('/form/login', { ...fields, password: 'no' }, from)
  expect(wrong.status).toBe(422)
  expect(wrong.headers.get('content-security-policy')).toContain(`form-action 'self' ${SITE}`)
})

test('links from mails to the site', async () => {
  const server = await start()
  const wish = { email: 'ann@example.com', agree: 1 } as const
  await server.client().call(applyEarlyAccess, wish, { origin: SITE })
  const [mail] = await server.mail('ann@example.com')
  expect(mail?.body).toContain(`${SITE}/solo-get-early-access?ticket=`)
})

test.each([
  ['https://account.example.com', 'https://www.example.com', 'example.com'],
  ['https://account.example.com', 'https://example.com', 'example.com'],
  ['https://example.com', 'https://www.example.com', 'example.com'],
  ['https://id.example.com', 'https://site.example', undefined],
  ['https://one.example', 'https://other.example', undefined],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', undefined],
  ['http://localhost:1', 'http://localhost:2', undefined],
])('finds the domain that %s and %s share', (one, other, domain) => {
  expect(sharedDomain(one, other)).toBe(domain)
})

test('uses its own origin for the site by default', () => {
  const { SITE_ORIGIN, isSiteElsewhere } = readConfig({ PORT: '9000' })
  expect(SITE_ORIGIN).toBe('http://localhost:9000')
  expect(isSiteElsewhere).toBe(false)
  expect(() => readConfig({ SITE_ORIGIN: 'www.example.com' })).toThrow(
    'SITE_ORIGIN is "www.example.com"',
  )
})

test('leads from the page of a QR code to the sign-in of the site', async () => {
  const server = await start()
  const address = `${ACCOUNT}/passport/web/scan_qrcode?aid=1001&token=x`
  const headers = { 'accept-language': 'en', 'sec-fetch-site': 'none' }
  const reply = await server.client().send(new Request(address, { headers }))
  expect(reply.headers.get('location')).toMatch(new RegExp(`^${SITE}/login[?]next=`))
})
