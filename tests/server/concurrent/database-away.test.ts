import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { pathsOf } from '#protocol/endpoint.ts'
import type { Family } from '#protocol/families.ts'
import { formEndpoints } from '#protocol/index.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../server/lib/clock.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { addToken, adminClient } from '../../support/admin-api.ts'
import { createConsoleServer, signInOperator } from '../../support/console.ts'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import { createLosableDatabase, type LosableDatabase } from '../../support/take-database-away.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'
import { expectCause } from '../../support/trace.ts'
import { namedEndpoints, wellFormedFields } from '../../support/valid-calls.ts'

let losable: LosableDatabase | undefined
afterEach(() => losable?.close())

const settings = { CALLS_PER_ADDRESS_10S: '1000000', CLIENT_REGISTRATION: 'token' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** A line of the log. */
interface Line {
  msg?: string
  operation?: string
  error?: number
  logId?: string
}

/** A request, and the operation that the log names. */
type Sent = [operation: string, path: string, init?: RequestInit]

function post(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  const body = new URLSearchParams(fields)
  return { method: 'POST', headers: { ...form, ...headers }, body }
}

/** A call of each family that needs the database whatever is sent. */
function callsOfEachFamily(): Sent[] {
  const families = new Map<Family, Sent>()
  for (const { endpoint } of namedEndpoints) {
    if (endpoint.session !== 'required') continue
    for (const { family, path } of pathsOf(endpoint)) {
      const [method = 'POST'] = endpoint.methods
      const init = method === 'GET' ? {} : post({})
      if (endpoint.body !== 'form' || path.includes(':') || families.has(family)) continue
      families.set(family, [endpoint.operation, `${path}?aid=1001`, init])
    }
  }
  return [...families.values()]
}

/** Every path at which clients of others and their people call, with fields that are well-formed. */
function callsOfClients(): Sent[] {
  return namedEndpoints
    .filter(({ group }) => group.startsWith('open'))
    .flatMap(({ endpoint }) =>
      pathsOf(endpoint).map(({ path }): Sent => {
        const fields = wellFormedFields(endpoint, fieldsOfClients) as Record<string, string>
        const [method = 'POST'] = endpoint.methods
        const query = new URLSearchParams({ aid: '1001', ...(method === 'GET' && fields) })
        const init = method === 'GET' ? {} : post(fields)
        return [endpoint.operation, `${path}?${query}`, init]
      }),
    )
}

/** What the calls check before they look anything up. */
const fieldsOfClients = {
  client_key: 'c'.repeat(22),
  client_secret: 's'.repeat(43),
  token: `${'a'.repeat(32)}_sg`,
}

test('every kind of request says that the database is away, logs it and counts it', async () => {
  losable = await createLosableDatabase()
  const metrics = createMetrics()
  const server = await createTestServer({ database: losable.database, metrics, settings })
  const scope = 'openid profile offline_access'
  const oauthClient = await createOAuthClient(server, { scopes: scope })
  const { client, email, userId } = await server.person()
  const tokens = await signInTo(
    oauthClient,
    client,
    { scope },
    { scopes: ['profile', 'offline_access'] },
  )
  const { address } = await oauthClient.start()
  const { id, secret } = oauthClient
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const asPublic = `Basic ${Buffer.from(`${id}:`).toString('base64')}`
  const bearer = `Bearer ${tokens.access_token}`
  const asked = {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
    token: tokens.access_token,
  }
  const typed = { email, account: email, password: 'seven quiet otters', step: 'send' }
  const captcha = { method: 'POST', headers: json, body: '{"detail":"{}","fp":"verify_away"}' }

  const preflight = { origin: 'https://client.example', 'access-control-request-method': 'POST' }

  const requests: Sent[] = [
    ...callsOfEachFamily(),
    ...callsOfClients(),
    ['user_login', '/passport/web/user/login?aid=1001', post({ account: email, password: 'x' })],
    ['captcha_get', '/captcha/get?aid=1001', captcha],
    ...formEndpoints.map(({ operation, path }): Sent => [operation, path, post(typed)]),
    ['form_authorize', address.replace(ORIGIN, '')],
    ['form_authorize', '/form/authorize'],
    ['form_authorize', `/oauth/authorize?client_id=${id}&response_type=code`],
    ['form_authorize', `/platform/oauth/connect?client_key=${id}`],
    ['form_invitation', '/form/invitation'],
    ['form_not_me', `/form/not-me?event=1&token=${'t'.repeat(43)}`],
    ['form_qr', `/passport/web/scan_qrcode?token=${fieldsOfClients.token}`],
    ['form_identity', '/form/identity'],
    ['form_end_session', '/oauth/logout'],
    ['form_end_session', `/oauth/logout?id_token_hint=x&client_id=${id}`],
    ['oauth_token', '/oauth/token', { method: 'OPTIONS', headers: preflight }],
    ...['par', 'token', 'revoke', 'introspect', 'register'].map((name): Sent => [
      `oauth_${name}`,
      `/oauth/${name}`,
      post(asked, { authorization }),
    ]),
    ['oauth_token', '/oauth/token', post(asked, { authorization: asPublic })],
    ['request', '/oauth/device/code', post({ client_id: id })],
    ['oauth_userinfo', '/oauth/userinfo', { headers: { authorization: bearer } }],
    ['oauth_userinfo', '/oauth/userinfo', post({ access_token: tokens.access_token })],
    ['open_userinfo', `/oauth/userinfo?open_id=x&access_token=${tokens.access_token}`],
    ['request', '/oauth/jwks'],
    ['request', `/avatars/${'a'.repeat(22)}.webp`],
    ['request', `/captcha/link?token=1001.${'t'.repeat(43)}`],
    ['request', '/captcha/link', post({ token: `1001.${'t'.repeat(43)}` })],
    ['request', '/dev/mailbox'],
    ['request', '/dev/mailbox.json'],
  ]
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    await client.send(
      new Request(`${ORIGIN}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          origin: ORIGIN,
          'sec-fetch-site': 'same-origin',
          'x-tt-passport-csrf-token': client.cookies.get('passport_csrf_token') ?? '',
          ...(init.headers as object),
        },
      }),
    )
  const counted = async (): Promise<number> => {
    const { values } = await metrics.calls.get()
    return values
      .filter(({ labels }) => labels.result === 'database_unavailable')
      .reduce((sum, { value }) => sum + value, 0)
  }
  const faults = async (): Promise<number> =>
    (await metrics.faults.get()).values.find(({ labels }) => labels.kind === 'database')?.value ?? 0

  await server.app.services.outboxWorker.idle()
  await losable.takeAway()
  // What was read before is asked for again.
  server.clock.passSeconds(3600)
  const [before, faultsBefore] = [await counted(), await faults()]
  // At once, because each is tried again for seconds.
  const replies = await Promise.all(requests.map(([, path, init]) => send(path, init)))
  for (const [at, [operation, path]] of requests.entries()) {
    const reply = replies[at]
    const text = await reply?.text()
    expect(reply?.status, `${path}: ${text}`).toBe(503)
    expect(reply?.headers.get('retry-after'), path).toBe('2')
    expect(text).not.toMatch(/ECONN|sqlite|disk I\/O/i)
    const logId = reply?.headers.get('x-tt-logid')
    const lines = server.lines
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.logId === logId)
    expect(
      lines.map(({ msg }) => msg),
      path,
    ).toEqual(['fault', 'call'])
    expect(lines[1], path).toMatchObject({ error: 8504 })
    for (const line of lines) expect(line.operation).toMatch(new RegExp(`${operation}$`))
  }
  expect((await counted()) - before).toBe(requests.length)
  // Background work may meet one, too.
  expect((await faults()) - faultsBefore).toBeGreaterThanOrEqual(requests.length)

  // These need no database, or say in words of their own that it is away.
  const others: [status: number, path: string, init?: RequestInit][] = [
    [200, '/healthz'],
    [503, '/readyz'],
    [200, '/.well-known/openid-configuration'],
    [302, '/.well-known/change-password'],
    [200, '/device'],
    [404, '/account-setting?__loader=root&__ssrDirect=true'],
    [200, '/v1/user/webid', { method: 'POST', headers: json, body: '{"app_id":1001}' }],
    [200, '/v1/list', { method: 'POST', headers: json, body: '[{"events":[{"event":"a"}]}]' }],
    [200, '/captcha/siteverify', post({ secret: `1001.${'s'.repeat(43)}`, response: 'r' })],
  ]
  for (const [status, path, init] of others) {
    expect((await send(path, init)).status, path).toBe(status)
  }

  for (const page of ['/account-setting', '/ja/account-setting/components/dashboard']) {
    const reply = await send(`${page}?__loader=account-setting&__ssrDirect=true`)
    expect([reply.status, reply.headers.get('retry-after')], page).toEqual([503, '2'])
  }

  await losable.giveBack()
  const loaded = await send('/account-setting?__loader=account-setting&__ssrDirect=true')
  expect(await loaded.text()).toContain(userId)
  expect((await client.call(accountInfo, {})).data.user_id_str).toBe(userId)
  expect((await oauthClient.refresh(asked.refresh_token)).access_token).not.toBe('')
})

test('console and admin API say that the database is away, log it and count it', async () => {
  losable = await createLosableDatabase()
  const metrics = createMetrics()
  const server = await createConsoleServer({ database: losable.database, metrics })
  const operator = await signInOperator(server, 'owner')
  const call = adminClient(server, (await addToken(server)).text)
  await server.settled()
  await losable.takeAway()
  for (const language of ['en', 'ja'] as const) {
    const page = await operator.get('/people', { 'accept-language': language })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(page.text).toContain(errorMessages[language].database_unavailable)
  }
  expect((await operator.send('/people', { act: 'add' })).status).toBe(503)
  const { status, headers } = await call('GET', '/users')
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  const lines = server.lines.map((line) => JSON.parse(line) as Line)
  const ofCall = lines.filter(({ logId }) => logId === headers.get('x-tt-logid'))
  expect(ofCall.map(({ msg }) => msg)).toEqual(['fault', 'admin call'])
  const faults = (await metrics.faults.get()).values.filter(({ value }) => value > 0)
  expect(faults.map(({ labels }) => labels.kind)).toEqual(['database'])
  await losable.giveBack()
  expect((await operator.get('/people')).status).toBe(200)
  expect((await call('GET', '/users')).status).toBe(200)
})

test('background work logs that the database is away, counts it and goes on later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  losable = await createLosableDatabase()
  const metrics = createMetrics()
  const server = await createTestServer({ database: losable.database, metrics })
  await server.person()
  const { mailbox, outboxWorker, telemetry } = server.app.services
  const report = { aid: 1001, kind: 'event', name: 'away' }
  const linesOf = (operation: string): string[] =>
    server.lines.filter((line) => line.includes('"fault"') && line.includes(`"${operation}"`))
  await server.settled()
  await losable.takeAway()
  telemetry.count(report)
  outboxWorker.wake()
  vi.advanceTimersByTime(MINUTE_MS)
  for (const operation of ['cleanup', 'telemetry', 'outbox']) {
    await expect.poll(() => linesOf(operation), { timeout: 20_000 }).not.toEqual([])
  }
  const faults = (await metrics.faults.get()).values.filter(({ value }) => value > 0)
  expect(faults.map(({ labels }) => labels.kind)).toEqual(['database'])

  await losable.giveBack()
  expect(await mailbox.list(1)).not.toEqual([])
  server.clock.passSeconds((2 * DAY_MS) / SECOND_MS)
  telemetry.count(report)
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(MINUTE_MS)
      return await mailbox.list(1)
    })
    .toEqual([])
  await server.settled()
  expect((await telemetry.since('2000-01-01')).map(({ name }) => name)).toContain('away')
  const { email } = await server.person()
  expect(await server.mail(email)).not.toEqual([])
})

test('keeps for support what was refused while it was away', async () => {
  losable = await createLosableDatabase()
  const server = await createTestServer({ database: losable.database })
  await server.person({ email: 'ann@example.com' })
  await losable.takeAway()
  const client = server.client()
  const answer = await client.call(passwordLogin, { email: 'ann@example.com', password: 'wrong' })
  expect(answer.error).toBe('database_unavailable')
  await expect(server.app.services.attempts.flush()).rejects.toThrow()
  await losable.giveBack()
  await expectCause(server, answer, 'the server was at fault or busy', 'ann@example.com')
})
