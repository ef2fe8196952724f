import { expect, test } from 'vitest'
import { freezeMember } from '#protocol/web/members.ts'
import { listGrants, revokeGrant } from '#protocol/web/oauth-grants.ts'
import { changePassword } from '#protocol/web/password.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { listSessions, logout, revokeSession } from '#protocol/web/session.ts'
import { eraseDueAccounts } from '../../../server/account-deletion/erase-account.ts'
import { DAY_SECONDS } from '../../../server/lib/clock.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import { createTestClock } from '../../support/clock.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { createOAuthClient, signInTo } from '../../support/oauth-client.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { createTestServer } from '../../support/test-server.ts'
import { eventsOf, hear, startHearing, tell } from '../../support/webhooks.ts'

test('tells of accounts and sessions, signed as the reference library verifies', async () => {
  const { server, receiver } = await startHearing()
  const { client, email, password, userId } = await server.person()
  await tell(server)
  const types = receiver.events.map(({ type }) => type).toSorted()
  expect(types).toEqual(['ping', 'session.created', 'user.created'])
  expect(eventsOf(receiver, 'user.created')).toMatchObject([
    { user_id: userId, external_ids: [], app_id: 1001, event: 'signed_up', by: 'email_register' },
  ])
  await server.client().call(passwordLogin, { email, password })
  const { data } = await client.call(listSessions, {})
  const other = data.list.find(({ current }) => !current)?.session_id ?? ''
  await client.call(revokeSession, { session_id: other })
  await tell(server)
  expect(eventsOf(receiver, 'session.ended')).toMatchObject([{ session_id: other }])
  await client.call(logout, {})
  await tell(server)
  expect(eventsOf(receiver, 'session.created')).toHaveLength(2)
  expect(eventsOf(receiver, 'session.ended')).toHaveLength(2)
  expect(receiver.refused).toEqual([])
})

test('tells of changes, passwords, methods and states', async () => {
  const { server, receiver } = await startHearing()
  const { client, email, password, userId } = await server.person()
  await client.call(updateUser, { name: 'Ann Sailor' })
  const next = 'eight quiet otters'
  await client.call(changePassword, { current_password: password, password: next })
  // Adding an app passes half a minute: what is on its way would be due once more.
  await tell(server)
  await addApp(server, client)
  const { passwordAttempts: locks } = server.app.services
  const guesser = server.client('203.0.113.9')
  for (const typed of [email, 'nobody@example.com']) {
    for (let failure = 1; failure <= 5; failure++) await locks.fail(locks.keyFor(typed))
    const guess = { email: typed, password: 'a wrong guess' }
    await passCaptcha(guesser, await guesser.call(passwordLogin, guess))
    await guesser.call(passwordLogin, guess, { params: { is_resend: '1' } })
  }
  await typeCommand(server, ['user', 'ban', userId, '--reason', 'sold the account of Bob'])
  await tell(server)
  const changed = eventsOf(receiver, 'user.updated')
  expect(changed).toMatchObject([{ user_id: userId, event: 'name_changed', by: 'user_update' }])
  expect(eventsOf(receiver, 'password.changed')).toMatchObject([{ user_id: userId }])
  expect(eventsOf(receiver, 'factor.added').map(({ event }) => event)).toContain('method_added')
  // Also of a login that nobody has, so that the time does not tell whether there is one.
  const locked = eventsOf(receiver, 'password.locked').map((data) => data.user_id)
  expect(new Set(locked)).toEqual(new Set([userId, undefined]))
  expect(eventsOf(receiver, 'user.state_changed')).toMatchObject([
    { user_id: userId, event: 'banned', by: 'cli', app_id: 0 },
  ])
  expect(eventsOf(receiver, 'session.ended').length).toBeGreaterThan(0)
  expect(JSON.stringify(receiver.events)).not.toMatch(/Ann Sailor|sold|person\d|@/)
})

test('tells of companies, their members and the clients of people', async () => {
  const { server, receiver } = await startHearing()
  const company = await createCompany(server)
  const member = await company.join('Ann')
  await company.manager.call(freezeMember, { ids: [member.id], is_frozen: 1 })
  await typeCommand(server, ['member', 'remove', company.id, member.person.userId])
  const oauthClient = await createOAuthClient(server)
  await signInTo(oauthClient, company.manager.client)
  const { data } = await company.manager.client.call(listGrants, {})
  await company.manager.client.call(revokeGrant, { grant_id: data.list[0]?.grant_id ?? '' })
  await tell(server)
  const ids = { organization_id: company.id, member_id: member.id, user_id: member.person.userId }
  expect(eventsOf(receiver, 'member.added')).toMatchObject([ids])
  expect(eventsOf(receiver, 'organization.changed').map(({ event }) => event)).toEqual(
    expect.arrayContaining(['organization_created', 'member_frozen']),
  )
  expect(eventsOf(receiver, 'member.removed')).toMatchObject([ids])
  // The person acted for the company, which they no longer can.
  expect(eventsOf(receiver, 'session.ended').length).toBeGreaterThan(0)
  expect(eventsOf(receiver, 'grant.allowed')).toHaveLength(1)
  expect(eventsOf(receiver, 'grant.revoked')).toHaveLength(1)
  expect(JSON.stringify(receiver.events)).not.toMatch(/Harbour|Ann|@/)
})

