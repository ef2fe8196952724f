import { expect, test } from 'vitest'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Client } from '../../support/client.ts'
import { scan, setApp, showCode, type Desktop } from '../../support/qr.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const path = '/passport/web/scan_qrcode'

function open(
  client: Client,
  desktop: Desktop,
  headers: Record<string, string> = { 'sec-fetch-site': 'none' },
  address?: string,
): Promise<Response> {
  const query = new URLSearchParams({ aid: '1001', token: desktop.scanToken })
  return client.send(
    new Request(`${ORIGIN}${path}?${query}`, {
      headers: { 'sec-fetch-mode': 'navigate', 'accept-language': 'en', ...headers },
    }),
    address,
  )
}

function press(
  client: Client,
  desktop: Desktop,
  fields: Record<string, string>,
  headers?: Record<string, string>,
): Promise<Response> {
  const shared = { aid: '1001', language: 'en', token: desktop.scanToken }
  return client.form('/form/qr', { ...shared, ...fields }, headers)
}

test('shows the requesting device on the phone, and signs it in after a confirmation', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  const desktop = await showCode(server)
  const page = await open(client, desktop)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('no-store')
  const text = await page.text()
  for (const words of ['Firefox on Windows', '127.0.0.…', 'Sable', 'Sign in on that device']) {
    expect(text).toContain(words)
  }
  expect((await desktop.poll()).data.status).toBe('scanned')
  const done = await press(client, desktop, { action: 'confirm' })
  expect(await done.text()).toContain('The other device is being signed in')
  expect((await desktop.poll()).data.user_data).toMatchObject({ user_id_str: userId })
})

test('names the device in Japanese notation', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const page = await open(client, await showCode(server), {
    'sec-fetch-site': 'none',
    'accept-language': 'ja',
  })
  expect(await page.text()).toContain('Firefox（Windows）')
})

test('refuses by a button', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const desktop = await showCode(server)
  await open(client, desktop)
  const done = await press(client, desktop, { action: 'refuse' })
  expect(await done.text()).toContain('Nobody was signed in')
  expect((await desktop.poll()).data.status).toBe('refused')
  const again = await press(client, desktop, { action: 'confirm' })
  expect(again.status).toBe(422)
  expect(await again.text()).toContain('used or refused before')
})

test('redirects a phone without session to sign in, and back', async () => {
  const server = await createTestServer()
  const desktop = await showCode(server)
  const reply = await open(server.client(), desktop, { 'accept-language': 'ja' })
  expect(reply.status).toBe(302)
  const location = new URL(reply.headers.get('location') ?? '', ORIGIN)
  expect(location.pathname).toBe('/ja/login')
  const next = new URL(location.searchParams.get('next') ?? '', ORIGIN)
  expect(next.pathname + next.search).toBe(
    `${path}?aid=1001&language=ja&token=${desktop.scanToken}`,
  )
  expect((await press(server.client(), desktop, { action: 'confirm' })).status).toBe(303)
})

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' },
  {},
])('does not count a link as a scan: %j', async (headers) => {
  const server = await createTestServer()
  const { client } = await server.person()
  const desktop = await showCode(server)
  const text = await (await open(client, desktop, headers)).text()
  expect(text).toContain('You followed a link')
  expect((await desktop.poll()).data.status).toBe('new')
  expect(await (await press(client, desktop, { action: 'scan' })).text()).toContain(
    'another device',
  )
  expect((await desktop.poll()).data.status).toBe('scanned')
})

test('accepts posts from its own page only', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const desktop = await showCode(server)
  await open(client, desktop)
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:4322', 'sec-fetch-site': 'same-site' },
  ]) {
    const reply = await press(client, desktop, { action: 'confirm', aid: '1002' }, headers)
    expect(reply.status).toBe(403)
  }
  expect((await desktop.poll()).data.status).toBe('scanned')
})

test('shows errors of a code in the language of the phone', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const other = await server.person()
  const unknown = { ...(await showCode(server)), scanToken: '<b>' }
  expect(await (await open(client, unknown)).text()).toContain('We do not know this code')

  const taken = await showCode(server)
  await scan(other, taken.scanToken)
  expect(await (await open(client, taken)).text()).toContain('Somebody else scanned')

  const late = await showCode(server)
  server.clock.passSeconds(180)
  const page = await open(client, late, { 'sec-fetch-site': 'none', 'accept-language': 'ja' })
  const text = await page.text()
  expect(text).toContain('<html lang="ja">')
  expect(text).toContain('有効期限が切れました')
})

test('lets the person choose the number on the screen', async () => {
  const server = await createTestServer()
  await setApp(server, { qr_number_match: true })
  const { client } = await server.person()
  const desktop = await showCode(server)
  const shown = String(desktop.first.data.match_number)
  const text = await (await open(client, desktop)).text()
  const numbers = [...text.matchAll(/name="number" value="(\d+)"/g)].map(([, number]) => number)
  expect(numbers).toHaveLength(3)
  expect(numbers).toContain(shown)
  await press(client, desktop, { action: 'confirm', number: shown })
  expect((await desktop.poll()).data.status).toBe('confirmed')
})

test('requires a code if the desktop is in an unknown network', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { client, email } = await server.person()
  const desktop = await showCode(server, server.client('203.0.113.9'))
  expect(await (await open(client, desktop)).text()).toContain('not signed in')
  const page = await (await press(client, desktop, { action: 'confirm' })).text()
  expect(page).toContain('Verify that it is you')
  expect(page).not.toContain(email)
  expect((await desktop.poll()).data.status).toBe('scanned')
  const code = await server.codeFor(email)
  const wrong = await press(client, desktop, { action: 'confirm', code: '000000' })
  expect(await wrong.text()).toContain('role="alert"')
  await press(client, desktop, { action: 'confirm', code })
  expect((await desktop.poll()).data.status).toBe('confirmed')
  // From now on the network is known.
  const next = await showCode(server, server.client('203.0.113.77'))
  await open(client, next)
  await press(client, next, { action: 'confirm' })
  expect((await next.poll()).data.status).toBe('confirmed')
})

test('sends no codes before the scan', async () => {
  const server = await createTestServer()
  const { client, email } = await server.person()
  const desktop = await showCode(server)
  const reply = await press(client, desktop, { action: 'send' })
  expect(reply.status).toBe(422)
  expect(await server.mail(email)).toHaveLength(1)
})

test('rejects the confirmation if the required code has no recipient', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  await setIdentifiers(server, userId, { email: null, username: 'ann' })
  const desktop = await showCode(server)
  await open(client, desktop)
  expect(await (await press(client, desktop, { action: 'send' })).text()).toContain(
    'value="confirm"',
  )
  expect((await desktop.poll()).data.status).toBe('scanned')
})

test('applies the rate limits of codes to the page', async () => {
  const settings = { SECOND_VERIFICATION: 'on', CODES_PER_TARGET_HOUR: '2' }
  const server = await createTestServer({ settings })
  const { client, email } = await server.person()
  const desktop = await showCode(server, server.client('203.0.113.9'))
  await open(client, desktop)
  await press(client, desktop, { action: 'send' })
  expect(await server.mail(email)).toHaveLength(2)
  server.clock.passSeconds(61)
  const refused = await press(client, desktop, { action: 'send' })
  expect(await refused.text()).toContain('role="alert"')
  expect(await server.mail(email)).toHaveLength(2)
})
