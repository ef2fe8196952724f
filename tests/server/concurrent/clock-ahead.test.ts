import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import {
  createInvitationByEmail,
  declineInvitation,
  resendInvitation,
} from '#protocol/web/invitations.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { addDomain } from '#protocol/web/organization-domains.ts'
import { remainingUpdateTimes, updateUser } from '#protocol/web/profile.ts'
import { createFloodGuard } from '../../../server/limits/flood.ts'
import { DAY_SECONDS, SECOND_MS, waitUntil, wasWithin } from '../../../server/lib/clock.ts'
import { refusingRule } from '../../../server/organizations/session-rules.ts'
import { MAX_WRONG_CODES } from '../../../server/codes/code-attempts.ts'
import { takeLease } from '../../../server/store/leases.ts'
import { firstEventId } from '../../../server/store/webhook-repository.ts'
import { createCompany } from '../../support/companies.ts'
import { createOAuthClient } from '../../support/oauth-client.ts'
import { createTestServer } from '../../support/test-server.ts'
import { startHearing, tell } from '../../support/webhooks.ts'

const AHEAD = 86_704
const email = 'ann@example.com'
const password = 'seven quiet otters'

test('knows which stored times a clock that was ahead has written', () => {
  const now = 1_000_000_000
  expect(waitUntil(now + 40_000, now, 60_000)).toBe(40_000)
  expect(waitUntil(now - 1, now, 60_000)).toBe(0)
  // Two instances differ by less than seconds.
  expect(waitUntil(now + 60_020, now, 60_000)).toBe(60_000)
  expect(waitUntil(now + 80_000_000, now, 60_000)).toBe(0)
  expect(wasWithin(now - 1000, now, 60_000)).toBe(true)
  expect(wasWithin(now - 60_000, now, 60_000)).toBe(false)
  expect(wasWithin(now + 1000, now, 60_000)).toBe(true)
  expect(wasWithin(now + 80_000_000, now, 60_000)).toBe(false)
})

test('sends a code although the last one is from the future', async () => {
  const server = await createTestServer({ settings: { CODES_PER_TARGET_HOUR: '2' } })
  server.clock.passSeconds(AHEAD)
  for (let sent = 0; sent < 2; sent++) {
    await server.client().call(sendCode, { email, type: 13 })
    server.clock.passSeconds(60)
  }
  // The limits of hour and day are reached, and the worker has messages from the future, too.
  const full = await server.client().call(sendCode, { email, type: 13 })
  expect(full).toMatchObject({ error: 'code_frequency', data: { not_sent: 1 } })
  server.clock.passSeconds(-AHEAD - 120)
  expect((await server.client().call(sendCode, { email, type: 13 })).error).toBeUndefined()
  const again = await server.client().call(sendCode, { email, type: 13 })
  expect(again.error).toBe('code_frequency')
  expect(again.data.retry_after).toBeLessThanOrEqual(60)
  // The mailbox sorts by time, so those of the future come first.
  const mails = await server.mail(email)
  const { code = '' } = mails.find(({ createdAt }) => createdAt <= server.clock.now()) ?? {}
  expect((await server.client().call(emailCodeLogin, { email, code })).error).toBeUndefined()
})

test('never asks to wait longer than the interval, and lets the limit of an hour end', async () => {
  const server = await createTestServer({ settings: { CODES_PER_TARGET_HOUR: '1' } })
  server.clock.passSeconds(3)
  await server.client().call(sendCode, { email, type: 13 })
  // Within the difference of two instances it is one of now.
  server.clock.passSeconds(-3)
  const early = await server.client().call(sendCode, { email, type: 13 })
  expect(early).toMatchObject({ error: 'code_frequency', data: { retry_after: 60 } })
  server.clock.passSeconds(63)
  const full = await server.client().call(sendCode, { email, type: 13 })
  expect(full.error).toBe('code_frequency')
  expect(full.data.retry_after).toBeLessThanOrEqual(3600)
})

