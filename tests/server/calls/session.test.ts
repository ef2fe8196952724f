import { expect, test } from 'vitest'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import {
  listSessions,
  logout,
  renameSession,
  revokeSession,
  tokenBeat,
} from '#protocol/web/session.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const DAY_SECONDS = 86_400
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'

test('ends the session and deletes the cookies', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const token = client.cookies.get('sessionid') ?? ''
  expect((await client.call(logout, {})).data.redirect_url).toBe('/')
  expect(client.cookies.has('sessionid')).toBe(false)
  expect(client.cookies.has('uid_tt')).toBe(false)
  client.cookies.set('sessionid', token)
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('deletes no cookie if the session was ended elsewhere: there may be a newer one', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email, password })
  await client.call(logout, { all: 1 })
  const token = phone.cookies.get('sessionid')
  expect(phone.cookies.has('uid_tt')).toBe(true)
  const late = await phone.call(accountInfo, {})
  expect(late.error).toBe('session_expired')
  expect(late.headers.getSetCookie().filter((line) => !line.includes('csrf'))).toEqual([])
  expect(phone.cookies.get('sessionid')).toBe(token)
})

test('restores the hint of the session with the next call that goes well', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const hint = client.cookies.get('uid_tt')
  expect(hint).toMatch(/^su_[\w-]{32}\.[0-9a-f]{16}$/)
  for (const lost of [undefined, '', 'x', `${hint?.slice(0, -16)}${'0'.repeat(16)}`]) {
    if (lost === undefined) client.cookies.delete('uid_tt')
    else client.cookies.set('uid_tt', lost)
    expect((await client.call(accountInfo, {})).error).toBeUndefined()
    expect(client.cookies.get('uid_tt')).toBe(hint)
  }
  const again = await client.call(accountInfo, {})
  expect(again.headers.getSetCookie()).toEqual([])
  await client.call(passwordLogin, { email, password })
  expect(client.cookies.get('uid_tt')).not.toBe(hint)
  // A program keeps no hint, and a browser that signs out gets none back.
  const headers = { [SESSION_HEADER]: client.cookies.get('sessionid') ?? '' }
  const program = await server.client().call(accountInfo, {}, { headers })
  expect(program.headers.getSetCookie().join()).not.toContain('uid_tt')
  client.cookies.delete('uid_tt')
  await client.call(logout, {})
  expect(client.cookies.has('uid_tt')).toBe(false)
})

test('ends every session of the account on request', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email, password })
  await client.call(logout, { all: 1 })
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
})

test('gives a device of the caller a name, by the rules of display names', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email: ann.email, password: ann.password })
  const idOf = async (): Promise<string> => {
    const { data } = await ann.client.call(listSessions, {})
    return data.list.find(({ current }) => current === 0)?.session_id ?? ''
  }
  const session_id = await idOf()
  const nameOf = async (): Promise<string | undefined> =>
    (await ann.client.call(listSessions, {})).data.list.at(-1)?.name
  expect(await nameOf()).toBe('')
  const name = '  Work \t laptop '
  expect((await ann.client.call(renameSession, { session_id, name })).error).toBe('text_refused')
  const spaced = { session_id, name: ' Work   laptop ' }
  expect((await ann.client.call(renameSession, spaced)).error).toBeUndefined()
  expect(await nameOf()).toBe('Work laptop')
  for (const refused of ['Sable', 'Sаble laptop']) {
    const answer = await ann.client.call(renameSession, { session_id, name: refused })
    expect(answer.error, refused).toBe('text_refused')
  }
  const foreign = await bob.client.call(renameSession, { session_id, name: 'Mine' })
  expect(foreign.error).toBe('session_not_found')
  expect((await server.client().call(renameSession, { session_id })).error).toBe('session_expired')
  expect(await nameOf()).toBe('Work laptop')
  expect((await ann.client.call(renameSession, { session_id })).error).toBeUndefined()
  expect(await nameOf()).toBe('')
})

