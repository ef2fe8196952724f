import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail, resetByMobile } from '#protocol/web/password.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import type { LocalProviders } from '../../../scripts/lib/providers.ts'
import { objectionLink } from '../../../server/accounts/objection.ts'
import { securityMessages } from '../../../server/delivery/messages/en/security.ts'
import { eventRules, undoingsOf } from '../../../server/events/event-rules.ts'
import { eventKinds } from '../../../server/store/event-kinds.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import { addMobile, setIdentifiers } from '../../support/account-addresses.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import {
  intrusions,
  join,
  link,
  look,
  signInByCode,
  type Seen,
  type UndoneEvent,
} from '../../support/intrusions.ts'
import { startLocalProviders } from '../../support/local-providers.ts'
import { createOAuthClient, signInTo, type OAuthClient } from '../../support/oauth-client.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const TWO_DAYS = 2 * 86_400
const mobile = '+819012345678'
const kinds = Object.keys(intrusions) as UndoneEvent[]
/** The link of the notice alone helps: the account asks for the intruder's app meanwhile. */
const isLocked = (kind: UndoneEvent): boolean => kind === 'level_raised'
const isPassword = (kind: UndoneEvent): boolean => eventRules[kind].undoes === 'password'

let local: LocalProviders

beforeAll(async () => {
  local = await startLocalProviders()
})

afterAll(() => local.close())

/** An account with things of two days ago, and somebody else who has signed in to it. */
interface Scene {
  server: TestServer
  owner: Person
  thief: Person
  harbour: OAuthClient
  before: Seen
  /** Recovery codes of the owner. */
  codes: readonly string[]
}

async function prepare(has: 'email' | 'mobile' | 'both' = 'email', hasApp = false): Promise<Scene> {
  const server = await createTestServer({ settings: local.settings })
  const owner = await server.person(has === 'mobile' ? { mobile } : { email: 'ann@example.com' })
  if (has === 'both') await addMobile(server, owner.client, mobile)
  await link(owner.client, 'github', 'ann')
  await setIdentifiers(server, owner.userId, { username: 'quiet_otter' })
  const harbour = await createOAuthClient(server)
  await signInTo(harbour, owner.client, { scope: 'openid profile' })
  if (has !== 'mobile') await join(server, owner.client, owner.email, 'Harbour KK')
  const codes = hasApp ? (await addApp(server, owner.client)).codes : []
  server.clock.passSeconds(TWO_DAYS)
  const before = await look(server, owner.userId)
  const client = server.client()
  const { password } = owner
  const login = { username: 'quiet_otter', password }
  expect((await client.call(passwordLogin, login)).error).toBeUndefined()
  return { server, owner, thief: { ...owner, client }, harbour, before, codes }
}

describe('the record of events', () => {
  test('names each notice that people may object to', () => {
    const sent = new Set<unknown>(Object.values(eventRules).map(({ notice }) => notice))
    expect(Object.keys(securityMessages).filter((kind) => !sent.has(kind))).toEqual([])
  })

  test('has a reason wherever there is no notice or nothing to undo', () => {
    expect(Object.keys(eventRules)).toEqual(expect.arrayContaining([...eventKinds]))
    const reasons = Object.values(eventRules)
      .flatMap((rule) => [rule.notice, rule.undoes])
      .flatMap((value) => (typeof value === 'string' ? [] : value.none))
    expect(reasons.filter((reason) => reason.length < 15)).toEqual([])
    expect([...undoingsOf(['signed_in', 'email_bound', 'connection_removed'])]).toEqual([
      'addresses',
    ])
  })
})

