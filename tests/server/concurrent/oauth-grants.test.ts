import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { listGrants, revokeGrant, signOutClients, updateGrant } from '#protocol/web/oauth-grants.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { typeCommand } from '../../support/command.ts'
import type { Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import {
  createOAuthClient,
  decide,
  open,
  signInTo,
  type OAuthClient,
} from '../../support/oauth-client.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const WANTED = 'openid profile email offline_access'

interface SignedIn {
  oauthClient: OAuthClient
  person: Person
  tokens: oauth.TokenEndpointResponse
  /** The person's id for the client, which names the grant. */
  sub: string
}

async function signIn(server: TestServer): Promise<SignedIn> {
  const oauthClient = await createOAuthClient(server, { scopes: WANTED })
  const person = await server.person()
  const decision = { scopes: ['profile', 'email', 'offline_access'] }
  const tokens = await signInTo(oauthClient, person.client, { scope: WANTED }, decision)
  return { oauthClient, person, tokens, sub: oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '' }
}

async function eventsOf(browser: Client): Promise<{ kind: string; by: string }[]> {
  const { data } = await browser.call(listSecurityEvents, {})
  const events = data.list as { kind: string; by: string }[]
  return events.filter(({ kind }) => kind.startsWith('program_'))
}

const isActive = async (oauthClient: OAuthClient, token: string): Promise<boolean> =>
  (await oauthClient.introspect(token)).active

const refused = { error: 'invalid_grant' }

test('the copy of what is stored about a person says what clients may have', async () => {
  const server = await createTestServer()
  const { person } = await signIn(server)
  const { data } = await person.client.call(exportData, {})
  expect(data.grants).toMatchObject([{ client_name: 'Harbour', scope: WANTED }])
})

test('lists grants, and revokes one at once', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  const { client: browser } = person
  const { data } = await browser.call(listGrants, {})
  expect(data.list).toEqual([
    {
      grant_id: sub,
      client_name: 'Harbour',
      host: 'app.example.com',
      subject_name: '',
      scopes: [
        { scope: 'openid', description: '', required: 1 },
        { scope: 'profile', description: '', required: 0 },
        { scope: 'email', description: '', required: 0 },
        { scope: 'offline_access', description: '', required: 0 },
      ],
      has_offline: 1,
      created_at: expect.any(Number) as number,
      changed_at: expect.any(Number) as number,
      last_used_at: expect.any(Number) as number,
    },
  ])
  const stranger = await server.person()
  for (const [endpoint, payload] of [
    [revokeGrant, { grant_id: sub }],
    [updateGrant, { grant_id: sub, scopes: 'openid' }],
  ] as const) {
    expect((await stranger.client.call(endpoint, payload as never)).error).toBe('grant_not_found')
    expect((await server.client().call(endpoint, payload as never)).error).toBe('session_expired')
  }

  expect((await browser.call(revokeGrant, { grant_id: sub })).error).toBeUndefined()
  expect(await isActive(oauthClient.at(other), tokens.access_token)).toBe(false)
  await expect(oauthClient.at(other).refresh(tokens.refresh_token ?? '')).rejects.toMatchObject(
    refused,
  )
  expect((await browser.call(listGrants, {})).data.list).toEqual([])
  expect((await browser.call(revokeGrant, { grant_id: sub })).error).toBe('grant_not_found')
  expect(await eventsOf(browser)).toMatchObject([
    { kind: 'program_revoked', by: 'Harbour' },
    { kind: 'program_allowed', by: 'Harbour' },
  ])

  // The person stays the same one for the client.
  const again = await signInTo(oauthClient, browser, { scope: WANTED })
  expect(oauth.getValidatedIdTokenClaims(again)?.sub).toBe(sub)
})

