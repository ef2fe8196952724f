import { expect, test } from 'vitest'
import {
  emailBind,
  emailChange,
  emailSwitchBind,
  emailUnbind,
  mobileBind,
  mobileChange,
  mobileSwitchBind,
  mobileUnbind,
} from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { addMobile, issueStepUpTicket } from '../../support/account-addresses.ts'
import type { Person } from '../../support/create-people.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const mobile = '+819012345678'

test('adds a proved number, notifies both addresses and notes the event', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const answer = await addMobile(server, ann.client, mobile)
  expect(answer.data.mobile).toBe('901****5678')
  const { data } = await ann.client.call(accountInfo, {})
  expect(data).toMatchObject({ mobile: '901****5678', phone_collected: true })
  for (const [site, shown] of [
    ['same-origin', '+81 90 1234 5678'],
    ['cross-site', '901****5678'],
  ] as const) {
    const headers = { 'sec-fetch-site': site }
    const full = await ann.client.call(accountInfo, { get_info_type: 2 }, { headers })
    expect(full.data.mobile, site).toBe(shown)
  }
  const [mail] = await server.mail(ann.email)
  expect(mail?.subject).toBe('A new way to sign in to Sable')
  expect(mail?.body).toContain('901****5678')
  expect((await server.mail(mobile))[0]?.body).toContain('was added')
  expect(await eventsOf(server, ann)).toContain('mobile_bound')
})

test('adds an e-mail address to an account with a number', async () => {
  const server = await createTestServer()
  const bob = await server.person({ mobile })
  await bob.client.call(sendCode, { email: 'bob@example.com', type: 8 })
  const code = await server.codeFor('bob@example.com')
  const answer = await bob.client.call(emailBind, { email: 'bob@example.com', code })
  expect(answer.data.email).toBe('b***@example.com')
  const login = { email: 'bob@example.com', password: bob.password }
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
})

test('requires a step-up after ten minutes, then accepts the same call', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  server.clock.passSeconds(600)
  const rejection = await addMobile(server, ann.client, mobile)
  expect(rejection.error).toBe('second_verify')
  const code = await server.codeFor(mobile)
  const params = {
    sms_code_key: String(rejection.data.sms_code_key),
    verify_ticket: String(rejection.data.verify_ticket),
  }
  await ann.client.call(verifyAccount, { password: ann.password }, { params })
  const resent = { params: { ...params, is_resend: '1' } }
  const other = { mobile: '+819087654321', code }
  expect((await ann.client.call(mobileBind, other, resent)).error).toBe('code_expired')
  expect((await ann.client.call(mobileBind, { mobile, code }, resent)).error).toBeUndefined()
})

test('accepts a step-up ticket instead of a recent sign-in, once', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  server.clock.passSeconds(600)
  await ann.client.call(sendCode, { mobile, type: 17 })
  const code = await server.codeFor(mobile)
  const ticket = await issueStepUpTicket(server, ann, 'email')
  expect((await ann.client.call(mobileBind, { mobile, code, ticket })).error).toBeUndefined()
  const again = await ann.client.call(mobileUnbind, { ticket })
  expect(again.error).toBe('ticket_expired')
})

test('accepts a ticket only for the operation it was issued for', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addMobile(server, ann.client, mobile)
  const params = { scene: 'email_unbind' }
  const { password } = ann
  const { data } = await ann.client.call(verifyAccount, { password }, { params })
  const ticket = data.ticket
  expect((await ann.client.call(mobileUnbind, { ticket })).error).toBe('ticket_expired')
  expect((await ann.client.call(emailUnbind, { ticket })).error).toBeUndefined()
})

test('accepts a ticket only in the session it was issued to', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const phone = server.client()
  await phone.call(passwordLogin, { email: ann.email, password: ann.password })
  await addMobile(server, ann.client, mobile)
  const ticket = await issueStepUpTicket(server, ann, 'email')
  expect((await phone.call(mobileUnbind, { ticket })).error).toBe('ticket_expired')
})

test('rejects a ticket of another account', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await addMobile(server, ann.client, mobile)
  const ticket = await issueStepUpTicket(server, bob, 'email')
  expect((await ann.client.call(mobileUnbind, { ticket })).error).toBe('ticket_expired')
})

test('rejects a wrong code, a missing session, and a code of another type', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  expect((await server.client().call(mobileBind, { mobile, code: '123456' })).error).toBe(
    'session_expired',
  )
  await ann.client.call(sendCode, { mobile, type: 17 })
  expect((await ann.client.call(mobileBind, { mobile, code: '000000' })).error).toBe('code_error')
  await ann.client.call(sendCode, { mobile, type: 24 })
  const login = await server.codeFor(mobile)
  expect((await ann.client.call(mobileBind, { mobile, code: login })).error).toBe('code_error')
})