describe('an objection by the link of a notice', () => {
  test.each(kinds)('undoes %s and keeps what is older', async (kind) => {
    const intrusion = intrusions[kind]
    const scene = await prepare(intrusion.has, intrusion.hasApp)
    const { server, owner, thief, harbour, before, codes } = scene
    const given = await linkOf(server, owner.userId)
    const since = server.clock.now()
    await intrusion.act(server, thief, harbour, codes)
    const page = await press(server, (await newestLink(server, before, since)) ?? given)
    expect(page).toContain('Your account is safe again')
    expect(await look(server, owner.userId)).toEqual({ ...before, ...intrusion.after })
    expect(await hasPassword(server, owner)).toBe(false)
    expect((await thief.client.call(accountInfo, {})).error).toBe('session_expired')
  })

  test('lists what it took back, and tells the owner by mail', async () => {
    const { server, owner, thief, harbour, before } = await prepare('both')
    const given = await linkOf(server, owner.userId)
    for (const kind of [
      'connection_added',
      'program_allowed',
      'username_changed',
      'name_changed',
      'organization_created',
      'organization_joined',
      'email_changed',
    ] as const) {
      await intrusions[kind].act(server, thief, harbour, [])
    }
    const page = await press(server, given)
    for (const sentence of [
      'noa',
      '“Harbour” no longer has access.',
      `Your name is ${before.name} again.`,
      'Your username is quiet_otter again.',
      'You are no longer a member of Eel KK.',
      'You are the manager of Thieves KK: delete it',
    ]) {
      expect(page).toContain(sentence)
    }
    expect((await server.mail(owner.email))[0]?.subject).toBe(
      'Changes to your Sable account were taken back',
    )
    // Whoever had the address that left is told too, and gets no link to bring it back.
    const [toThief] = await server.mail('thief@evil.example')
    expect(toThief?.subject).toBe('Changes to your Sable account were taken back')
    expect(toThief?.body).not.toContain('/form/not-me')
  })

  test('lets links of later notices of whoever had the address do nothing', async () => {
    const { server, owner, thief, harbour } = await prepare()
    const given = await linkOf(server, owner.userId)
    await intrusions.mobile_bound.act(server, thief, harbour, [])
    server.clock.passSeconds(60)
    const late = await linkOf(server, owner.userId)
    await press(server, given)
    expect(await press(server, late)).toContain('This link no longer works')
  })

  test('of whoever added an address reaches nothing that was there before', async () => {
    const { server, owner, thief, harbour, before } = await prepare()
    await intrusions.mobile_bound.act(server, thief, harbour, [])
    server.clock.passSeconds(60)
    const toThief = await linkOf(server, owner.userId)
    expect(await press(server, toThief)).toContain('Your account is safe again')
    const seen = await look(server, owner.userId)
    expect(seen).toEqual({ ...before, mobile: '+819087654321' })
    // The owner's older link still takes the number away.
    const ownerMail = (await server.mail(owner.email)).find(({ body }) => body.includes('not-me'))
    const older = /http\S+\/form\/not-me\?\S+/.exec(ownerMail?.body ?? '')?.[0] ?? ''
    await press(server, older)
    expect(await look(server, owner.userId)).toEqual(before)
  })

  test('keeps the only way in, and says so', async () => {
    const server = await createTestServer({ settings: local.settings })
    const owner = await server.person()
    await link(owner.client, 'github', 'ann')
    await setIdentifiers(server, owner.userId, { email: null })
    const given = await linkOf(server, owner.userId)
    expect(await press(server, given)).toContain('and is the only way in')
    expect((await look(server, owner.userId)).links).toEqual(['github'])
  })

  test('says that a former username belongs to somebody else by now', async () => {
    const { server, owner, thief, harbour } = await prepare()
    const given = await linkOf(server, owner.userId)
    await intrusions.username_changed.act(server, thief, harbour, [])
    const other = await server.person()
    await setIdentifiers(server, other.userId, { username: 'quiet_otter' })
    expect(await press(server, given)).toContain('quiet_otter belongs to somebody else by now')
    expect((await look(server, owner.userId)).username).toBe('thief_name')
  })
})

