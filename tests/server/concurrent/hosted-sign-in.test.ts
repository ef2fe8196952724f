import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hostCode, hostSignIn, redeemHostCode } from '#protocol/web/hosted-sign-in.ts'
import { logout } from '#protocol/web/session.ts'
import type { Client } from '../../support/client.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const PAGE = 'https://shop.example'
const WAY = `${PAGE}/signed-in?from=passport`
const AID = 1003

async function shop(): Promise<TestServer> {
  const server = await createTestServer()
  const { apps, registeredApps } = server.app.services
  const site = await apps.find(1001)
  if (site === undefined) throw new Error('the site is not registered')
  const app = { ...site, aid: AID, name: 'Shop', origins: [PAGE], redirects: [WAY] }
  await registeredApps.insert(app, 0)
  await registeredApps.update({ ...site, redirects: [WAY] })
  server.clock.passSeconds(31)
  return server
}

interface Pkce {
  verifier: string
  challenge: string
}

function makePkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A browser that follows a link of the shop. */
function go(
  client: Client,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${ORIGIN}/passport/web/${hostSignIn.paths.web?.[0]}?${new URLSearchParams({ aid: String(AID), language: 'en', ...query })}`
  return client.send(
    new Request(url, {
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', ...headers },
    }),
  )
}

/** The server of the shop: no cookies, no origin. */
function redeem(
  server: TestServer,
  shown: { auth_code: string; code_verifier: string; redirect_uri?: string },
  aid = AID,
): ReturnType<Client['call']> {
  const call = { redirect_uri: WAY, ...shown }
  return server.client().call(redeemHostCode, call, { aid, origin: null })
}

function codeRequestOf({ challenge }: Pkce): Record<string, string> {
  return { redirect_uri: WAY, code_challenge: challenge, state: 's t&a=te' }
}

async function codeIn(reply: Response): Promise<URL> {
  expect(reply.status).toBe(302)
  const url = new URL(reply.headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(`${PAGE}/signed-in`)
  return url
}

test('speaks the language of the browser where a link names none', async () => {
  const server = await shop()
  const headers = { 'accept-language': 'ja,en;q=0.5' }
  const request = { ...codeRequestOf(makePkce()), language: '' }
  const signIn = await go(server.client(), request, headers)
  expect(signIn.headers.get('location')).toMatch(/^\/ja\/login\?.*language%3Dja/)
  const wrong = { ...request, redirect_uri: `${PAGE}/elsewhere` }
  const refused = await go(server.client(), wrong, headers)
  expect(await refused.text()).toContain('<html lang="ja">')
})

test('redirects to the embedding page with an exchange code', async () => {
  const server = await shop()
  const { client } = await server.person()
  const pkce = makePkce()
  const { searchParams } = await codeIn(await go(client, codeRequestOf(pkce)))
  expect(Object.fromEntries(searchParams)).toMatchObject({
    from: 'passport',
    state: 's t&a=te',
    iss: ORIGIN,
  })
  const auth_code = searchParams.get('code') ?? ''
  const { data, headers } = await redeem(server, { auth_code, code_verifier: pkce.verifier })
  expect(data).toMatchObject({ app_id: AID, has_password: 1, iss: ORIGIN, session_key: '' })
  expect(data.sec_user_id).toMatch(/^su_/)
  expect(headers.getSetCookie().join()).not.toContain('sessionid')
  const again = await redeem(server, { auth_code, code_verifier: pkce.verifier })
  expect(again.error).toBe('host_code_invalid')
})

test('asks for a sign-in first, and then continues', async () => {
  const server = await shop()
  const pkce = makePkce()
  const { client } = await server.person()
  const reply = await go(server.client(), { ...codeRequestOf(pkce), language: 'ja' })
  expect(reply.status).toBe(302)
  const login = new URL(reply.headers.get('location') ?? '', ORIGIN)
  expect(login.origin + login.pathname).toBe(`${ORIGIN}/ja/login`)
  const next = new URL(login.searchParams.get('next') ?? '', ORIGIN)
  expect(next.origin).toBe(ORIGIN)
  await codeIn(await go(client, Object.fromEntries(next.searchParams)))
})

test('leaves a popup connected with its opener when its form is sent before any script', async () => {
  const server = await shop()
  const { email, password } = await server.person()
  const policyAfter = async (opener: string, typed: string): Promise<string | null> => {
    const login = await go(server.client(), {
      ...codeRequestOf(makePkce()),
      opener_origin: opener,
    })
    const referer = new URL(login.headers.get('location') ?? '', ORIGIN).href
    const fields = { account: email, password: typed }
    const reply = await server.client().form('/form/login', fields, { referer })
    return reply.headers.get('cross-origin-opener-policy')
  }
  expect(await policyAfter(PAGE, password)).toBe('unsafe-none')
  expect(await policyAfter(PAGE, 'wrong')).toBe('unsafe-none')
  expect(await policyAfter('https://stranger.example', password)).toBe('same-origin-allow-popups')
})

test('posts the code of a popup only to the page that opened it', async () => {
  const server = await shop()
  const { client } = await server.person()
  const wish = codeRequestOf(makePkce())
  const reply = await go(client, { ...wish, opener_origin: PAGE })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  expect(reply.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*script-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'$/,
  )
  const page = await reply.text()
  expect(page).toContain('data-opener="https://shop.example"')
  expect(page).toContain('data-state="s t&amp;a=te"')
  for (const opener_origin of [ORIGIN, 'https://evil.example', `${PAGE}/`, 'null', '*']) {
    const refused = await go(client, { ...wish, opener_origin })
    expect([refused.status, refused.headers.get('location')], opener_origin).toEqual([400, null])
  }
})

test.each([
  'https://evil.example/',
  `${WAY}&more=1`,
  `${PAGE}/signed-in`,
  `${WAY}#x`,
  ` ${WAY}`,
  'javascript:alert(1)',
  '',
])('does not redirect to the unregistered %j', async (redirect_uri) => {
  const server = await shop()
  const { client } = await server.person()
  const wish = { ...codeRequestOf(makePkce()), redirect_uri }
  const reply = await go(client, wish)
  expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  expect(await reply.text()).toContain('not set up to sign people in')
  const { code_challenge = '', state } = codeRequestOf(makePkce())
  const call = { redirect_uri: redirect_uri || 'nowhere', code_challenge, state }
  expect((await client.call(hostCode, call)).error).toBe('redirect_mismatch')
})

