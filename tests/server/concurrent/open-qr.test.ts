import { expect, test } from 'vitest'
import {
  checkOpenQrcode,
  confirmOpenQrcode,
  getOpenQrcode,
  scanOpenQrcode,
} from '#protocol/web/open-qr.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { checkQrconnect, confirmQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { readAnswer, type Answer, type Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import {
  createOAuthClient,
  ledTo,
  open,
  REDIRECT,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { setApp } from '../../support/qr.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const SCREEN = '198.51.100.7'
const byServer = { origin: null }

interface Shown {
  oauthClient: OAuthClient
  started: StartedRequest
  /** Server of the client, which shows the code and polls. */
  screen: Client
  first: Answer
  token: string
  /** Address in the QR code. */
  address: string
  scanToken: string
  poll(): Promise<Answer>
}

async function show(
  server: TestServer,
  {
    isPublic = false,
    redirect = REDIRECT,
    more = {},
  }: { isPublic?: boolean; redirect?: string; more?: Record<string, string> } = {},
): Promise<Shown> {
  const oauthClient = await createOAuthClient(server, { isPublic, redirect })
  const started = await oauthClient.start()
  const { searchParams } = new URL(started.address)
  const screen = server.client(SCREEN)
  const request = {
    client_key: oauthClient.id,
    redirect_uri: redirect,
    scope: 'openid,profile,email',
    state: started.state,
    nonce: started.nonce,
    code_challenge: searchParams.get('code_challenge') ?? '',
    code_challenge_method: 'S256',
    ...more,
  }
  const first = await screen.call(getOpenQrcode, request, byServer)
  expect(first.error).toBeUndefined()
  const token = first.data.token
  const address = first.data.scan_qrcode_url
  return {
    oauthClient,
    started,
    screen,
    first,
    token,
    address,
    scanToken: new URL(address).searchParams.get('token') ?? '',
    poll: async () => {
      server.clock.passSeconds(1)
      const secret = oauthClient.secret === undefined ? {} : { client_secret: oauthClient.secret }
      return await screen.call(
        checkOpenQrcode,
        { client_key: oauthClient.id, token, ...secret },
        byServer,
      )
    },
  }
}

test('grants a client the scopes that a phone allows', async () => {
  const server = await createTestServer()
  const { client: phone } = await server.person()
  const shown = await show(server, { more: { client_ticket: 'mine' } })
  expect(shown.first.data).toMatchObject({ app_name: 'Harbour', client_ticket: 'mine' })
  expect((await shown.poll()).data).toMatchObject({ status: 'to_scan', client_ticket: 'mine' })

  const scanned = await phone.call(scanOpenQrcode, { token: shown.scanToken })
  expect(scanned.data).toMatchObject({
    status: 'scanned',
    client: { name: 'Harbour', verified: 0, host: 'app.example.com', ip_city: '198.51.100.…' },
    scopes: [{ scope: 'openid' }, { scope: 'profile' }, { scope: 'email' }],
  })
  expect((await shown.poll()).data.status).toBe('scanned')
  const confirmed = await phone.call(confirmOpenQrcode, {
    token: shown.scanToken,
    scopes: 'profile,phone',
  })
  expect(confirmed.data.status).toBe('confirmed')

  const { data } = await shown.poll()
  expect(data).toMatchObject({ status: 'confirmed', scopes: 'openid,profile' })
  const tokens = await shown.oauthClient.exchange(shown.started, String(data.redirect_url))
  expect(tokens.scope).toBe('openid profile')
  expect((await shown.poll()).data).toMatchObject({ status: 'expired', sub_status: 'utilised' })
})