test('replaces a number only on request, and not with a password alone', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addMobile(server, ann.client, mobile)
  const other = '+819087654321'
  expect((await addMobile(server, ann.client, other)).error).toBe('already_bound')
  const code = await server.codeFor(other)
  const wish = { mobile: other, code, unbind_exist: 1 } as const
  expect((await ann.client.call(mobileBind, wish)).error).toBe('ticket_expired')
  const byPassword = await issueStepUpTicket(server, ann, 'password')
  expect((await ann.client.call(mobileBind, { ...wish, ticket: byPassword })).error).toBe(
    'ticket_expired',
  )
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  const done = await ann.client.call(mobileBind, { ...wish, ticket })
  expect(done.data.mobile).toBe('908****4321')
})

test('moves a number of another account after a confirmation', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await addMobile(server, bob.client, mobile)
  server.clock.passSeconds(60)
  const rejection = await addMobile(server, ann.client, mobile)
  expect(rejection.error).toBe('mobile_bound_need_jump')
  const key = String(rejection.data.profile_key)
  const page = `${ORIGIN}/third-party-oauth#move=mobile.1001.${key}`
  expect([rejection.data.redirect_url, rejection.body.redirect_url]).toEqual([page, page])
  const unsure = await ann.client.call(mobileSwitchBind, { profile_key: key })
  expect(unsure.error).toBe('switch_confirm_needed')
  const stolen = await bob.client.call(mobileSwitchBind, { profile_key: key, change_bind: 1 })
  expect(stolen.error).toBe('ticket_expired')
  const moved = await ann.client.call(mobileSwitchBind, { profile_key: key, change_bind: 1 })
  expect(moved.data.mobile).toBe('901****5678')
  expect((await bob.client.call(accountInfo, {})).data.phone_collected).toBe(false)
  expect((await server.mail(bob.email))[0]?.subject).toMatch(/was removed/)
  expect(await eventsOf(server, bob)).toContain('mobile_unbound')
  const again = await ann.client.call(mobileSwitchBind, { profile_key: key, change_bind: 1 })
  expect(again.error).toBe('ticket_expired')
})

test('requires no second proof after the decision to move a number', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await addMobile(server, bob.client, mobile)
  server.clock.passSeconds(570)
  const rejection = await addMobile(server, ann.client, mobile)
  server.clock.passSeconds(60)
  const key = String(rejection.data.profile_key)
  const moved = await ann.client.call(mobileSwitchBind, { profile_key: key, change_bind: 1 })
  expect(moved.data.mobile).toBe('901****5678')
})

test('does not replace a number by moving another one without a request', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await addMobile(server, bob.client, mobile)
  server.clock.passSeconds(60)
  await ann.client.call(sendCode, { mobile, type: 17 })
  const wish = { mobile, code: await server.codeFor(mobile), unbind_exist: 1 } as const
  const rejection = await ann.client.call(mobileBind, wish)
  await addMobile(server, ann.client, '+819087654321')
  const key = String(rejection.data.profile_key)
  const call = { profile_key: key, change_bind: 1, unbind_exist: 1 } as const
  expect((await ann.client.call(mobileSwitchBind, call)).error).toBe('already_bound')
})

test('replaces a number by moving another one on request', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const bob = await server.person()
  await addMobile(server, bob.client, mobile)
  await addMobile(server, ann.client, '+819087654321')
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  await ann.client.call(sendCode, { mobile, type: 17 })
  const wish = { mobile, code: await server.codeFor(mobile), unbind_exist: 1, ticket } as const
  const rejection = await ann.client.call(mobileBind, wish)
  expect(rejection.error).toBe('mobile_bound_need_jump')
  const key = String(rejection.data.profile_key)
  const moved = await ann.client.call(mobileSwitchBind, { profile_key: key, change_bind: 1 })
  expect(moved.data.mobile).toBe('901****5678')
})

test('moves a number at once on request, unless it is the last sign-in method of its account', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await server.person({ mobile })
  server.clock.passSeconds(60)
  await ann.client.call(sendCode, { mobile, type: 17 })
  const code = await server.codeFor(mobile)
  const refused = await ann.client.call(mobileBind, { mobile, code, kick_other: 1 })
  expect(refused.error).toBe('mobile_has_bound')
  const bob = await server.person()
  const spare = '+819087654321'
  await addMobile(server, bob.client, spare)
  server.clock.passSeconds(60)
  await ann.client.call(sendCode, { mobile: spare, type: 17 })
  const moved = await ann.client.call(mobileBind, {
    mobile: spare,
    code: await server.codeFor(spare),
    kick_other: 1,
  })
  expect(moved.error).toBeUndefined()
})

test('moves an e-mail address with a code or a profile key', async () => {
  const server = await createTestServer()
  const ann = await server.person({ mobile })
  const bob = await server.person()
  await addMobile(server, bob.client, '+819087654321')
  const email = bob.email
  await ann.client.call(sendCode, { email, type: 8 })
  const code = await server.codeFor(email)
  expect((await ann.client.call(emailSwitchBind, { email, code })).error).toBe(
    'switch_confirm_needed',
  )
  const moved = await ann.client.call(emailSwitchBind, { email, code, change_bind: 1 })
  expect(moved.data.email).toMatch(/^p\*\*\*@/)
})