describe('an objection to an event', () => {
  test.each(kinds.filter((kind) => !isLocked(kind)))(
    'undoes %s and keeps what is older',
    async (kind) => {
      const intrusion = intrusions[kind]
      const scene = await prepare(intrusion.has, intrusion.hasApp)
      const { server, owner, thief, harbour, before, codes } = scene
      await intrusion.act(server, thief, harbour, codes)
      const client = await recentSession(server, owner)
      const answer = await client.call(objectToEvent, { event_id: await idOf(client, kind) })
      expect(answer.error).toBeUndefined()
      expect(answer.data.undone).not.toEqual([])
      expect(await look(server, owner.userId)).toEqual({ ...before, ...intrusion.after })
      expect(await hasPassword(server, owner)).toBe(!isPassword(kind))
      expect((await client.call(accountInfo, {})).error).toBeUndefined()
      expect((await thief.client.call(accountInfo, {})).error).toBe('session_expired')
    },
  )

  test('signs out the others at once, and undoes after a proof', async () => {
    const { server, owner, thief, harbour, before } = await prepare('both')
    await intrusions.connection_added.act(server, thief, harbour, [])
    const event_id = await idOf(owner.client, 'connection_added')
    const asked = await owner.client.call(objectToEvent, { event_id })
    expect(asked.error).toBe('second_verify')
    expect((await thief.client.call(accountInfo, {})).error).toBe('session_expired')
    expect((await look(server, owner.userId)).links).toContain('oidc')
    const proved = await recentSession(server, owner)
    const answer = await proved.call(objectToEvent, { event_id })
    expect(answer.data.undone).toEqual([
      { what: 'connection', name: expect.stringContaining('noa') as string },
    ])
    expect(await look(server, owner.userId)).toEqual(before)
  })

  test('reaches 72 hours back, however old the event is', async () => {
    const { server, owner, before } = await prepare('both')
    server.clock.passSeconds(86_400 + 3600)
    const client = await recentSession(server, owner)
    const answer = await client.call(objectToEvent, { event_id: await idOf(client, 'signed_up') })
    expect(answer.data.undone).toEqual([])
    expect(await look(server, owner.userId)).toEqual(before)
  })
})

describe('a reset after an objection', () => {
  const undone = kinds.filter((kind) => !isPassword(kind) && !isLocked(kind))
  test.each(undone)('undoes %s', async (kind) => {
    const intrusion = intrusions[kind]
    const scene = await prepare(intrusion.has, intrusion.hasApp)
    const { server, owner, thief, harbour, before, codes } = scene
    await press(server, await linkOf(server, owner.userId))
    const own = [before.email, before.mobile].find((one) => one !== null) ?? ''
    const client = await signInByCode(server, own)
    await intrusion.act(server, { ...thief, client }, harbour, codes)
    // The other address is the owner's alone.
    await reset(server, kind.startsWith('email') ? mobile : owner.email)
    expect(await look(server, owner.userId)).toEqual({ ...before, ...intrusion.after })
    expect(await hasPassword(server, owner)).toBe(true)
  })

  test('leaves alone what was added after 72 hours, and what a second reset finds', async () => {
    const { server, owner } = await prepare()
    await press(server, await linkOf(server, owner.userId))
    await reset(server, owner.email)
    const client = await signInByCode(server, owner.email)
    await link(client, 'oidc', 'noa')
    await reset(server, owner.email)
    expect((await look(server, owner.userId)).links).toContain('oidc')
    await press(server, await linkOf(server, owner.userId))
    server.clock.passSeconds(72 * 3600)
    await addMobile(server, await signInByCode(server, owner.email), mobile)
    await reset(server, owner.email)
    expect((await look(server, owner.userId)).mobile).toBe(mobile)
  })
})