test('signs out a browser that navigates from the same site, and redirects it', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const go = (site: string | undefined, next: string): Promise<Response> =>
    client.send(
      new Request(
        `${ORIGIN}/passport/web/logout/?aid=1001&language=ja&account_sdk_source=web&next=${next}`,
        {
          headers: {
            'sec-fetch-mode': 'navigate',
            ...(site === undefined ? {} : { 'sec-fetch-site': site }),
          },
        },
      ),
    )
  // From another site, from a mail or the address bar, and from a browser without Sec-Fetch-Site.
  for (const site of ['cross-site', 'none', undefined]) {
    const reply = await go(site, '/blog')
    expect(reply.headers.get('location'), site).toBe(
      `${ORIGIN}/ja/sign-out?source=web&app_id=1001&next=%2Fblog`,
    )
    expect((await client.call(accountInfo, {})).error).toBeUndefined()
  }
  const own = await go('same-origin', '/sign-out')
  expect(own.status).toBe(302)
  expect(own.headers.get('location')).toBe('/sign-out')
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('lists sessions with device and network, the current one first', async () => {
  const server = await createTestServer()
  const { email, password } = await server.person()
  const laptop = server.client('203.0.113.9')
  server.clock.passSeconds(60)
  await laptop.call(passwordLogin, { email, password }, { headers: { 'user-agent': firefox } })
  const { data } = await laptop.call(listSessions, {})
  expect(data.total).toBe(2)
  expect(data.list).toMatchObject([
    { current: 1, device: 'Firefox on Windows', address: '203.0.113.…' },
    { current: 0, address: '127.0.0.…' },
  ])
  const tokens = [laptop.cookies.get('sessionid')]
  for (const token of tokens) expect(JSON.stringify(data)).not.toContain(token)
})

test('pages sessions, with the current one on the first page', async () => {
  const server = await createTestServer()
  const { client, email, password } = await server.person()
  for (let count = 1; count < 12; count++) {
    server.clock.passSeconds(1)
    await server.client().call(passwordLogin, { email, password })
  }
  const first = await client.call(listSessions, {})
  const second = await client.call(listSessions, { page: 2 }, { method: 'GET' })
  expect(first.data).toMatchObject({ total: 12, page: 1, page_size: 10, has_more: true })
  expect(second.data).toMatchObject({ total: 12, page: 2, page_size: 10, has_more: false })
  const all = [first, second].flatMap(({ data }) => data.list)
  expect(new Set(all.map((one) => one.session_id)).size).toBe(12)
  expect(all.findIndex((one) => one.current === 1)).toBe(0)
  const seen = all.slice(1).map((one) => one.last_seen_at)
  expect(seen).toEqual(seen.toSorted((one, other) => other - one))
  expect((await client.call(listSessions, { page_size: 101 })).error).toBe('bad_parameter')
})

test('ends a session at once, but none of another account', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email: ann.email, password: ann.password })
  const { data } = await phone.call(listSessions, {})
  const [{ session_id: phoneId } = { session_id: '' }] = data.list as { session_id: string }[]
  const foreign = await bob.client.call(revokeSession, { session_id: phoneId })
  expect(foreign.error).toBe('session_not_found')
  expect((await ann.client.call(revokeSession, { session_id: phoneId })).error).toBeUndefined()
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
  const twice = await ann.client.call(revokeSession, { session_id: phoneId })
  expect(twice.error).toBe('session_not_found')
})

test('deletes the cookies when the current session is revoked', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const { data } = await client.call(listSessions, {})
  const [{ session_id: own } = { session_id: '' }] = data.list as { session_id: string }[]
  await client.call(revokeSession, { session_id: own })
  expect(client.cookies.has('sessionid')).toBe(false)
})

test('ends a session after thirty days, used or not', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  for (let day = 0; day < 29; day++) {
    server.clock.passSeconds(DAY_SECONDS)
    expect((await client.call(accountInfo, {})).error).toBeUndefined()
  }
  server.clock.passSeconds(DAY_SECONDS)
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
})

test('ends a session after fourteen idle days, unless token_beat is called', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  server.clock.passSeconds(13 * DAY_SECONDS)
  const beat = await client.call(tokenBeat, { scene: 'polling' })
  expect(beat.data.session_expires_at).toBeGreaterThan(0)
  server.clock.passSeconds(13 * DAY_SECONDS)
  expect((await client.call(tokenBeat, {})).error).toBeUndefined()
  const { client: idle } = await server.person()
  server.clock.passSeconds(14 * DAY_SECONDS)
  expect((await idle.call(tokenBeat, {})).error).toBe('session_expired')
})

test('writes when a session was last seen at most every five minutes', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  const lastSeen = async (): Promise<number> =>
    (
      await server.database.query
        .selectFrom('sessions')
        .select('lastSeenAt')
        .executeTakeFirstOrThrow()
    ).lastSeenAt
  const start = await lastSeen()
  server.clock.passSeconds(299)
  await client.call(accountInfo, {})
  expect(await lastSeen()).toBe(start)
  server.clock.passSeconds(1)
  await client.call(accountInfo, {})
  expect(await lastSeen()).toBe(start + 300_000)
})

test.each([tokenBeat, listSessions, revokeSession, accountInfo])(
  'answers session_expired to strangers at $operation',
  async (endpoint) => {
    const server = await createTestServer()
    const answer = await server
      .client()
      .call(endpoint, { session_id: 'a'.repeat(22), scene: 'boot' })
    expect(answer.error).toBe('session_expired')
  },
)
