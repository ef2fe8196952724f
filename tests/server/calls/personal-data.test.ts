import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import { beginRecovery } from '../../../server/account-recovery/account-recovery.ts'
import { operatorSource } from '../../../server/calls/operator-source.ts'
import { readConfig } from '../../../server/config/config.ts'
import { addMobile, issueStepUpTicket } from '../../support/account-addresses.ts'
import { createTestServer } from '../../support/test-server.ts'

const mobile = '+819012345678'

test('exports what is stored about a person, in full', async () => {
  const server = await createTestServer()
  const ann = await server.person({ email: 'ann@example.com' })
  await addMobile(server, ann.client, mobile)
  const { data, error } = await ann.client.call(exportData, {})
  expect(error).toBeUndefined()
  expect(data.account).toMatchObject({
    user_id_str: ann.userId,
    email: 'ann@example.com',
    mobile,
    has_password: 1,
    created_by_app: 1001,
  })
  expect(data.sessions).toHaveLength(1)
  const events = data.events as { kind: string }[]
  expect(events.map(({ kind }) => kind)).toContain('mobile_bound')
  expect(JSON.stringify(data)).not.toMatch(/argon2|password_hash/i)
})

test('exports remembered browsers, a recovery, and what was written for early access', async () => {
  const server = await createTestServer()
  const { email, client, userId } = await server.person()
  const { database } = server
  const { accounts, rememberedBrowsers, transaction } = server.app.services
  await rememberedBrowsers.remember(
    userId,
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Firefox/153.0',
  )
  const account = await accounts.byId(userId)
  if (account === undefined) throw new Error('no account')
  const { readyAt } = await transaction((tx) =>
    beginRecovery(tx, operatorSource('cli'), account, { channel: 'email', address: email }),
  )
  const said = { email, name: 'Ann Lee', about: 'I write parsers.', system: 'linux' }
  const createdAt = server.clock.now()
  const application = { ...said, id: 'a', aid: 1001, language: 'en', createdAt } as const
  const joined = { state: 'joined', codeHash: '', accountId: userId, expiresAt: null } as const
  await database.query
    .insertInto('earlyAccess')
    .values({ ...application, ...joined })
    .execute()
  const { data } = await client.call(exportData, {})
  expect(data).toMatchObject({
    recovery_ready_at: Math.floor(readyAt / 1000),
    remembered_browsers: [{ device: 'Firefox on Linux', last_used_at: 0 }],
    early_access: [{ ...said, applied_at: Math.floor(createdAt / 1000) }],
  })
})

test('contains which terms the person accepted, and when', async () => {
  const server = await createTestServer({ settings: { TERMS_VERSION: '2027-01-01' } })
  const madeAt = Math.floor(server.clock.now() / 1000)
  const ann = await server.person()
  server.clock.passSeconds(60)
  const { data } = await ann.client.call(exportData, {})
  expect(data.terms).toEqual({ version: '2027-01-01', accepted_at: madeAt })
})

test('records the terms again for the owner who claims an unproved account', async () => {
  const server = await createTestServer({ settings: { TERMS_VERSION: '2027-01-01' } })
  const { accounts, transaction } = server.app.services
  const email = 'ann@example.com'
  await transaction((tx) =>
    tx.accounts.createUnproved({
      email,
      username: undefined,
      name: undefined,
      passwordHash: null,
      locale: 'en',
      aid: 1001,
    }),
  )
  server.clock.passSeconds(60)
  const client = server.client()
  await client.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  await client.call(emailRegister, { email, code, password: 'ten tall cranes' })
  const account = await accounts.byEmail(email)
  expect(account?.termsAcceptedAt).toBe(server.clock.now())
})

test('uses the version of the terms that the site shows', () => {
  const file = path.join(import.meta.dirname, '../../../src/content/legal/en/terms-of-service.md')
  const [, effective] = /^effective: (\S+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  expect(readConfig({}).TERMS_VERSION).toBe(effective)
})

test('asks for a recent proof before an export', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addMobile(server, ann.client, mobile)
  server.clock.passSeconds(11 * 60)
  const rejection = await ann.client.call(exportData, {})
  expect(rejection.error).toBe('second_verify')
  expect(rejection.data.verify_scene_desc).toMatch(/^You signed in a while ago\./)
  const ticket = await issueStepUpTicket(server, ann, 'password')
  expect((await ann.client.call(exportData, { ticket })).error).toBeUndefined()
  expect((await ann.client.call(exportData, { ticket })).error).toBe('ticket_expired')
})

test('exports nothing without a session, or to another application', async () => {
  const server = await createTestServer()
  expect((await server.client().call(exportData, {})).error).toBe('session_expired')
  const ann = await server.person()
  const other = { aid: 1002, origin: 'http://localhost:4322' }
  expect((await ann.client.call(exportData, {}, other)).error).toBe('bad_app')
})

test('ends all other sessions when the owner did not cause an event', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const thief = server.client()
  await thief.call(passwordLogin, { email: ann.email, password: ann.password })
  const { data } = await ann.client.call(listSecurityEvents, {})
  const [newest] = data.list as { event_id: string }[]
  const event = { event_id: newest?.event_id ?? '' }
  const answer = await ann.client.call(objectToEvent, event)
  expect(answer.data.sessions_ended).toBe(1)
  expect((await thief.call(accountInfo, {})).error).toBe('session_expired')
  expect((await ann.client.call(accountInfo, {})).error).toBeUndefined()
})

test('refuses to object to events of others, or without a session', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const { data } = await ann.client.call(listSecurityEvents, {})
  const [newest] = data.list as { event_id: string }[]
  const event = { event_id: newest?.event_id ?? '' }
  expect((await bob.client.call(objectToEvent, event)).error).toBe('bad_parameter')
  expect((await server.client().call(objectToEvent, event)).error).toBe('session_expired')
  expect((await ann.client.call(accountInfo, {})).error).toBeUndefined()
})