describe('the proof of an address with which somebody else made an account', () => {
  test.each([
    'password_changed',
    'mobile_bound',
    'connection_added',
    'program_allowed',
    'username_changed',
    'name_changed',
    'organization_created',
  ] as const)('gives its owner nothing of that account after %s', async (kind) => {
    const server = await createTestServer({ settings: local.settings })
    const email = 'ann@example.com'
    const thief = await server.person({ email: 'thief@example.com' })
    await setIdentifiers(server, thief.userId, { email: null, username: 'ann_lee' })
    await server.database.query
      .updateTable('accounts')
      .set({ unverifiedEmail: email, name: 'Ann Lee' })
      .where('id', '=', thief.userId)
      .execute()
    await intrusions[kind].act(server, thief, await createOAuthClient(server), [])
    const made = await look(server, thief.userId)
    const client = await signInByCode(server, email)
    const { data } = await client.call(accountInfo, {})
    const id = data.user_id_str
    expect(id).not.toBe(thief.userId)
    expect(await look(server, id)).toEqual({
      email,
      mobile: null,
      username: null,
      name: expect.not.stringMatching(/Ann Lee|thief/) as string,
      links: [],
      apps: [],
      passkeys: [],
      codes: 0,
      level: 1,
      clients: [],
      organizations: [],
    })
    const events = await client.call(listSecurityEvents, {})
    expect(events.data.total).toBe(1)
    // Whoever made it keeps all but the address: an organization may have other members.
    expect(await look(server, thief.userId)).toEqual(made)
    const mine = await thief.client.call(accountInfo, {})
    expect(mine.data).toMatchObject({ user_id_str: thief.userId, email: '' })
    const login = {
      email,
      password: kind === 'password_changed' ? 'nine loud herons' : thief.password,
    }
    expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
  })
})

test('undoes what it knows where a newer version has stored more', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person()
  await client.call(updateUser, { name: 'Somebody else' })
  await server.app.services.events.note(
    { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'method_add' },
    'method_added',
    userId,
  )
  await server.database.query
    .updateTable('securityEvents')
    .set({ kind: 'of_a_newer_version' as 'method_added' })
    .where('by', '=', 'method_add')
    .execute()
  const { data } = await client.call(listSecurityEvents, {})
  const { event_id } = data.list.find(({ kind }) => kind === 'name_changed') ?? { event_id: '' }
  const objected = await client.call(objectToEvent, { event_id })
  expect(objected.data.undone).toMatchObject([{ what: 'name' }])
})

/** Returns the link of a notice that is sent at this moment. */
async function linkOf({ app }: TestServer, accountId: string): Promise<string> {
  return await app.services.transaction((tx) => objectionLink(tx, 1001, accountId, undefined))
}

/** Returns the newest link that an address of before got since a time. */
async function newestLink(
  server: TestServer,
  { email, mobile: number }: Seen,
  since: number,
): Promise<string | undefined> {
  const messages = [...(await server.mail(email ?? '')), ...(await server.mail(number ?? ''))]
  const bodies = messages.filter(({ createdAt }) => createdAt >= since).map(({ body }) => body)
  return bodies.map((body) => /http\S+\/form\/not-me\?\S+/.exec(body)?.[0]).find(Boolean)
}

async function press(server: TestServer, address: string): Promise<string> {
  const reply = await server.fetch(
    new Request(`${ORIGIN}/form/not-me`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-site': 'same-origin',
      },
      body: new URL(address).searchParams,
    }),
  )
  return await reply.text()
}

/** Returns a session of the owner that has just given a proof. */
async function recentSession(server: TestServer, owner: Person): Promise<Client> {
  const isSignedIn = (await owner.client.call(accountInfo, {})).error === undefined
  if (!isSignedIn) return await signInByCode(server, owner.email)
  await server.database.query
    .updateTable('sessions')
    .set({ provedAt: server.clock.now() })
    .where('accountId', '=', owner.userId)
    .execute()
  return owner.client
}

async function idOf(client: Client, kind: string): Promise<string> {
  const { data } = await client.call(listSecurityEvents, { page_size: 100 })
  const events = data.list as { event_id: string; kind: string }[]
  return events.find((event) => event.kind === kind)?.event_id ?? ''
}

async function hasPassword({ app }: TestServer, { userId }: Person): Promise<boolean> {
  return (await app.services.accounts.byId(userId))?.passwordHash !== null
}

async function reset(server: TestServer, address: string): Promise<void> {
  server.clock.passSeconds(60)
  const client = server.client()
  const password = 'ten calm lynxes'
  const isMail = address.includes('@')
  await client.call(sendCode, isMail ? { email: address, type: 6 } : { mobile: address, type: 4 })
  const code = await server.codeFor(address)
  const answer = isMail
    ? await client.call(resetByEmail, { email: address, code, password })
    : await client.call(resetByMobile, { mobile: address, code, password })
  expect(answer.error).toBeUndefined()
}
