import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { listSessions } from '#protocol/web/session.ts'
import type { Answer } from '../../support/client.ts'
import { answer, poll, scan, setApp, showCode } from '../../support/qr.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

test('signs in a desktop that a phone confirms, once', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  expect((await desktop.poll()).data.status).toBe('new')
  const scanned = await scan(phone, desktop.scanToken)
  expect(scanned.data).toMatchObject({
    status: 'scanned',
    client: { ip_city: '127.0.0.…', user_agent: 'Firefox on Windows' },
    app_name: 'Sable',
    next_origin: ORIGIN,
  })
  const seen = await desktop.poll()
  expect(seen.data).toMatchObject({
    status: 'scanned',
    scan_app_id: 1001,
    scan_user_info: { screen_name: 'p***' },
  })
  expect(JSON.stringify(seen.data)).not.toContain(phone.email)
  expect((await answer(phone, desktop.scanToken)).data.status).toBe('confirmed')
  const done = await desktop.poll()
  expect(done.data).toMatchObject({
    status: 'confirmed',
    user_data: { user_id_str: phone.userId },
  })
  expect((await desktop.client.call(accountInfo, {})).data.user_id_str).toBe(phone.userId)
  const late = await desktop.poll()
  expect(late.data).toMatchObject({ status: 'expired', sub_status: 'utilised' })
  expect(late.data.token).toBeUndefined()
})

test('draws a token for the phone that differs from that of the desktop', async () => {
  const server = await createTestServer()
  const { first, token, client } = await showCode(server)
  const { data, info } = await sharp(Buffer.from(String(first.data.qrcode), 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const text = decodeQR({ data, width: info.width, height: info.height })
  expect(text).toBe(first.data.qrcode_index_url)
  expect(text.startsWith(`${ORIGIN}/passport/web/scan_qrcode?`)).toBe(true)
  expect(text).not.toContain(token)
  expect(token).toMatch(/^[0-9a-f]{32}_sg$/)
  expect(first.data).toMatchObject({ interval: 2000, web_name: 'Sable' })
  expect(first.data.expire_time).toBe(Math.floor(server.clock.now() / 1000) + 180)
  const seen = new URL(text).searchParams.get('token') ?? ''
  expect((await poll(server, client, seen)).error).toBe('qr_unknown')
})

test('returns names to the web and digits to sso and root paths', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  for (const family of ['sso', 'root'] as const) {
    const client = server.client()
    const shown = await client.call(getQrcode, {}, { family, method: 'GET' })
    const token = shown.data.token
    const status: unknown[] = []
    const look = async (): Promise<void> => {
      server.clock.passSeconds(1)
      const { data } = await client.call(checkQrconnect, { token }, { family, method: 'GET' })
      status.push([data.status, data.sub_status])
    }
    await look()
    await phone.client.call(scanQrcode, { token }, { family: 'sso' })
    await look()
    const confirmed = await phone.client.call(confirmQrcode, { token }, { family: 'sso' })
    expect(confirmed.data.status).toBe('3')
    await look()
    await look()
    expect(status).toEqual([
      ['1', undefined],
      ['2', undefined],
      ['3', undefined],
      ['5', 'utilised'],
    ])
  }
})

test('rejects everything after a refusal', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  expect((await answer(phone, desktop.scanToken, 'refuse')).data.status).toBe('refused')
  expect((await answer(phone, desktop.scanToken)).error).toBe('qr_used')
  expect((await scan(phone, desktop.scanToken)).error).toBe('qr_used')
  const { data } = await desktop.poll()
  expect(data).toMatchObject({ status: 'refused', sub_status: 'refused' })
  expect(data.token).toBeUndefined()
  const events = await server.app.services.events.list(phone.userId, { offset: 0, limit: 9 })
  expect(events.list.map(({ kind }) => kind)).toContain('qr_refused')
})

test('requires a scan by the same account before a confirmation', async () => {
  const server = await createTestServer()
  const [ann, bob] = [await server.person(), await server.person()]
  const { scanToken } = await showCode(server)
  expect((await answer(ann, scanToken)).error).toBe('qr_not_yours')
  await scan(ann, scanToken)
  expect((await scan(ann, scanToken)).data.status).toBe('scanned')
  expect((await scan(bob, scanToken)).error).toBe('qr_not_yours')
  expect((await answer(bob, scanToken)).error).toBe('qr_not_yours')
  expect((await answer(ann, scanToken)).error).toBeUndefined()
  expect((await answer(ann, scanToken)).error).toBe('qr_used')
})