test('revokes one scope: its tokens end at once, and a refresh returns the remaining scopes', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  const narrow = await oauthClient.refresh(tokens.refresh_token ?? '')
  const onlyProfile = await oauthClient.post('token', {
    grant_type: 'refresh_token',
    refresh_token: narrow.refresh_token ?? '',
    scope: 'openid profile',
  })
  const small = (await onlyProfile.json()) as oauth.TokenEndpointResponse
  const kept = { grant_id: sub, scopes: 'openid profile offline_access phone' }
  expect((await person.client.call(updateGrant, kept)).error).toBeUndefined()

  expect(await isActive(oauthClient.at(other), tokens.access_token)).toBe(false)
  expect(await isActive(oauthClient.at(other), small.access_token)).toBe(true)
  const rest = await oauthClient.at(other).refresh(small.refresh_token ?? '')
  expect(rest.scope).toBe('openid profile offline_access')
  expect((await oauthClient.userInfo(rest.access_token, sub)).email).toBeUndefined()
  expect(await eventsOf(person.client)).toMatchObject([
    { kind: 'program_changed', by: 'Harbour' },
    { kind: 'program_allowed', by: 'Harbour' },
  ])
  // The person is not asked again, nor about scopes that the client may not have.
  const again = await oauthClient.start({ scope: WANTED })
  const reply = await open(person.client, again.address)
  const tokensAgain = await oauthClient.exchange(again, reply.headers.get('location') ?? '')
  expect(tokensAgain.scope).toBe('openid profile offline_access')
})

test('ends refreshing when the person revokes offline access', async () => {
  const server = await createTestServer()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  await person.client.call(updateGrant, { grant_id: sub, scopes: 'openid profile email' })
  await expect(oauthClient.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject(refused)
})

test('revokes the grant if only required scopes are left', async () => {
  const server = await createTestServer()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  await person.client.call(updateGrant, { grant_id: sub, scopes: 'openid' })
  expect((await person.client.call(listGrants, {})).data.list).toEqual([])
  expect(await isActive(oauthClient, tokens.access_token)).toBe(false)
})

test('leaves no live token of a grant that is revoked while its client refreshes', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  let token = tokens.refresh_token ?? ''
  const replies: oauth.TokenEndpointResponse[] = [tokens]
  const revoked = { isDone: false }
  const refreshing = (async () => {
    while (!revoked.isDone) {
      const next = await oauthClient.at(other).refresh(token)
      replies.push(next)
      token = next.refresh_token ?? ''
    }
  })()
  const ended = refreshing.catch((error: unknown) => error)
  await person.client.call(revokeGrant, { grant_id: sub })
  revoked.isDone = true
  expect([undefined, 'invalid_grant']).toContain(
    ((await ended) as { error?: string } | undefined)?.error,
  )
  for (const { access_token, refresh_token } of replies) {
    expect(await isActive(oauthClient, access_token)).toBe(false)
    await expect(oauthClient.refresh(refresh_token ?? '')).rejects.toMatchObject(refused)
  }
})

test('ends all tokens of clients, but keeps the grants', async () => {
  const server = await createTestServer()
  const { oauthClient, person, tokens } = await signIn(server)
  expect((await person.client.call(signOutClients, {})).error).toBeUndefined()
  expect(await isActive(oauthClient, tokens.access_token)).toBe(false)
  await expect(oauthClient.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject(refused)
  const again = await oauthClient.start({ scope: WANTED })
  expect((await open(person.client, again.address)).status).toBe(302)
})

test('mails the person about new and more access, and not about a repeated sign-in', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: WANTED })
  const { client: browser, email } = await server.person()
  const subjects = async (): Promise<string[]> =>
    (await server.mail(email)).map(({ subject }) => subject).filter((text) => text.includes('Harb'))
  await signInTo(oauthClient, browser, {}, { scopes: ['profile'] })
  expect(await subjects()).toEqual(['“Harbour” may use your Sable account'])

  const again = await oauthClient.start()
  await oauthClient.exchange(
    again,
    (await open(browser, again.address)).headers.get('location') ?? '',
  )
  expect(await subjects()).toHaveLength(1)

  await signInTo(oauthClient, browser, { scope: WANTED }, { scopes: ['profile', 'offline_access'] })
  expect((await subjects())[0]).toBe('“Harbour” may have more of your Sable account')

  const refusing = await oauthClient.start({ prompt: 'consent' })
  const page = await (await open(browser, refusing.address)).text()
  await decide(browser, page, { action: 'refuse' })
  expect(await eventsOf(browser)).toMatchObject([
    { kind: 'program_refused', by: 'Harbour' },
    { kind: 'program_extended' },
    { kind: 'program_allowed' },
  ])
})

