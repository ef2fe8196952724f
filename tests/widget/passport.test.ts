import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { logout } from '#protocol/web/session.ts'
import {
  computeCaptcha,
  createPassport,
  PassportError,
  type Passport,
} from '../../widget/src/client/index.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { openBrowser, toRequest, type Browser } from './browser.ts'

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
  'calls as %s with its own paths and parameters',
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

test('falls back to the usual paths if an interface lacks an endpoint', async () => {
  const server = await createTestServer()
  const { passport, browser } = open(server)
  const { email: account, password } = await server.person()
  await passport.sso.send(passwordLogin, { account, password })
  await passport.sso.send(logout, {})
  expect(browser.sent.at(-1)?.status).toBe(200)
})

test('logs invalid common parameters once for each interface', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const passport = createPassport({ aid: 0, language: 'en' })
  expect(error).not.toHaveBeenCalled()
  expect(passport.web).toBe(passport.web)
  expect(error).toHaveBeenCalledOnce()
  expect(String(error.mock.calls[0]?.[0])).toContain('Invalid generalParams')
  error.mockRestore()
})

test('keeps the session without cookies, and passes captchas by proof of work', async () => {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  const email = 'ann@example.com'
  const send: typeof fetch = (input, init) => server.fetch(toRequest(input, init))
  const settings = {
    aid: 1001,
    language: 'en',
    fetch: send,
    fingerprint: () => 'verify_program',
    openChallenge: computeCaptcha({ aid: 1001, language: 'en', fetch: send }),
  } as const
  const { app } = createPassport(settings)
  await app.send(sendCode, { email, type: 13 })
  const call = { email, code: await server.codeFor(email) }
  const { session_key: sessionKey } = await app.send(emailCodeLogin, call)
  await expect(app.send(accountInfo, {})).resolves.toMatchObject({ has_login: 1 })
  // Started anew, with the session that it kept.
  const again = createPassport({ ...settings, sessionKey }).app
  await expect(again.send(accountInfo, {})).resolves.toMatchObject({ has_login: 1 })
  await again.send(logout, {})
  await expect(again.send(accountInfo, {})).rejects.toMatchObject({ name: 'session_expired' })
})

test('tells the handler which call needs two-step verification, and logs nothing secret', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { email, password } = await server.person()
  const { passport } = open(server)
  const error: unknown = await passport.web
    .send(passwordLogin, { email, password })
    .catch((reason: unknown) => reason)
  if (!(error instanceof PassportError)) throw new Error('nothing was asked for')
  expect(error.description).toBe('SECOND_VALID')
  expect(error.request).toEqual({ operation: 'user_login', fields: { email, password } })
  expect(inspect(error)).not.toContain(password)
})