test('ends waits after wrong passwords and codes, and begins new ones', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const { codeAttempts, passwordAttempts } = server.app.services
  const passwordKey = passwordAttempts.keyFor(email)
  const codeKey = codeAttempts.keyFor({ channel: 'email', address: email })
  server.clock.passSeconds(AHEAD)
  for (let failures = 0; failures < 12; failures++) await passwordAttempts.fail(passwordKey)
  for (let failures = 0; failures < MAX_WRONG_CODES; failures++) await codeAttempts.fail(codeKey)
  await expect(passwordAttempts.requireOpen(passwordKey)).rejects.toThrow('too many')
  await expect(codeAttempts.requireOpen(codeKey)).rejects.toMatchObject({
    error: 'account_limited',
  })
  server.clock.passSeconds(-AHEAD)
  await passwordAttempts.requireOpen(passwordKey)
  expect(await codeAttempts.requireOpen(codeKey)).toBe(MAX_WRONG_CODES)
  // A further failure starts a wait of its own.
  await passwordAttempts.fail(passwordKey)
  await codeAttempts.fail(codeKey)
  await expect(passwordAttempts.requireOpen(passwordKey)).rejects.toThrow('too many')
  await expect(codeAttempts.requireOpen(codeKey)).rejects.toMatchObject({
    error: 'account_limited',
    data: { retry_after: 86_400 },
  })
})

test('sends messages, and takes leases, that are due in the future', async () => {
  const server = await createTestServer()
  const { clock, database } = server
  const { outboxWorker, outbox } = server.app.services
  clock.passSeconds(AHEAD)
  const holder = (name: string): Promise<boolean> =>
    takeLease(database.query, 'test', name, clock.now(), 120_000)
  expect(await holder('one')).toBe(true)
  await outboxWorker.idle()
  await server.app.services.transaction(async (tx) => {
    await tx.outbox.add([
      {
        kind: 'login',
        aid: 1001,
        recipient: { channel: 'email', address: email },
        language: 'en',
        code: '123456',
      },
    ])
    // Taken by nobody before the clock is right.
    clock.passSeconds(-AHEAD)
  })
  outboxWorker.wake()
  await outboxWorker.idle()
  expect((await outbox.backlog()).count).toBe(0)
  expect(await server.codeFor(email)).toBe('123456')
  expect(await holder('two')).toBe(true)
  expect(await holder('one')).toBe(false)
})

test('tells webhooks what happened in the future, and tries again what failed then', async () => {
  let isUp = false
  const answer = (): number => (isUp ? 204 : 500)
  const { server, receiver } = await startHearing({}, answer)
  const { clock } = server
  const { webhooks } = server.app.services
  // The ping fails months ahead; what happens a day ahead is sent by nobody before the clock is right.
  clock.passSeconds(100 * DAY_SECONDS)
  await tell(server)
  clock.passSeconds(-100 * DAY_SECONDS)
  isUp = true
  const at = clock.now() + AHEAD * SECOND_MS
  const event = { id: `${firstEventId(at)}1`, kind: 'user.updated', data: '{}', at }
  await webhooks.insert([event], [{ eventId: event.id, endpointId: receiver.id }], at)
  await tell(server)
  expect(receiver.events.map(({ type }) => type)).toEqual(['ping'])
  await webhooks.hastenStray(clock.now())
  await tell(server)
  const told = receiver.events.map(({ type }) => type)
  expect(told.toSorted()).toEqual(['ping', 'ping', 'user.updated'])
})

test('notes when a session was last seen, and calls no proof of the future recent', async () => {
  const server = await createTestServer()
  await server.person({ email, password })
  const client = server.client()
  server.clock.passSeconds(AHEAD)
  expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  server.clock.passSeconds(-AHEAD)
  expect((await client.call(accountInfo, {})).error).toBeUndefined()
  await expect
    .poll(async () => {
      const rows = await server.database.query.selectFrom('sessions').select('lastSeenAt').execute()
      return rows.every(({ lastSeenAt }) => lastSeenAt <= server.clock.now())
    })
    .toBe(true)
  const now = server.clock.now()
  const rules = {
    methods: ['password', 'code', 'provider', 'qr'],
    second_verification: 'off',
    session_hours: 1,
  }
  const proof = { method: 'password', secondMethod: '', secondProvedAt: 0 } as const
  for (const [provedAt, refusal] of [
    [now - 60_000, undefined],
    [now + AHEAD * 1000, 'session_hours'],
  ] as const) {
    expect(refusingRule(rules as never, { ...proof, provedAt }, now)).toBe(refusal)
  }
})