test('returns the hour in which a client was last used', async () => {
  const server = await createTestServer()
  const { oauthClient, person, tokens } = await signIn(server)
  const lastUsed = async (): Promise<unknown> => {
    const { data } = await person.client.call(listGrants, {})
    return (data.list as { last_used_at: number }[])[0]?.last_used_at
  }
  const first = await lastUsed()
  expect(first).toBe(Math.floor(server.clock.now() / 1000))
  server.clock.passSeconds(60)
  const next = await oauthClient.refresh(tokens.refresh_token ?? '')
  expect(await lastUsed()).toBe(first)
  server.clock.passSeconds(7200)
  await oauthClient.refresh(next.refresh_token ?? '')
  expect(await lastUsed()).toBe(Math.floor(server.clock.now() / 1000))
})

test('lets operators list and revoke grants', async () => {
  const server = await createTestServer()
  const { oauthClient, person, tokens, sub } = await signIn(server)
  for (const args of [[person.email], ['--client', oauthClient.id]]) {
    const { output } = await typeCommand(server, ['grant', 'list', ...args])
    expect(output).toContain(sub)
    expect(output).toContain('openid profile email offline_access')
  }
  expect((await typeCommand(server, ['grant', 'list'])).code).not.toBe(0)
  expect((await typeCommand(server, ['grant', 'revoke', sub])).output).toContain('taken back')
  expect(await isActive(oauthClient, tokens.access_token)).toBe(false)
  const { errors } = await typeCommand(server, ['grant', 'revoke', sub])
  expect(errors).toContain('There is no grant')
  expect((await eventsOf(person.client))[0]).toMatchObject({ kind: 'program_revoked' })
})

test('ends what everybody let a client have when it is removed, and tells webhooks', async () => {
  const server = await createTestServer()
  const { oauthClient, person } = await signIn(server)
  const other = await server.person()
  await signInTo(oauthClient, other.client, { scope: WANTED }, { scopes: ['profile'] })
  const hearing = ['webhook', 'add', 'https://app.example.com/hook', '--kinds', 'grant.revoked']
  expect((await typeCommand(server, hearing)).code).toBe(0)
  // Webhooks are known for five seconds.
  server.clock.passSeconds(6)
  expect((await typeCommand(server, ['client', 'remove', oauthClient.id])).output).toBe(
    `${oauthClient.id} is removed.`,
  )
  const told = await server.database.query.selectFrom('webhookEvents').selectAll().execute()
  const revoked = told.filter(({ kind }) => kind === 'grant.revoked')
  const subjects = revoked.map(({ data }) => JSON.parse(data) as { user_id: string })
  expect(new Set(subjects.map((subject) => subject.user_id))).toEqual(
    new Set([person.userId, other.userId]),
  )
  expect(subjects[0]).toMatchObject({ event: 'program_revoked', by: 'cli', app_id: 0 })
  expect((await eventsOf(person.client))[0]).toMatchObject({ kind: 'program_revoked' })
})

test('keeps both of two simultaneous decisions', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server, { scopes: WANTED })
  for (let round = 0; round < 8; round++) {
    const { client: browser } = await server.person()
    const pages: [scope: string, page: string][] = []
    for (const scope of ['profile', 'email']) {
      const { address } = await oauthClient.start({ scope: `openid ${scope}` })
      pages.push([scope, await (await open(browser, address)).text()])
    }
    const answers = await Promise.all(
      pages.map(([scope, page]) => decide(browser, page, { scopes: [scope] })),
    )
    for (const answer of answers) expect(answer).toContain('code=')
    const { data } = await browser.call(listGrants, {})
    const [grant] = data.list as { scopes: { scope: string }[] }[]
    const names = new Set(grant?.scopes.map(({ scope }) => scope))
    expect(names).toEqual(new Set(['openid', 'profile', 'email']))
  }
})

test('renews silently as the identity that the client names, of several that were allowed', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { manager } = await createCompany(server)
  await manager.call(updatePolicy, { programs: 'allow' })
  const browser = manager.client
  const choose = { prompt: 'select_account' }
  for (const identity of ['0', manager.id]) {
    const tokens = await signInTo(oauthClient, browser, choose, { identity })
    const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub
    const hint = { prompt: 'none', id_token_hint: tokens.id_token ?? '' }
    const started = await oauthClient.start(hint)
    const { headers } = await open(browser, started.address)
    const renewed = await oauthClient.exchange(started, headers.get('location') ?? '')
    expect(oauth.getValidatedIdTokenClaims(renewed)?.sub).toBe(sub)
  }
  const unnamed = await open(browser, (await oauthClient.start({ prompt: 'none' })).address)
  expect(unnamed.headers.get('location')).toContain('error=account_selection_required')
})
