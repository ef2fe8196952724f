import { expect, test } from 'vitest'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { logout } from '#protocol/web/session.ts'
import { createOAuthClient, signInTo, type OAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'
import type { Person } from '../../support/create-people.ts'

const OFFLINE = 'openid profile offline_access'

async function signInOffline(server: TestServer): Promise<{
  oauthClient: OAuthClient
  person: Person
  refreshToken: string
}> {
  const oauthClient = await createOAuthClient(server, { scopes: OFFLINE })
  const person = await server.person()
  const decision = { scopes: ['profile', 'offline_access'] }
  const tokens = await signInTo(oauthClient, person.client, { scope: OFFLINE }, decision)
  return { oauthClient, person, refreshToken: tokens.refresh_token ?? '' }
}

const refused = { error: 'invalid_grant' }

test('rotates a refresh token at each use, beyond the session', async () => {
  const server = await createTestServer()
  const { oauthClient, person, refreshToken } = await signInOffline(server)
  await person.client.call(logout, {})
  const next = await oauthClient.refresh(refreshToken)
  expect(next.refresh_token).toMatch(/^[\w-]{43}$/)
  expect(next.refresh_token).not.toBe(refreshToken)
  const last = await oauthClient.refresh(next.refresh_token ?? '')
  expect(last.refresh_token).not.toBe(next.refresh_token)
  expect(await oauthClient.introspect(last.access_token)).toMatchObject({ active: true })
})

test('returns the same successor after a lost reply, on every instance', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, refreshToken } = await signInOffline(server)
  const first = await oauthClient.refresh(refreshToken)
  server.clock.passSeconds(14)
  const second = await oauthClient.at(other).refresh(refreshToken)
  expect(second.refresh_token).toBe(first.refresh_token)
  await expect(oauthClient.refresh(second.refresh_token ?? '')).resolves.toBeDefined()
})

test('returns one successor to five simultaneous calls', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, refreshToken } = await signInOffline(server)
  const all = await Promise.all(
    [server, other, server, other, server].map((at) => oauthClient.at(at).refresh(refreshToken)),
  )
  expect(new Set(all.map((tokens) => tokens.refresh_token)).size).toBe(1)
  await expect(oauthClient.refresh(all[0]?.refresh_token ?? '')).resolves.toBeDefined()
})

test.each([
  ['after a while', 16],
  ['after its successor', 0],
])('treats a token that is reused %s as stolen, and notifies once', async (when, seconds) => {
  const server = await createTestServer()
  const { oauthClient, person, refreshToken } = await signInOffline(server)
  const next = await oauthClient.refresh(refreshToken)
  server.clock.passSeconds(seconds)
  const last = seconds === 0 ? await oauthClient.refresh(next.refresh_token ?? '') : next

  for (const token of [refreshToken, last.refresh_token ?? '', refreshToken]) {
    await expect(oauthClient.refresh(token), when).rejects.toMatchObject(refused)
  }
  for (const { access_token } of [next, last]) {
    expect(await oauthClient.introspect(access_token)).toEqual({ active: false })
  }
  const mails = await server.mail(person.email)
  const about = mails.filter(({ subject }) => subject.includes('“Harbour” has been signed out'))
  expect(about).toHaveLength(1)
  expect(about[0]?.body).toContain('This was not me')
  const { data } = await person.client.call(listSecurityEvents, {})
  const reused = (data.list as { kind: string; by: string }[]).filter(
    ({ kind }) => kind === 'program_token_reused',
  )
  expect(reused).toMatchObject([{ by: 'Harbour' }])

  // The consent stays, so no page is shown.
  const again = await oauthClient.start({ scope: OFFLINE })
  const reply = await person.client.send(
    new Request(again.address, { headers: { 'sec-fetch-site': 'none' } }),
  )
  expect(reply.status).toBe(302)
})

test('ends nothing if another client uses the token', async () => {
  const server = await createTestServer()
  const { oauthClient, refreshToken } = await signInOffline(server)
  const other = await createOAuthClient(server, { scopes: OFFLINE })
  const next = await oauthClient.refresh(refreshToken)
  server.clock.passSeconds(60)
  await expect(other.refresh(refreshToken)).rejects.toMatchObject(refused)
  await expect(other.refresh(next.refresh_token ?? '')).rejects.toMatchObject(refused)
  await expect(oauthClient.refresh(next.refresh_token ?? '')).resolves.toBeDefined()
})

test('ends an authorization after 180 days, however often it is refreshed', async () => {
  const server = await createTestServer()
  const { oauthClient, refreshToken } = await signInOffline(server)
  let token = refreshToken
  for (let day = 25; day < 180; day += 25) {
    server.clock.passSeconds(25 * 86_400)
    token = (await oauthClient.refresh(token)).refresh_token ?? ''
  }
  server.clock.passSeconds(6 * 86_400)
  await expect(oauthClient.refresh(token)).rejects.toMatchObject(refused)
})

test('adds no scope at a refresh', async () => {
  const server = await createTestServer()
  const { oauthClient, refreshToken } = await signInOffline(server)
  const reply = await oauthClient.post('token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    scope: 'openid email',
  })
  expect(await reply.json()).toMatchObject({ error: 'invalid_scope' })
  await expect(oauthClient.refresh(refreshToken)).resolves.toBeDefined()
})