test('issues a code that needs the client’s verifier', async () => {
  const server = await createTestServer()
  const { client: phone } = await server.person()
  const shown = await show(server, { isPublic: true })
  await phone.call(scanOpenQrcode, { token: shown.scanToken })
  await phone.call(confirmOpenQrcode, { token: shown.scanToken, scopes: 'email' })
  const { data } = await shown.poll()
  const thief = { ...shown.started, verifier: 'x'.repeat(43) }
  await expect(shown.oauthClient.exchange(thief, String(data.redirect_url))).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test.each([[{ action: 'refuse', scopes: 'email' }], [{ action: 'allow', scopes: '' }]] as const)(
  'reports a refusal to the client: %j',
  async (answer) => {
    const server = await createTestServer()
    const { client: phone } = await server.person()
    const shown = await show(server)
    await phone.call(scanOpenQrcode, { token: shown.scanToken })
    const { data } = await phone.call(confirmOpenQrcode, { token: shown.scanToken, ...answer })
    expect(data.status).toBe('refused')
    expect((await shown.poll()).data).toMatchObject({ status: 'refused', sub_status: 'refused' })
  },
)

test('belongs to the first account that scans it', async () => {
  const server = await createTestServer()
  const [ann, bo] = [await server.person(), await server.person()]
  const { scanToken: token } = await show(server)
  await ann.client.call(scanOpenQrcode, { token })
  expect((await bo.client.call(scanOpenQrcode, { token })).error).toBe('qr_not_yours')
  const stolen = await bo.client.call(confirmOpenQrcode, { token, scopes: 'email' })
  expect(stolen.error).toBe('qr_not_yours')
  const taps = await Promise.all(
    Array.from({ length: 4 }, () => ann.client.call(confirmOpenQrcode, { token, scopes: 'email' })),
  )
  expect(taps.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('is polled by the client with its secret, or by the browser that shows it', async () => {
  const server = await createTestServer()
  const shown = await show(server)
  const other = server.client()
  const poll = (client: Client, more: object = {}) =>
    client.call(
      checkOpenQrcode,
      { client_key: shown.oauthClient.id, token: shown.token, ...more },
      byServer,
    )
  expect((await poll(other)).error).toBe('qr_unknown')
  expect((await poll(other, { client_secret: 'wrong' })).error).toBe('client_secret_error')
  expect((await poll(other, { client_key: 'c_other' })).error).toBe('qr_unknown')
  expect((await poll(shown.screen)).data.status).toBe('to_scan')
  const foreign = await other.call(
    checkOpenQrcode,
    { client_key: shown.oauthClient.id, token: shown.token },
    { origin: 'http://localhost:4322', aid: 1002 },
  )
  expect(foreign.error).toBe('csrf_error')
})

test('answers at the older paths, without aid', async () => {
  const server = await createTestServer()
  const shown = await show(server)
  server.clock.passSeconds(1)
  const query = new URLSearchParams({
    client_key: shown.oauthClient.id,
    client_secret: shown.oauthClient.secret ?? '',
    token: shown.token,
  })
  const reply = await server.fetch(new Request(`${ORIGIN}/oauth/check_qrcode?${query}`))
  expect((await readAnswer(reply)).error).toBe('open_request_invalid')
  const body = await server.fetch(
    new Request(`${ORIGIN}/oauth/check_qrcode`, { method: 'POST', body: query }),
  )
  expect((await readAnswer(body)).data.status).toBe('new')
})

test('cannot be used to sign in by the QR endpoints of sign-in', async () => {
  const server = await createTestServer()
  const { client: phone } = await server.person()
  const shown = await show(server)
  expect((await phone.call(scanQrcode, { token: shown.scanToken })).error).toBe('qr_unknown')
  await phone.call(scanOpenQrcode, { token: shown.scanToken })
  expect((await phone.call(confirmQrcode, { token: shown.scanToken })).error).toBe('qr_unknown')
  await phone.call(confirmOpenQrcode, { token: shown.scanToken, scopes: 'email' })
  server.clock.passSeconds(1)
  expect((await shown.screen.call(checkQrconnect, { token: shown.token })).error).toBe('qr_unknown')
})

test('rejects another number than the one on the screen', async () => {
  const server = await createTestServer()
  await setApp(server, { qr_number_match: true })
  const { client: phone } = await server.person()
  const shown = await show(server)
  const right = Number(shown.first.data.match_number)
  const { data } = await phone.call(scanOpenQrcode, { token: shown.scanToken })
  const numbers = String(data.numbers).split(',').map(Number)
  expect(numbers).toContain(right)
  const number = numbers.find((one) => one !== right)
  const answer = { token: shown.scanToken, scopes: 'email', number }
  expect((await phone.call(confirmOpenQrcode, answer)).data.status).toBe('refused')
})

test('asks on a page of the phone, which works without JavaScript', async () => {
  const server = await createTestServer()
  const { client: phone, email } = await server.person()
  const shown = await show(server)
  const link = await phone.send(
    new Request(shown.address, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    }),
  )
  expect(await link.text()).toContain('You followed a link')
  expect((await shown.poll()).data.status).toBe('to_scan')

  const page = await (await open(phone, shown.address)).text()
  for (const text of ['app.example.com', '198.51.100.…', email, 'has checked who it belongs to']) {
    expect(page).toContain(text)
  }
  const token = shown.scanToken
  const fields = { token, action: 'allow', allow_email: '1' }
  const done = await phone.form('/form/qr-consent', fields)
  expect(await done.text()).toContain('The device is being signed in')
  expect((await shown.poll()).data.scopes).toBe('openid,email')

  const { address } = await show(server)
  const login = new URL((await open(server.client(), address)).headers.get('location') ?? '')
  expect(login.searchParams.get('next')).toContain('/passport/web/open/qrcode/scan?')
})

test('does not describe a client on another device as one on the phone', async () => {
  const server = await createTestServer()
  const { client: phone } = await server.person()
  const shown = await show(server, { isPublic: true, redirect: 'http://127.0.0.1/callback' })
  const page = await (await open(phone, shown.address)).text()
  expect(page).toContain('nobody here has checked')
  expect(page).not.toContain('this computer')
})

test('leads the phone to the proof that an organization wants, and back to the code', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const rules = { programs: 'allow', second_verification: 'always' } as const
  const { id, person } = await company.join()
  const { client: phone, email, password } = person
  await phone.call(passwordLogin, { email, password })
  expect((await company.manager.call(updatePolicy, rules)).error).toBeUndefined()
  const shown = await show(server)
  await open(phone, shown.address)
  const fields = {
    token: shown.scanToken,
    action: 'allow',
    allow_profile: '1',
    user_identity_id: id,
    language: 'en',
  }
  const refused = await phone.form('/form/qr-consent', fields)
  const wanted = new URL(ledTo(refused) ?? '', ORIGIN)
  expect(wanted.pathname).toBe('/form/level')
  expect((await shown.poll()).data.status).toBe('scanned')

  server.clock.passSeconds(60)
  const asked = { ...Object.fromEntries(wanted.searchParams), language: 'en', send: '1' }
  const page = await (await phone.form('/form/level', asked)).text()
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const code = await server.codeFor(email)
  const proved = await phone.form('/form/level', { ...asked, ticket, code })
  const back = new URL(ledTo(proved) ?? '', ORIGIN)
  expect(back.searchParams.get('token')).toBe(shown.scanToken)
  expect(await (await open(phone, back.href)).text()).toContain('name="user_identity_id"')
  const done = await phone.form('/form/qr-consent', fields)
  expect(await done.text()).toContain('The device is being signed in')
  expect((await shown.poll()).data.status).toBe('confirmed')
})
