import { expect, test, vi } from 'vitest'
import {
  cancelCheck,
  cancelConfirm,
  cancelVerify,
  cancelVerifyWay,
} from '#protocol/web/account-deletion.ts'
import { emailBind, mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { cancelDeletion } from '../../../server/account-deletion/account-deletion.ts'
import { eraseDueAccounts } from '../../../server/account-deletion/erase-account.ts'
import { timeText } from '../../../server/lib/time-text.ts'
import { cleanUp, startCleanup } from '../../../server/store/cleanup.ts'
import { addMember, addOrganization, runCommand } from '../../support/organizations.ts'
import { deleteAccount, references } from '../../support/delete-account.ts'
import { createTestServer } from '../../support/test-server.ts'

const DAY_SECONDS = 24 * 3600
const DAY_MS = DAY_SECONDS * 1000
const mobile = '+819012345678'

test('lists the methods that confirm the deletion', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await ann.client.call(sendCode, { mobile, type: 17 })
  await ann.client.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
  const { data } = await ann.client.call(cancelVerifyWay, {})
  expect(data.ways).toEqual([
    { verify_way: 'mobile_sms_verify', mobile: '901****5678' },
    { verify_way: 'email_code_verify', email: 'p***@example.com' },
    { verify_way: 'pwd_verify' },
  ])
})

test('requires a session', async () => {
  const server = await createTestServer()
  const stranger = server.client()
  for (const endpoint of [cancelVerifyWay, cancelCheck, cancelVerify]) {
    expect((await stranger.call(endpoint, {})).error).toBe('session_expired')
  }
  const madeUp = {
    value_ticket: 'x'.repeat(43),
    token: 'x'.repeat(43),
    cancel_ticket: 'x'.repeat(43),
  }
  expect((await stranger.call(cancelConfirm, madeUp)).error).toBe('session_expired')
})

test('lists the losses, schedules the deletion, ends all sessions and notifies the owner', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email: ann.email, password: ann.password })
  const check = await ann.client.call(cancelCheck, {})
  expect(check.data).toMatchObject({
    can_cancel: 1,
    reasons: [],
    values: [{ name: 'sessions', count: 2 }],
  })
  const answer = await deleteAccount(server, ann)
  expect(answer.data.cancel_at).toBe(server.clock.now() / 1000 + 15 * DAY_SECONDS)
  expect(ann.client.cookies.has('sessionid')).toBe(false)
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
  const [mail] = await server.mail(ann.email)
  const erasedAt = timeText(Number(answer.data.cancel_at) * 1000, 'en')
  expect(mail?.subject).toBe(`Your Sable account will be deleted on ${erasedAt}`)
})

test('accepts the password instead of a code', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const wrong = await ann.client.call(cancelVerify, { password: 'not the one' })
  expect(wrong.error).toBe('password_error')
  expect((await ann.client.call(cancelVerify, {})).error).toBe('code_missing')
  const { data } = await ann.client.call(cancelVerify, { password: ann.password })
  expect(data.token).toMatch(/^[\w-]{43}$/)
  expect(data.cancel_ticket).toMatch(/^[\w-]{43}$/)
})

test('accepts a step-up ticket, once', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const params = { scene: 'cancel_verify' }
  const { password } = ann
  const proof = await ann.client.call(verifyAccount, { password }, { params })
  const ticket = proof.data.ticket
  expect((await ann.client.call(cancelVerify, { ticket })).error).toBeUndefined()
  expect((await ann.client.call(cancelVerify, { ticket })).error).toBe('ticket_expired')
})

test('requires all three references and the consent to losses', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  const mine = await references(server, ann)
  const other = await references(server, bob)
  const kept = await ann.client.call(cancelConfirm, mine)
  expect(kept.error).toBe('cannot_cancel')
  expect(kept.data.reasons).toEqual([{ code: 'values_kept' }])
  for (const name of ['value_ticket', 'token', 'cancel_ticket'] as const) {
    const mixed = { ...mine, [name]: other[name], abandon: 1 } as const
    expect((await ann.client.call(cancelConfirm, mixed)).error, name).toBe('ticket_expired')
  }
  const swapped = {
    ...mine,
    token: mine.cancel_ticket,
    cancel_ticket: mine.token,
    abandon: 1,
  } as const
  expect((await ann.client.call(cancelConfirm, swapped)).error).toBe('ticket_expired')
  expect((await ann.client.call(cancelConfirm, { ...mine, abandon: 1 })).error).toBeUndefined()
})

test('rejects the deletion while the person manages an organization', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const subject = await addOrganization(server, 'Orchard Ltd')
  const mine = { ...(await references(server, ann)), abandon: 1 } as const
  await addMember(server, subject, ann, '--manager')
  const reason = {
    code: 'still_manager',
    text: 'You manage Orchard Ltd. Hand over to somebody else first.',
  }
  expect((await ann.client.call(cancelCheck, {})).data).toMatchObject({
    can_cancel: 0,
    reasons: [reason],
  })
  const refused = await ann.client.call(cancelConfirm, mine)
  expect(refused.error).toBe('cannot_cancel')
  expect(refused.data.reasons).toEqual([reason])
  const other = await server.person()
  await addMember(server, subject, other)
  await runCommand(server, 'subject', 'manager', subject, other.userId, '--reason', 'Ann leaves')
  expect((await ann.client.call(cancelCheck, {})).data.can_cancel).toBe(1)
  expect((await ann.client.call(cancelConfirm, mine)).error).toBeUndefined()
})