test('rejects unknown codes, and requires a session on the phone', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const { scanToken } = await showCode(server)
  for (const token of [`${'0'.repeat(32)}_sg`, 'x', scanToken.toUpperCase(), "' or 1=1"]) {
    expect((await scan(phone, token)).error).toBe('qr_unknown')
    expect((await answer(phone, token)).error).toBe('qr_unknown')
    expect((await poll(server, server.client(), token)).error).toBe('qr_unknown')
  }
  const nobody = server.client()
  expect((await nobody.call(scanQrcode, { token: scanToken })).error).toBe('session_expired')
  expect((await nobody.call(confirmQrcode, { token: scanToken })).error).toBe('session_expired')
})

test('rejects fast polls, and keeps the code', async () => {
  const server = await createTestServer()
  const desktop = await showCode(server)
  expect((await desktop.poll()).data.status).toBe('new')
  const fast = await desktop.client.call(checkQrconnect, { token: desktop.token })
  expect(fast.body).toMatchObject({ error_code: 7, data: { retry_after: 1 } })
  expect((await desktop.poll()).data.status).toBe('new')
})

test('expires after three minutes and brings one new code', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  server.clock.passSeconds(178)
  expect((await desktop.poll()).data.status).toBe('new')
  server.clock.passSeconds(1)
  expect((await scan(phone, desktop.scanToken)).error).toBe('qr_expired')
  const { data } = await desktop.poll()
  expect(data).toMatchObject({ status: 'expired', sub_status: 'expired' })
  expect(data.token).not.toBe(desktop.token)
  expect(data.expire_time).toBe(Math.floor(server.clock.now() / 1000) + 180)
  expect((await desktop.poll()).data.token).toBeUndefined()
  const token = String(data.token)
  await scan(phone, token)
  await answer(phone, token)
  expect((await poll(server, desktop.client, token)).data.status).toBe('confirmed')
})

test('extends the code by a minute after the scan, and leaves a minute to fetch the result', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const slow = await showCode(server)
  server.clock.passSeconds(179)
  await scan(phone, slow.scanToken)
  server.clock.passSeconds(59)
  expect((await slow.poll()).data.status).toBe('scanned')
  server.clock.passSeconds(1)
  expect((await answer(phone, slow.scanToken)).error).toBe('qr_expired')

  const left = await showCode(server)
  await scan(phone, left.scanToken)
  await answer(phone, left.scanToken)
  server.clock.passSeconds(60)
  expect((await left.poll()).data.status).toBe('expired')
  expect(left.client.cookies.has('sessionid')).toBe(false)
})

test('returns the result only to the browser that showed the code', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  const thief = server.client()
  expect((await poll(server, thief, desktop.token)).error).toBe('qr_unknown')
  expect((await desktop.poll()).data.status).toBe('confirmed')
  const cookie = desktop.first.headers.getSetCookie().find((line) => line.startsWith('qr_bind='))
  expect(cookie).toContain('HttpOnly')
})

test('accepts polls of clients without cookies, unless the application refuses', async () => {
  const server = await createTestServer()
  const program = async (
    endpoint: typeof getQrcode | typeof checkQrconnect,
    fields = '',
  ): Promise<Response> =>
    await server.fetch(
      new Request(
        `${ORIGIN}${endpoint.paths.sso?.[0] === 'get_qrcode' ? '/get_qrcode/' : '/check_qrconnect/'}?aid=1001&${fields}`,
      ),
    )
  const ask = async (): Promise<string> => {
    const reply = await program(getQrcode)
    return ((await reply.json()) as { data: { token: string } }).data.token
  }
  const token = await ask()
  const polled = (await (await program(checkQrconnect, `token=${token}`)).json()) as Answer['body']
  expect(polled.data.status).toBe('1')
  // In a browser of somebody else, it would sign them in to this account.
  expect((await poll(server, server.client(), token)).error).toBe('qr_unknown')

  await setApp(server, { qr_programs: 'refuse' })
  const bound = await ask()
  const refused = (await (await program(checkQrconnect, `token=${bound}`)).json()) as Answer['body']
  expect(refused.error_code).toBe(8301)
})

test('limits a device to five open codes', async () => {
  const server = await createTestServer()
  const client = server.client()
  for (let shown = 0; shown < 5; shown++) await showCode(server, client)
  const sixth = await client.call(getQrcode, {})
  expect(sixth.body).toMatchObject({ error_code: 7, data: { retry_after: 180 } })
  await showCode(server)
  server.clock.passSeconds(180)
  await showCode(server, client)
})