test('tells only who asks for the kind and the application', async () => {
  const { server, receiver } = await startHearing({ kinds: ['user.deleted'] })
  const elsewhere = await hear(server, { aid: 1002 })
  const here = await hear(server, { aid: 1001, kinds: ['user.created'] })
  await server.person()
  await tell(server)
  expect(receiver.events.map(({ type }) => type)).toEqual(['ping'])
  expect(elsewhere.events.map(({ type }) => type)).toEqual(['ping'])
  expect(here.events.map(({ type }) => type)).toEqual(['ping', 'user.created'])
  const rows = await server.database.query.selectFrom('webhookEvents').select('kind').execute()
  expect(rows.filter(({ kind }) => kind !== 'ping')).toEqual([{ kind: 'user.created' }])
})

test('sends the user object to who gets it, as it is when it is sent', async () => {
  const shared = { database: await createTestDatabase(true, false), clock: createTestClock() }
  const server = await createTestServer(shared)
  const receiver = await hear(server, { withProfile: true })
  await server.app.services.webhookWorker.close()
  const { client, email, userId } = await server.person()
  await client.call(updateUser, { name: 'Ann Sailor' })
  const stored = await server.database.query.selectFrom('webhookEvents').selectAll().execute()
  expect(JSON.stringify(stored)).not.toMatch(/Ann|@/)
  const again = await createTestServer(shared)
  await tell(again)
  for (const type of ['user.created', 'user.updated']) {
    expect(eventsOf(receiver, type), type).toMatchObject([
      { user_id: userId, user: { id: userId, name: 'Ann Sailor', email, email_verified: true } },
    ])
  }
  expect(eventsOf(receiver, 'session.created')[0]).not.toHaveProperty('user')
})

test('holds and sends nothing personal of a person who is erased meanwhile', async () => {
  const shared = { database: await createTestDatabase(true, false), clock: createTestClock() }
  const server = await createTestServer(shared)
  const receiver = await hear(server, { withProfile: true })
  await tell(server)
  await server.app.services.webhookWorker.close()
  const person = await server.person()
  await person.client.call(updateUser, { name: 'Ann Sailor' })
  await deleteAccount(server, person)
  server.clock.passSeconds(15 * DAY_SECONDS)
  await eraseDueAccounts(server.app.services)
  const { query } = server.database
  const queue = JSON.stringify([
    await query.selectFrom('webhookEvents').selectAll().execute(),
    await query.selectFrom('webhookDeliveries').selectAll().execute(),
  ])
  expect(queue).toContain(person.userId)
  expect(queue).not.toMatch(/Ann|@/)
  await tell(await createTestServer(shared))
  const late = receiver.events.slice(1)
  expect(late.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user.created', 'user.updated', 'user.deleted']),
  )
  expect(late.every(({ data }) => data.user === undefined)).toBe(true)
  expect(JSON.stringify(late)).not.toMatch(/Ann|@/)
})

test('writes nothing in a transaction that is rolled back', async () => {
  const { server, receiver } = await startHearing()
  const { services } = server.app
  const { userId } = await server.person()
  await tell(server)
  const before = receiver.events.length
  const source = { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'test' }
  const failed = services.transaction(async (tx) => {
    await tx.events.note(source, 'name_changed', userId)
    await tx.sessions.endAll(userId)
    throw new RangeError('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await tell(server)
  expect(receiver.events).toHaveLength(before)
})

test('keeps what is done for three days, and what was given up for thirty', async () => {
  const { server, receiver } = await startHearing({}, ({ type }) => (type === 'ping' ? 204 : 410))
  const countRows = async (): Promise<number[]> => {
    const { query } = server.database
    const events = await query.selectFrom('webhookEvents').select('id').execute()
    return [
      events.length,
      (await query.selectFrom('webhookDeliveries').select('state').execute()).length,
    ]
  }
  await server.person()
  await tell(server)
  expect(receiver.events.length).toBeGreaterThan(1)
  expect(await countRows()).toEqual([3, 3])
  server.clock.passSeconds(3 * DAY_SECONDS + 60)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await countRows()).toEqual([2, 2])
  server.clock.passSeconds(27 * DAY_SECONDS)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await countRows()).toEqual([0, 0])
})