test('sends invitations and codes of domains again that were sent in the future', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  server.clock.passSeconds(AHEAD)
  const made = await manager.call(createInvitationByEmail, { email, deputy_name: 'Ann' })
  await manager.call(addDomain, { domain: 'firm.example' })
  server.clock.passSeconds(-AHEAD)
  const id = String(made.data.invite_id)
  const sent = await manager.call(resendInvitation, { invite_id: id })
  expect([sent.error, made.error]).toEqual([undefined, undefined])
  expect((await manager.call(addDomain, { domain: 'firm.example' })).error).toBeUndefined()
  const early = await manager.call(resendInvitation, { invite_id: id })
  expect(early.error).toBe('code_frequency')
  expect(early.data.retry_after).toBeLessThanOrEqual(60)
})

test('counts requests in windows of now', () => {
  let now = 1_000_000_000
  const guard = createFloodGuard(2, () => now)
  for (let call = 0; call < 3; call++) guard('192.0.2.1', '192.0.2.1')
  expect(guard('192.0.2.1', '192.0.2.1')).toBe(10)
  now -= AHEAD * 1000
  expect(guard('192.0.2.1', '192.0.2.1')).toBeUndefined()
})

test('lets invite again who was reported in the future', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const inviteTo = async (to: string): Promise<string | undefined> =>
    (await manager.call(createInvitationByEmail, { email: to, deputy_name: 'Ann' })).error
  server.clock.passSeconds(AHEAD)
  for (const name of ['ann', 'ben', 'cleo']) {
    await inviteTo(`${name}@example.com`)
    const [mail] = await server.mail(`${name}@example.com`)
    const [, invite_ticket = ''] = /ticket=([\w-]+)/.exec(mail?.body ?? '') ?? []
    const payload = { invite_ticket, report: 1 } as const
    const declined = await server.client().call(declineInvitation, payload, { family: 'aff' })
    expect(declined.error).toBeUndefined()
  }
  expect(await inviteTo('dan@example.com')).toBe('invitations_stopped')
  server.clock.passSeconds(-AHEAD)
  expect(await inviteTo('dan@example.com')).toBeUndefined()
})

test('lets a profile be changed that was changed in the future', async () => {
  const server = await createTestServer()
  const { client } = await server.person()
  // The window is a day.
  server.clock.passSeconds(AHEAD)
  expect((await client.call(updateUser, { description: 'Early' })).error).toBeUndefined()
  server.clock.passSeconds(-AHEAD)
  const { data } = await client.call(remainingUpdateTimes, {})
  expect(data.list).toContainEqual(
    expect.objectContaining({ field: 'description', remaining: 20, reset_at: 0 }),
  )
})

test('lets a device poll that polled in the future', async () => {
  const server = await createTestServer()
  const more = ['--devices']
  const device = await createOAuthClient(server, { isPublic: true, scopes: 'openid', more })
  const post = async (url: string | undefined, fields: object): Promise<Record<string, string>> => {
    const body = new URLSearchParams({ client_id: device.id, ...fields })
    const reply = await server.fetch(new Request(url ?? '', { method: 'POST', body }))
    return (await reply.json()) as Record<string, string>
  }
  server.clock.passSeconds(AHEAD)
  const { device_authorization_endpoint: begin, token_endpoint: end } = device.server
  const { device_code } = await post(begin, { scope: 'openid' })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = async (): Promise<unknown> => (await post(end, { device_code, grant_type })).error
  expect(await poll()).toBe('authorization_pending')
  server.clock.passSeconds(-AHEAD)
  expect(await poll()).toBe('authorization_pending')
  expect(await poll()).toBe('slow_down')
})
