import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { listGrants } from '#protocol/web/oauth-grants.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import { logout } from '#protocol/web/session.ts'
import { createCompany, type Company, type Member } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { createOAuthClient, open, signInTo, type OAuthClient } from '../../support/oauth-client.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

const OFFLINE = 'openid profile offline_access'

interface Access {
  oauthClient: OAuthClient
  accessToken: string
  refreshToken: string
}

async function signIn(
  server: TestServer,
  person: Person,
  { scope = OFFLINE, identity }: { scope?: string; identity?: string } = {},
): Promise<Access> {
  const oauthClient = await createOAuthClient(server, { scopes: OFFLINE })
  const tokens = await signInTo(
    oauthClient,
    person.client,
    { scope },
    {
      scopes: ['profile', 'offline_access'],
      ...(identity !== undefined && { identity }),
    },
  )
  return { oauthClient, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? '' }
}

/** Tries a client's tokens on an instance: the status of userinfo, and whether it can refresh. */
async function accessAt(
  server: TestServer,
  { oauthClient, accessToken, refreshToken }: Access,
): Promise<{ status: number; refreshes: boolean }> {
  const there = oauthClient.at(server)
  const reply = await server.fetch(
    new Request('http://localhost:4321/oauth/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  )
  const refreshed = await there.post('token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
  return { status: reply.status, refreshes: refreshed.ok }
}

const NOTHING = { status: 401, refreshes: false }
const nothing = [NOTHING, NOTHING]

/** Tries a client's tokens on all instances at once. */
function left(servers: readonly TestServer[], access: Access): Promise<object[]> {
  return Promise.all(servers.map((server) => accessAt(server, access)))
}

async function resetPassword(server: TestServer, { email }: Person): Promise<void> {
  const client = server.client()
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const password = 'ten calm lynxes'
  expect((await client.call(resetByEmail, { email, code, password })).error).toBeUndefined()
}

async function objectToNotice(server: TestServer, { email }: Person): Promise<void> {
  const [newest] = await server.mail(email)
  const link = /http\S+\/form\/not-me\?\S+/.exec(newest?.body ?? '')?.[0] ?? ''
  await server.client().form('/form/not-me', Object.fromEntries(new URL(link).searchParams))
}

async function objectToNewest(_server: TestServer, { client }: Person): Promise<void> {
  const { data } = await client.call(listSecurityEvents, {})
  const [newest] = data.list as { event_id: string }[]
  const event = { event_id: newest?.event_id ?? '' }
  expect((await client.call(objectToEvent, event)).error).toBeUndefined()
}

test.each([
  ['a ban', (server, { userId }) => runCommand(server, 'user', 'ban', userId, '--reason', 'x')],
  [
    'a freeze',
    (server, { userId }) => runCommand(server, 'user', 'freeze', userId, '--reason', 'x'),
  ],
  ['a deletion', (server, person) => deleteAccount(server, person)],
  ['a password reset', resetPassword],
  ['“This was not me” of a mail', objectToNotice],
  ['“This was not me” of an event', objectToNewest],
  [
    'an operator',
    (server, { userId }) => runCommand(server, 'sessions', 'end-all', '--user', userId),
  ],
  ['an operator, for everybody', (server) => runCommand(server, 'sessions', 'end-all')],
] satisfies [string, (server: TestServer, person: Person) => Promise<unknown>][])(
  'ends offline access after %s, on every instance',
  async (_name, end) => {
    const servers = await createTwoServers()
    const person = await servers[0].person()
    servers[0].clock.passSeconds(60)
    const access = await signIn(servers[0], person)
    expect((await accessAt(servers[1], access)).status).toBe(200)
    await end(servers[0], person)
    expect(await left(servers, access)).toEqual(nothing)
  },
)

test.each([
  ['ban', 'unban'],
  ['freeze', 'unfreeze'],
])('restores no token when a %s is undone, but keeps the consent', async (hold, release) => {
  const servers = await createTwoServers()
  const [server] = servers
  const person = await server.person()
  const access = await signIn(server, person)
  await runCommand(server, 'user', hold, person.userId, '--reason', 'x')
  await runCommand(server, 'user', release, person.userId)
  expect(await left(servers, access)).toEqual(nothing)
  expect(await runCommand(server, 'grant', 'list', person.userId)).toContain(OFFLINE)
})

test('ends access with the session, unless the person granted offline access', async () => {
  const servers = await createTwoServers()
  const person = await servers[0].person()
  const lasting = await signIn(servers[0], person)
  const short = await signIn(servers[0], person, { scope: 'openid profile' })
  expect((await accessAt(servers[1], short)).status).toBe(200)
  await person.client.call(logout, {})
  expect(await left(servers, short)).toEqual(nothing)
  expect((await accessAt(servers[1], lasting)).status).toBe(200)
})

test('issues no code to a person who signs out at the same time', async () => {
  const servers = await createTwoServers()
  const [server] = servers
  const person = await server.person()
  const access = await signIn(server, person)
  for (let attempt = 0; attempt < 5; attempt++) {
    const started = await access.oauthClient.start({ scope: OFFLINE })
    const [reply] = await Promise.all([
      open(person.client, started.address),
      runCommand(servers[1], 'sessions', 'end-all', '--user', person.userId),
    ])
    const callback = reply.headers.get('location') ?? ''
    const exchanged = callback.includes('code=')
      ? await access.oauthClient.exchange(started, callback).catch(() => undefined)
      : undefined
    const later = {
      ...access,
      accessToken: exchanged?.access_token ?? 'none',
      refreshToken: exchanged?.refresh_token ?? 'none',
    }
    expect(await left(servers, later)).toEqual(nothing)
    await person.client.form('/form/login', { account: person.email, password: person.password })
  }
})

async function signInAsMember(
  server: TestServer,
): Promise<{ company: Company; member: Member; access: Access; short: Access }> {
  const company = await createCompany(server, 'Harbour KK')
  await company.manager.call(updatePolicy, { programs: 'allow' })
  const member = await company.join()
  const identity = member.id
  const access = await signIn(server, member.person, { identity })
  const short = await signIn(server, member.person, { scope: 'openid profile', identity })
  return { company, member, access, short }
}

test.each([
  ['the organization is frozen', (server, { id }) => runCommand(server, 'subject', 'freeze', id)],
  [
    'the member is frozen',
    (server, { id }, { person }) => runCommand(server, 'member', 'freeze', id, person.userId),
  ],
  [
    'the member leaves',
    (server, { id }, { person }) => runCommand(server, 'member', 'remove', id, person.userId),
  ],
  [
    'its rules refuse clients',
    (_server, { manager }) => manager.call(updatePolicy, { programs: 'refuse' }),
  ],
  [
    'its rules take only verified ones',
    (_server, { manager }) => manager.call(updatePolicy, { programs: 'verified' }),
  ],
] satisfies [string, (server: TestServer, company: Company, member: Member) => Promise<unknown>][])(
  'ends access as a member if %s, on every instance',
  async (_name, end) => {
    const servers = await createTwoServers()
    const { company, member, access, short } = await signInAsMember(servers[0])
    const own = await signIn(servers[0], member.person, { identity: '0' })
    for (const one of [access, short, own]) {
      expect((await accessAt(servers[1], one)).status).toBe(200)
    }
    const { data } = await member.client.call(listGrants, {})
    const names = (data.list as { subject_name: string }[]).map((grant) => grant.subject_name)
    expect(names.toSorted()).toEqual(['', 'Harbour KK', 'Harbour KK'])
    await end(servers[0], company, member)
    expect(await left(servers, access)).toEqual(nothing)
    expect(await left(servers, short)).toEqual(nothing)
    // Consents that a person gave as themself do not depend on the organization.
    expect((await accessAt(servers[1], own)).status).toBe(200)
  },
)

test('allows a verified client to members, until it is no longer verified', async () => {
  const servers = await createTwoServers()
  const { company, access } = await signInAsMember(servers[0])
  await runCommand(servers[0], 'client', 'verify', access.oauthClient.id)
  await company.manager.call(updatePolicy, { programs: 'verified' })
  expect((await accessAt(servers[1], access)).status).toBe(200)
  await runCommand(servers[0], 'client', 'verify', access.oauthClient.id, '--off')
  expect((await accessAt(servers[1], access)).status).toBe(401)
})

test('restores no token when an organization is unfrozen', async () => {
  const servers = await createTwoServers()
  const { company, access } = await signInAsMember(servers[0])
  await runCommand(servers[0], 'subject', 'freeze', company.id)
  await runCommand(servers[0], 'subject', 'freeze', company.id, '--off')
  expect(await left(servers, access)).toEqual(nothing)
})