test('rejects the references after ten minutes', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const mine = await references(server, ann)
  server.clock.passSeconds(600)
  expect((await ann.client.call(cancelConfirm, { ...mine, abandon: 1 })).error).toBe(
    'ticket_expired',
  )
})

test('reserves the address until the account is erased', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person({ mobile })
  await deleteAccount(server, ann)
  server.clock.passSeconds(60)
  await bob.client.call(sendCode, { email: ann.email, type: 8 })
  const code = await server.codeFor(ann.email)
  const answer = await bob.client.call(emailBind, { email: ann.email, code, kick_other: 1 })
  expect(answer.error).toBe('mobile_has_bound')
})

test('erases the account with all its data after fifteen days', async () => {
  const server = await createTestServer()
  const { services } = server.app
  const { accounts, events } = services
  const ann = await server.person()
  await ann.client.call(updateUser, { birthday: '1990-02-03' })
  const counts = server.database.query.selectFrom('rateLimits').select('key')
  const ofAnn = counts.where('key', '=', `update birthday ${ann.userId}`)
  expect(await ofAnn.execute()).toHaveLength(1)
  await deleteAccount(server, ann)
  server.clock.passSeconds(15 * DAY_SECONDS - 1)
  expect(await eraseDueAccounts(services)).toBe(0)
  server.clock.passSeconds(1)
  expect(await eraseDueAccounts(services)).toBe(1)
  expect(await eraseDueAccounts(services)).toBe(0)
  expect((await server.mail(ann.email))[0]?.subject).toBe('Your Sable account was deleted')
  expect(await accounts.byId(ann.userId)).toBeUndefined()
  const { list } = await events.list(ann.userId, { offset: 0, limit: 50 })
  expect(list).toMatchObject([{ kind: 'account_deleted', device: '', address: '' }])
  const tables = ['sessions', 'avatars', 'pictures', 'formerAddresses', 'linkedAccounts'] as const
  for (const table of tables) {
    const rows = await server.database.query.selectFrom(table).select('accountId').execute()
    expect(rows, table).toEqual([])
  }
  expect(await ofAnn.execute()).toEqual([])
  const login = { email: ann.email, password: ann.password }
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
  const again = await server.person({ email: ann.email })
  expect(again.userId).not.toBe(ann.userId)
})

test('erases the account only on the instance that holds the lease', async () => {
  const server = await createTestServer()
  const { services } = server.app
  const { accounts } = services
  const ann = await server.person()
  await deleteAccount(server, ann)
  server.clock.passSeconds(15 * DAY_SECONDS)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const round = Promise.withResolvers<number>()
  const stop = startCleanup(
    server.database,
    server.clock.now,
    round.reject,
    () => eraseDueAccounts(services).then(round.resolve),
    { eventsMs: DAY_MS, auditMs: DAY_MS, telemetryMs: DAY_MS, attemptsMs: DAY_MS },
  )
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(await round.promise).toBe(1)
  await stop()
  expect(await accounts.byId(ann.userId)).toBeUndefined()
})

test('reserves an erased address for the configured time', async () => {
  const server = await createTestServer({ settings: { CLOSED_ADDRESS_DAYS: '30' } })
  const { services } = server.app
  const ann = await server.person()
  await deleteAccount(server, ann)
  server.clock.passSeconds(15 * DAY_SECONDS)
  await eraseDueAccounts(services)
  const kept = await server.database.query.selectFrom('erasedAddresses').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(ann.email)
  const visitor = server.client()
  const { email, password } = ann
  await visitor.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  const refused = await visitor.call(emailRegister, { email, password, code })
  expect(refused.error).toBe('account_limited')
  server.clock.passSeconds(30 * DAY_SECONDS + 1)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect((await server.person({ email })).userId).not.toBe(ann.userId)
})

test('either cancels or erases when both happen at once on several instances', async () => {
  const server = await createTestServer()
  const { services } = server.app
  const ann = await server.person()
  await deleteAccount(server, ann)
  server.clock.passSeconds(15 * DAY_SECONDS)
  const source = { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'test' }
  const [kept, ...erased] = await Promise.all([
    services
      .transaction((tx) => cancelDeletion(tx, source, ann.userId))
      .then(
        () => 1,
        () => 0,
      ),
    ...Array.from({ length: 5 }, () => eraseDueAccounts(services)),
  ])
  expect([kept, ...erased].reduce((sum, one) => sum + one, 0)).toBe(1)
})

test('schedules the deletion in one of fifty calls', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const mine = await references(server, ann)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ann.client.call(cancelConfirm, { ...mine, abandon: 1 })),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})
