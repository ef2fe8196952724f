// What clients keep when a person who is signed in proves themself again, which makes a new session.
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import {
  listSessions,
  logout,
  raiseSession,
  renameSession,
  revokeSession,
} from '#protocol/web/session.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Person } from '../../support/create-people.ts'
import {
  createOAuthClient,
  decide,
  open,
  signInTo,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { runCommand } from '../../support/organizations.ts'
import { answerOutside } from '../../support/outside.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const AFTER = 'https://app.example.com/signed-out'

interface Place {
  server: TestServer
  person: Person
  secret: string
  harbour: OAuthClient
  tokens: oauth.TokenEndpointResponse
  sid: unknown
  /** Claims of the logout tokens that the client got. */
  told: Record<string, unknown>[]
}

/** Somebody with an app, who is signed in to a client without offline access. */
async function setUp(): Promise<Place> {
  const server = await createTestServer()
  const told: Record<string, unknown>[] = []
  answerOutside(async (_url, { body }) => {
    const [, claims = ''] = (new URLSearchParams(body).get('logout_token') ?? '').split('.')
    told.push(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
    return await Promise.resolve(new Response(null, { status: 200 }))
  })
  const harbour = await createOAuthClient(server, {
    more: ['--after-logout', AFTER, '--logout-call', 'https://app.example.com/backchannel'],
  })
  const person = await server.person()
  const { secret } = await addApp(server, person.client)
  const tokens = await signInTo(harbour, person.client)
  const sid = oauth.getValidatedIdTokenClaims(tokens)?.sid
  return { server, person, secret, harbour, tokens, sid, told }
}

async function raise({ person: { client }, secret, server }: Place): Promise<void> {
  const asked = await client.call(raiseSession, { required_level: 2 })
  const params = {
    sms_code_key: String(asked.data.sms_code_key),
    verify_ticket: String(asked.data.verify_ticket),
  }
  server.clock.passSeconds(30)
  await client.call(verifyTotp, { code: codeOf(server, secret), ...params })
  const raised = await client.call(raiseSession, { required_level: 2 }, { params })
  expect(raised.error).toBeUndefined()
}

async function signInAgain({ person: { client, email, password } }: Place): Promise<void> {
  const reply = await client.form('/form/login', { account: email, password })
  expect(reply.status).toBe(303)
}

async function isActive({ harbour, tokens }: Place): Promise<boolean> {
  return (await harbour.introspect(tokens.access_token)).active
}

async function silently({ harbour, person }: Place): Promise<oauth.IDToken | undefined> {
  const started = await harbour.start({ prompt: 'none' })
  const location = (await open(person.client, started.address)).headers.get('location') ?? ''
  return oauth.getValidatedIdTokenClaims(await harbour.exchange(started, location))
}

test.each([
  ['raises the session', raise],
  ['signs in again', signInAgain],
])('keeps clients signed in for whoever %s, under the same session id', async (_how, prove) => {
  const place = await setUp()
  await prove(place)
  await prove(place)
  expect(await isActive(place)).toBe(true)
  expect((await silently(place))?.sid).toBe(place.sid)
  await place.server.settled()
  expect(place.told).toEqual([])
  const query = new URLSearchParams({
    id_token_hint: place.tokens.id_token ?? '',
    post_logout_redirect_uri: AFTER,
  })
  const left = await open(place.person.client, `${ORIGIN}/oauth/logout?${query.toString()}`)
  expect(left.headers.get('location')).toBe(AFTER)
  expect(await isActive(place)).toBe(false)
  await place.server.settled()
  expect(place.told).toEqual([expect.objectContaining({ sid: place.sid })])
})

test('keeps the name that the person gave the session', async () => {
  const place = await setUp()
  const { client } = place.person
  const { data } = await client.call(listSessions, {})
  const session_id = data.list[0]?.session_id ?? ''
  await client.call(renameSession, { session_id, name: 'Kitchen tablet' })
  await raise(place)
  expect((await client.call(listSessions, {})).data.list).toMatchObject([
    { name: 'Kitchen tablet' },
  ])
})

test('lets a client redeem a code of the session before, and hears of its end with offline access', async () => {
  const place = await setUp()
  const { harbour, person, server, told } = place
  const scope = 'openid offline_access'
  const started = await harbour.start({ scope })
  const page = await (await open(person.client, started.address)).text()
  const callback = await decide(person.client, page, { scopes: ['offline_access'] })
  await signInAgain(place)
  const { refresh_token = '' } = await harbour.exchange(started, callback)
  // A page that was opened after the sign-in.
  await person.client.call(accountInfo, {})
  await person.client.call(logout, {})
  await server.settled()
  expect(told).toEqual([expect.objectContaining({ sid: place.sid })])
  expect((await harbour.refresh(refresh_token)).access_token).toBeDefined()
})

async function resetPassword({ server, person: { email } }: Place): Promise<void> {
  const client = server.client()
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const reset = { email, code, password: 'ten calm lynxes' }
  const asked = await client.call(resetByEmail, reset)
  expect(asked.error).toBeUndefined()
}

async function revokeElsewhere({ server, person: { email, password } }: Place): Promise<void> {
  const other = server.client()
  await other.form('/form/login', { account: email, password })
  const { data } = await other.call(listSessions, {})
  const former = data.list.find(({ current }) => current === 0)
  const revoked = await other.call(revokeSession, { session_id: former?.session_id ?? '' })
  expect(revoked.error).toBeUndefined()
}

test.each([
  ['a sign-out', ({ person }: Place) => person.client.call(logout, {})],
  ['a sign-out everywhere', ({ person }: Place) => person.client.call(logout, { all: 1 })],
  ['a password reset', resetPassword],
  ['the end of the session elsewhere', revokeElsewhere],
  [
    'an operator',
    ({ person, server }: Place) =>
      runCommand(server, 'sessions', 'end-all', '--user', person.userId),
  ],
])('ends what went on in a raised session with %s, and tells the client', async (_what, end) => {
  const place = await setUp()
  await raise(place)
  await end(place)
  expect(await isActive(place)).toBe(false)
  await place.server.settled()
  expect(place.told).toEqual([expect.objectContaining({ sid: place.sid })])
})

test('ends what went on in a raised session when an operator signs everybody out', async () => {
  const place = await setUp()
  await raise(place)
  await runCommand(place.server, 'sessions', 'end-all')
  expect(await isActive(place)).toBe(false)
})

test.each([
  ['an operator ended', ({ server }: Place) => runCommand(server, 'sessions', 'end-all')],
  ['nobody used', ({ server }: Place) => Promise.resolve(server.clock.passSeconds(14 * 86_400))],
])('continues no session that %s, for clients neither', async (_how, end) => {
  const place = await setUp()
  await end(place)
  place.server.clock.passSeconds(1)
  await signInAgain(place)
  expect(await isActive(place)).toBe(false)
  expect((await silently(place))?.sid).not.toBe(place.sid)
})