test('removes an address, notifies it, and stores it for support', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addMobile(server, ann.client, mobile)
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  expect((await ann.client.call(emailUnbind, { ticket })).error).toBeUndefined()
  expect((await ann.client.call(accountInfo, {})).data.email_collected).toBe(false)
  expect((await server.mail(ann.email))[0]?.subject).toContain(`${ann.email} was removed`)
  const { formerAddresses: addresses } = server.app.services
  const former = await addresses.listFormer(ann.userId, server.clock.now())
  expect(former).toMatchObject([{ channel: 'email', address: ann.email }])
  server.clock.passSeconds(72 * 3600)
  expect(await addresses.listFormer(ann.userId, server.clock.now())).toEqual([])
})

test('keeps the last sign-in method, and rejects removing a missing address', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const ticket = await issueStepUpTicket(server, ann, 'email')
  expect((await ann.client.call(emailUnbind, { ticket })).error).toBe('last_binding')
  expect((await ann.client.call(mobileUnbind, { ticket })).error).toBe('binding_not_exist')
})

test('keeps one of two sign-in methods that are removed at once', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addMobile(server, ann.client, mobile)
  const [one, two] = [
    await issueStepUpTicket(server, ann, 'email'),
    await issueStepUpTicket(server, ann, 'mobile'),
  ]
  const answers = await Promise.all([
    retryWhileBusy(() => ann.client.call(emailUnbind, { ticket: one })),
    retryWhileBusy(() => ann.client.call(mobileUnbind, { ticket: two })),
  ])
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['last_binding', undefined]))
})

test('changes a number with a code to the old one, and notifies both', async () => {
  const server = await createTestServer()
  const ann = await server.person({ mobile })
  const fresh = '+819087654321'
  await ann.client.call(sendCode, { mobile: fresh, type: 20 })
  const code = await server.codeFor(fresh)
  const byPassword = await issueStepUpTicket(server, ann, 'password')
  const weak = await ann.client.call(mobileChange, { mobile: fresh, code, ticket: byPassword })
  expect(weak.error).toBe('ticket_expired')
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  const answer = await ann.client.call(mobileChange, { mobile: fresh, code, ticket })
  expect(answer.data.mobile).toBe('908****4321')
  const [toOld] = await server.mail(mobile)
  expect(toOld?.body).toMatch(/your account is now at 908\*{4}4321\. Not you\? .*\/form\/not-me/)
  expect((await server.mail(fresh))[0]?.body).toBe(`Sable: your account is now at ${fresh}.`)
  expect(await eventsOf(server, ann)).toContain('mobile_changed')
})

test('sends no code to the current address of the account', async () => {
  const server = await createTestServer()
  const [ann, bob] = [await server.person(), await server.person({ mobile })]
  const { email } = ann
  const before = await server.mail(email)
  const mailed = await ann.client.call(sendCode, { email, type: 20 })
  expect(mailed.error).toBe('address_unchanged')
  expect(await server.mail(email)).toEqual(before)
  expect((await bob.client.call(sendCode, { mobile, type: 20 })).error).toBe('address_unchanged')
  expect((await ann.client.call(sendCode, { mobile, type: 20 })).error).toBeUndefined()
})

test('changes an e-mail address, in the language of the call, and ends other sessions on request', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await server.database.query.updateTable('accounts').set({ locale: 'ja' }).execute()
  const phone = server.client()
  await phone.call(passwordLogin, { email: ann.email, password: ann.password })
  const email = 'new@example.com'
  await ann.client.call(sendCode, { email, type: 20 })
  const code = await server.codeFor(email)
  const ticket = await issueStepUpTicket(server, ann, 'email')
  const wish = { email, code, ticket, sign_out_others: 1 } as const
  expect((await ann.client.call(emailChange, wish)).data.email).toBe('n***@example.com')
  expect((await server.mail(ann.email))[0]?.subject).toContain('アドレスが変更されました')
  expect((await phone.call(accountInfo, {})).error).toBe('session_expired')
  expect((await ann.client.call(accountInfo, {})).error).toBeUndefined()
})

test('rejects a change to an address of another account', async () => {
  const server = await createTestServer()
  const ann = await server.person({ mobile })
  const bob = await server.person({ mobile: '+819087654321' })
  server.clock.passSeconds(60)
  await ann.client.call(sendCode, { mobile: bob.mobile, type: 20 })
  const code = await server.codeFor(bob.mobile)
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  const answer = await ann.client.call(mobileChange, { mobile: bob.mobile, code, ticket })
  expect(answer.error).toBe('mobile_has_bound')
})

async function eventsOf(server: TestServer, person: Person): Promise<string[]> {
  const { list } = await server.app.services.events.list(person.userId, {
    offset: 0,
    limit: 50,
  })
  return list.map(({ kind }) => kind)
}
