import { expect, test, vi } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import { createPassport, type Passport } from '../../widget/src/client/index.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { openBrowser, type Browser } from './browser.ts'

function open(server: TestServer): { passport: Passport; browser: Browser } {
  const browser = openBrowser(server)
  const { fetch, webId } = browser
  const passport = createPassport({ aid: 1001, language: 'en', fetch, fingerprint: () => webId })
  return { passport, browser }
}

test.each([
  ['web', '/passport/web/', undefined, false],
  ['app', '/passport/mobile/', '1', true],
  ['sso', '/passport/sso/', undefined, false],
] as const)(
  'calls as %s by its own paths and parameters',
  async (source, prefix, native, hasKey) => {
    const server = await createTestServer()
    const { email: account, password } = await server.person()
    const { passport, browser } = open(server)
    const user = await passport[source].send(passwordLogin, { account, password })
    expect(user.session_key !== '').toBe(hasKey)
    const { path, query } = browser.sent.at(-1) ?? { path: '', query: new URLSearchParams() }
    expect(path.startsWith(prefix)).toBe(true)
    expect(query.get('account_sdk_source')).toBe(source)
    expect(query.get('is_native_h5')).toBe(native ?? null)
    await expect(passport[source].send(accountInfo, {})).resolves.toMatchObject({ has_login: 1 })
  },
)

test('rejects by the success rule of each interface alike', async () => {
  const { passport } = open(await createTestServer())
  for (const source of ['web', 'app', 'sso'] as const) {
    await expect(passport[source].send(accountInfo, {})).rejects.toMatchObject({
      name: 'session_expired',
      code: 1000,
    })
  }
})

test('looks for what an interface does not have in the usual paths', async () => {
  const server = await createTestServer()
  const { passport, browser } = open(server)
  const { email: account, password } = await server.person()
  await passport.sso.send(passwordLogin, { account, password })
  await passport.sso.send(logout, {})
  expect(browser.sent.at(-1)?.status).toBe(200)
})

test('says once for each interface what is wrong with the general parameters', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const passport = createPassport({ aid: 0, language: 'en' })
  expect(error).not.toHaveBeenCalled()
  expect(passport.web).toBe(passport.web)
  expect(error).toHaveBeenCalledOnce()
  expect(String(error.mock.calls[0]?.[0])).toContain('Invalid generalParams')
  error.mockRestore()
})