test('creates one session for a hundred concurrent polls', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  server.clock.passSeconds(1)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      desktop.client.call(checkQrconnect, { token: desktop.token }),
    ),
  )
  const confirmed = answers.filter(({ data }) => data.status === 'confirmed')
  expect(confirmed).toHaveLength(1)
  expect((await phone.client.call(listSessions, {})).data.total).toBe(2)
})

test('gives the code to one of two phones that scan at once', async () => {
  const server = await createTestServer()
  const people = [await server.person(), await server.person()]
  const desktop = await showCode(server)
  const scans = await Promise.all(
    people.map((person) => retryWhileBusy(() => scan(person, desktop.scanToken))),
  )
  expect(new Set(scans.map(({ error }) => error))).toEqual(new Set(['qr_not_yours', undefined]))
  const answers = await Promise.all(
    people.map((person) => retryWhileBusy(() => answer(person, desktop.scanToken))),
  )
  const owner = scans.findIndex(({ error }) => error === undefined)
  const [wins, loses] = owner === 0 ? answers : answers.toReversed()
  expect(wins?.error).toBeUndefined()
  expect(['qr_not_yours', 'qr_used']).toContain(loses?.error)
  expect((await desktop.poll()).data.user_data).toMatchObject({
    user_id_str: people[owner]?.userId,
  })
})

test('accepts either a confirmation or a refusal at once', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      answer(phone, desktop.scanToken, at % 2 === 0 ? 'confirm' : 'refuse'),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('requires the number on the screen if the application says so', async () => {
  const server = await createTestServer()
  await setApp(server, { qr_number_match: true })
  const phone = await server.person()
  for (const isRight of [true, false]) {
    const desktop = await showCode(server)
    const shown = Number(desktop.first.data.match_number)
    const { data } = await scan(phone, desktop.scanToken)
    const numbers = String(data.numbers).split(',').map(Number)
    expect(new Set(numbers).size).toBe(3)
    expect(numbers).toContain(shown)
    const number = numbers.find((one) => (one === shown) === isRight)
    const token = desktop.scanToken
    await phone.client.call(confirmQrcode, { token, number })
    expect((await desktop.poll()).data.status).toBe(isRight ? 'confirmed' : 'refused')
  }
})

test('notifies the owner by mail and as security event', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  await desktop.poll()
  const [notice] = await server.mail(phone.email)
  expect(notice?.subject).toContain('new device')
  expect(notice?.body).toContain('Firefox on Windows')
  const events = await server.app.services.events.list(phone.userId, { offset: 0, limit: 9 })
  expect(events.list.map(({ kind }) => kind)).toContain('qr_confirmed')
})

test('replaces the session of the desktop', async () => {
  const server = await createTestServer()
  const phone = await server.person()
  const other = await server.person()
  const before = other.client.cookies.get('sessionid')
  const desktop = await showCode(server, other.client)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  await desktop.poll()
  expect(other.client.cookies.get('sessionid')).not.toBe(before)
  const login = await other.client.call(passwordLogin, {
    email: other.email,
    password: other.password,
  })
  expect(login.error).toBeUndefined()
})

test('adds the data scheme to pictures if the application requires it', async () => {
  const server = await createTestServer()
  await setApp(server, { qr_data_uri: true })
  const { first } = await showCode(server)
  expect(first.data.qrcode).toMatch(/^data:image\/png;base64,iVBOR/)
})

test('redirects only to allowed origins', async () => {
  const server = await createTestServer()
  await setApp(server, {}, ['https://app.example.com/in'])
  const phone = await server.person()
  for (const [next, expected] of [
    ['/account-setting?tab=2', '/account-setting?tab=2'],
    ['https://app.example.com/in?a=1', 'https://app.example.com/in?a=1'],
    ['https://app.example.com/other', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['https://user:pw@localhost:4321/', '/'],
    [`${ORIGIN}.evil.example/`, '/'],
  ] as const) {
    for (const field of ['next', 'service'] as const) {
      const client = server.client()
      const shown = await client.call(getQrcode, { [field]: next })
      const token = shown.data.token
      const { data } = await scan(phone, token)
      expect(data.next_origin, next).toBe(new URL(expected, ORIGIN).origin)
      await answer(phone, token)
      expect((await poll(server, client, token)).data.redirect_url, next).toBe(expected)
    }
  }
})