test('rejects a request without a code challenge, or with a plain one', async () => {
  const server = await shop()
  const { client } = await server.person()
  const wish = codeRequestOf(makePkce())
  for (const wrong of [
    { code_challenge: '' },
    { code_challenge: 'short' },
    { code_challenge_method: 'plain' },
    { state: 'x'.repeat(513) },
  ]) {
    const reply = await go(client, { ...wish, ...wrong })
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
  }
})

test('issues a code to a page of the same site without redirect', async () => {
  const server = await shop()
  const { client, userId } = await server.person()
  const { challenge, verifier } = makePkce()
  const wish = { redirect_uri: WAY, code_challenge: challenge, state: 'abc' }
  const { data } = await client.call(hostCode, wish)
  expect(data).toMatchObject({ state: 'abc', iss: ORIGIN })
  const url = new URL(data.redirect_url)
  expect(url.searchParams.get('code')).toBe(data.code)
  const shown = { auth_code: data.code, code_verifier: verifier }
  expect((await redeem(server, shown, 1001)).data.user_id_str).toBe(userId)
  expect((await server.client().call(hostCode, wish)).error).toBe('session_expired')
})

test('binds codes to one minute, application, address and verifier', async () => {
  const server = await shop()
  const { client } = await server.person()
  const { challenge, verifier } = makePkce()
  const give = async (): Promise<string> => {
    const wish = { redirect_uri: WAY, code_challenge: challenge }
    return (await client.call(hostCode, wish)).data.code
  }
  const late = await give()
  server.clock.passSeconds(60)
  const right = { code_verifier: verifier }
  for (const [shown, aid] of [
    [{ ...right, auth_code: late }, 1001],
    [{ ...right, auth_code: await give() }, AID],
    [{ ...right, auth_code: await give(), redirect_uri: `${PAGE}/signed-in` }, 1001],
    [{ code_verifier: makePkce().verifier, auth_code: await give() }, 1001],
    [{ code_verifier: challenge, auth_code: await give() }, 1001],
    [{ ...right, auth_code: 'x'.repeat(43) }, 1001],
  ] as const) {
    expect((await redeem(server, shown, aid)).error).toBe('host_code_invalid')
    // An attempt uses the code up.
    expect((await redeem(server, { ...right, auth_code: shown.auth_code }, 1001)).error).toBe(
      'host_code_invalid',
    )
  }
})

test('redeems a code in one of fifty calls', async () => {
  const server = await shop()
  const { client } = await server.person()
  const { challenge, verifier } = makePkce()
  const { data } = await client.call(hostCode, { redirect_uri: WAY, code_challenge: challenge })
  const shown = { auth_code: data.code, code_verifier: verifier }
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(server, shown, 1001)))
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('invalidates a code with its session', async () => {
  const server = await shop()
  const { client } = await server.person()
  const { challenge, verifier } = makePkce()
  const { data } = await client.call(hostCode, { redirect_uri: WAY, code_challenge: challenge })
  await client.call(logout, {})
  const shown = { auth_code: data.code, code_verifier: verifier }
  expect((await redeem(server, shown, 1001)).error).toBe('host_code_invalid')
})

test('stores codes only as hashes', async () => {
  const server = await shop()
  const { client } = await server.person()
  const { challenge } = makePkce()
  const { data } = await client.call(hostCode, { redirect_uri: WAY, code_challenge: challenge })
  const rows = await server.database.query.selectFrom('tickets').selectAll().execute()
  expect(JSON.stringify(rows)).toContain(challenge)
  expect(JSON.stringify(rows)).not.toContain(data.code)
})

test('asks a signed-in person first if the link says so', async () => {
  const server = await shop()
  const { client } = await server.person()
  const reply = await go(client, { ...codeRequestOf(makePkce()), prompt: 'login' })
  const page = new URL(reply.headers.get('location') ?? '', ORIGIN)
  expect(page.pathname).toBe('/login')
  expect(page.searchParams.get('prompt')).toBe('login')
  // The page that people return to does not ask again.
  expect(page.searchParams.get('next')).not.toContain('prompt')
})

test('returns the whole e-mail address to the server of an application that may see it', async () => {
  const server = await shop()
  const { client, email } = await server.person()
  const emailTold = async (): Promise<unknown> => {
    const pkce = makePkce()
    const { searchParams } = await codeIn(await go(client, codeRequestOf(pkce)))
    const auth_code = searchParams.get('code') ?? ''
    return (await redeem(server, { auth_code, code_verifier: pkce.verifier })).data.email
  }
  expect(await emailTold()).toContain('***')
  await typeCommand(server, ['app', 'set', String(AID), 'share_email=on'])
  server.clock.passSeconds(31)
  expect(await emailTold()).toBe(email)
})
