import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import type { CallOptions } from '../../support/client.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const HOST = 'http://localhost:4322'

async function openHost(isOn: boolean): Promise<TestServer> {
  const server = await createTestServer()
  const { apps, registeredApps } = server.app.services
  const app = await apps.find(1002)
  if (app === undefined) throw new Error('the host page is not registered')
  const settings = { ...app.settings, partitioned_cookies: isOn }
  await registeredApps.update({ ...app, settings })
  server.clock.passSeconds(31)
  return server
}

function from(site: string): CallOptions {
  return { aid: 1002, origin: HOST, headers: { 'sec-fetch-site': site } }
}

test('partitions cookies on other sites if the application requires it', async () => {
  const server = await openHost(true)
  const { email, password } = await server.person()
  const client = server.client()
  const login = await client.call(passwordLogin, { account: email, password }, from('cross-site'))
  const cookies = login.headers.getSetCookie()
  expect(cookies.some((cookie) => cookie.startsWith('sessionid_ss='))).toBe(true)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Secure; Partitioned; SameSite=None$/)
    expect(cookie.match(/SameSite/g)).toHaveLength(1)
  }
  expect((await client.call(accountInfo, {}, from('cross-site'))).error).toBeUndefined()
  const left = await client.call(logout, {}, from('cross-site'))
  expect(left.headers.getSetCookie().join('\n')).toMatch(
    /sessionid_ss=; Max-Age=0; .*; Secure; Partitioned; SameSite=None/,
  )
})

test.each([
  [false, 'cross-site'],
  [true, 'same-site'],
  [true, 'same-origin'],
])('uses one session for the whole browser otherwise (%s, %s)', async (isOn, site) => {
  const server = await openHost(isOn)
  const { email, password } = await server.person()
  const login = await server.client().call(passwordLogin, { account: email, password }, from(site))
  expect(login.headers.getSetCookie().join('\n')).not.toMatch(/Partitioned|sessionid_ss/)
})
