import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEB_ID_COOKIE } from '#protocol/common-params.ts'
import { CSRF_COOKIES } from '#protocol/headers.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { authInfo, authorizeClient } from '#protocol/web/open-authorization.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { authLogin } from '#protocol/web/providers.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { logout } from '#protocol/web/session.ts'
import { createClient, type Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { json, startFaultyProvider, type FaultyProvider } from '../../support/faulty-provider.ts'
import { startOAuth } from '../../support/local-providers.ts'
import { createOAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const names = [
  'sessionid',
  'sessionid_ss',
  'uid_tt',
  ...CSRF_COOKIES,
  'oauth_state',
  'qr_bind',
  'open_bind',
  'invitation',
  'account_changed',
  WEB_ID_COOKIE,
]

/** What others keep under such names: nothing, a session of Django, a random token, JSON. */
const values = ['', 'k3v9x0q4d8m1z7c5b2n6a1s0f9g8h7j6', 'T'.repeat(43), '{"a":1}', 'f'.repeat(64)]

const orders = ['before', 'after'] as const

/** A browser that sends a cookie of a parent domain with ours, older or newer than they are. */
function neighbour(server: TestServer, foreign: string, order: (typeof orders)[number]): Client {
  const client = createClient((request, address) => {
    const own = request.headers.get('cookie')
    const both = order === 'before' ? [foreign, own] : [own, foreign]
    request.headers.set('cookie', both.filter((one) => one !== null).join('; '))
    return server.fetch(request, address)
  }, ORIGIN)
  return {
    ...client,
    // As clients do: the refusal brings the token that is ours.
    call: async (...call) => {
      const answer = await client.call(...call)
      return answer.error === 'csrf_error' ? await client.call(...call) : answer
    },
  }
}

let provider: FaultyProvider

beforeAll(async () => {
  provider = await startFaultyProvider()
  provider.replies['POST /token'] = (_request, response) =>
    json(response, { error: 'bad_verification_code' })
})

afterAll(() => provider.close())

describe.each(orders)('a cookie of a neighbouring host, sent %s ours,', (order) => {
  test.each(names)('does no harm under the name %s', async (name) => {
    const server = await createTestServer({ settings: provider.settings })
    const oauthClient = await createOAuthClient(server)
    const { client: phone, email, password, userId } = await server.person()
    for (const value of values) {
      const browser = neighbour(server, `${name}=${value}`, order)
      const signedIn = await browser.call(passwordLogin, { email, password })
      expect(signedIn.error, value).toBeUndefined()
      expect((await browser.call(accountInfo, {})).data.user_id_str, value).toBe(userId)
      expect((await browser.call(updateUser, { name: 'Ann' })).error, value).toBeUndefined()

      const { searchParams } = new URL((await oauthClient.start()).address)
      const request = { ...Object.fromEntries(searchParams), scope: 'openid' }
      const client_key = searchParams.get('client_id') ?? ''
      const { data } = await browser.call(authInfo, { ...request, client_key })
      const auth_ticket = data.auth_ticket
      const allow = { auth_ticket, scopes: 'openid', action: 'allow' } as const
      expect((await browser.call(authorizeClient, allow)).error, value).toBeUndefined()

      const link = await startOAuth(browser, { platform: 'github' })
      const state = link.searchParams.get('state') ?? ''
      const came = await browser.call(authLogin, { platform: 'github', code: 'good', state })
      expect(came.error, value).toBe('platform_unauthorized')

      expect((await browser.call(logout, {})).error, value).toBeUndefined()
      expect((await browser.call(accountInfo, {})).error, value).toBe('session_expired')
      const token = (await browser.call(getQrcode, {})).data.token
      await phone.call(scanQrcode, { token })
      await phone.call(confirmQrcode, { token })
      server.clock.passSeconds(1)
      const entered = await browser.call(checkQrconnect, { token })
      expect(entered.data.user_data, value).toMatchObject({ user_id_str: userId })
      const posted = await browser.form('/form/logout', {})
      expect(posted.status, value).toBe(303)
      expect((await browser.call(accountInfo, {})).error, value).toBe('session_expired')
    }
  })

  test('signs nobody in beside a session of somebody else, and both cookies go', async () => {
    const PUBLIC_ORIGIN = 'http://id.shop.localhost:4321'
    const server = await createTestServer({ settings: { PUBLIC_ORIGIN, SITE_ORIGIN: ORIGIN } })
    const [ann, bob] = [await server.person(), await server.person()]
    const sessionOf = ({ client }: Person): string => client.cookies.get('sessionid') ?? ''
    const browser = neighbour(server, `sessionid=${sessionOf(bob)}`, order)
    browser.cookies.set('sessionid', sessionOf(ann))
    const torn = await browser.call(accountInfo, {})
    expect(torn.error).toBe('session_expired')
    const ended = torn.headers.getSetCookie().filter((line) => line.startsWith('sessionid=;'))
    expect(ended.map((line) => /Domain=([^;]+)/.exec(line)?.[1])).toEqual([
      undefined,
      'id.shop.localhost',
      'shop.localhost',
    ])
    expect(browser.cookies.has('sessionid')).toBe(false)
    // What is left, because its path or domain is another, ends with the next sign-in.
    const { email, password } = ann
    expect((await browser.call(passwordLogin, { email, password })).error).toBeUndefined()
    expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(ann.userId)
    expect((await bob.client.call(accountInfo, {})).error).toBe('session_expired')
  })

  test('counts beside a session that has ended, or another one of the same person', async () => {
    const server = await createTestServer()
    const { client, email, password, userId } = await server.person()
    const other = server.client()
    await other.call(passwordLogin, { email, password })
    const browser = neighbour(server, `sessionid=${other.cookies.get('sessionid')}`, order)
    browser.cookies.set('sessionid', client.cookies.get('sessionid') ?? '')
    expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(userId)
    await other.call(logout, {})
    expect((await browser.call(accountInfo, {})).data.user_id_str).toBe(userId)
  })
})
