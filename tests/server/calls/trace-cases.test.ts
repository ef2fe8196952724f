import { expect, test } from 'vitest'
import { cancelRecovery, finishRecovery, startRecovery } from '#protocol/web/account-recovery.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { freezeMember } from '#protocol/web/members.ts'
import { verifyTotp } from '#protocol/web/methods.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { createInvitationByEmail, declineInvitation } from '#protocol/web/invitations.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { createOAuthClient, open } from '../../support/oauth-client.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { createTestServer } from '../../support/test-server.ts'
import { expectCause, logIdOf, trace } from '../../support/trace.ts'

const email = 'ann@example.com'

test('tells of a level that an app does not reach, and what does', async () => {
  const server = await createTestServer()
  const { manager, id, join } = await createCompany(server)
  const { client: boss } = manager.person
  await addPasskey(boss)
  const { passkey } = await addPasskey(boss, {}, { name: 'Key' })
  await signInBy(boss, passkey)
  await boss.call(identityLogin, { login_subject_uid: id })
  const { person } = await join()
  await addApp(server, person.client)
  expect((await manager.call(updatePolicy, { required_level: 3 })).error).toBeUndefined()
  await person.client.call(passwordLogin, { email: person.email, password: person.password })
  const refused = await person.client.call(identityLogin, { login_subject_uid: id })
  expect(refused.error).toBe('level_unreachable')
  await expectCause(server, refused, 'a level is demanded that none of her methods', person.email)
  const told = await trace(server, person.email)
  expect(told).toContain('(level_unreachable, level 3)')
  expect(told).toContain('a passkey for 3, also an authenticator app for 2')
})

test('tells of a client that was frozen', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  await typeCommand(server, ['client', 'freeze', oauthClient.id])
  const page = await open(server.client(), (await oauthClient.start()).address)
  expect(await page.text()).toContain(logIdOf(page))
  const told = await trace(server, logIdOf(page))
  expect(told).toContain('Likely: the program or page that asked is unknown or frozen here')
  expect(told).toContain('"client list" and "app list" show')
})

test('finds what was refused before a login was typed by the networks of whoever is asked for', async () => {
  const server = await createTestServer()
  const { userId, password } = await server.person({ email })
  const oauthClient = await createOAuthClient(server)
  await typeCommand(server, ['client', 'freeze', oauthClient.id])
  server.clock.passSeconds(90_000)
  const elsewhere = server.client('198.51.100.7')
  await open(elsewhere, (await oauthClient.start()).address)
  expect(await trace(server, email)).toContain('nothing of hers was refused')
  const page = await open(server.client(), (await oauthClient.start()).address)
  const told = await trace(server, email)
  expect(told).toContain(
    'without a login, from a network of hers, perhaps by somebody else: consent',
  )
  expect(told).toContain('Likely: the program or page that asked is unknown or frozen here')
  expect(told).toContain(logIdOf(page))
  expect(told).not.toContain('198.51.100')
  // What is hers for sure explains more.
  await server.client().call(passwordLogin, { email, password: 'wrong' })
  const both = await trace(server, email)
  expect(both).toContain('from a network of hers')
  expect(both).toContain('Likely: wrong password. She')
  // Whoever has no account has no network either.
  expect(await trace(server, 'nobody@example.com')).toContain('nothing of hers was refused')

  server.clock.passSeconds(90_000)
  const fields = { account: email, password, language: 'en' }
  await server.client().form('/form/login', fields, { origin: 'https://elsewhere.example' })
  expect(await trace(server, userId)).toContain('Likely: the browser sent no matching cookie')
})

test('tells of a member and of an organization that were frozen, and not of a frozen account', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const member = await join()
  await manager.call(freezeMember, { ids: [member.id], is_frozen: 1 })
  const enter = async ({ email: address, password }: Person) => {
    const browser = server.client()
    await browser.call(passwordLogin, { email: address, password })
    const refused = await browser.call(identityLogin, { login_subject_uid: id })
    expect(refused.error).toBe('frozen')
    await expectCause(server, refused, 'her membership or organization is frozen', address)
  }
  await enter(member.person)
  await typeCommand(server, ['subject', 'freeze', id])
  await enter(manager.person)
  expect(await trace(server, manager.person.email)).toContain('"subject freeze --off" ends that')
})

test('calls no login of a browser another one, where the screen names none', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { client, password } = await server.person({ email })
  const { secret } = await addApp(server, client, 'Phone', 2)
  const browser = server.client()
  const { data } = await browser.call(passwordLogin, { email, password })
  server.clock.passSeconds(1200)
  const late = await browser.call(verifyTotp, {
    code: codeOf(server, secret),
    encrypt_uid: String(data.encrypt_uid),
    verify_ticket: String(data.verify_ticket),
  })
  expect(late.error).toBe('ticket_expired')
  await expectCause(
    server,
    late,
    'the code or page was too old, used already or for something else',
    email,
  )
  const told = await trace(server, logIdOf(late))
  expect(told).toContain('(second_verify)')
  expect(told).not.toContain('another login')
})

test('keeps what a field of a plain page was refused for, by the log id on it', async () => {
  const server = await createTestServer()
  const page = await server.client().form('/form/login', { language: 'en' })
  expect(await page.text()).toContain(logIdOf(page))
  expect(await trace(server, logIdOf(page))).toContain('what was typed was no valid address')
})

test('tells of an address that is no longer hers, by that one and by her present one', async () => {
  const server = await createTestServer()
  const { userId, password } = await server.person({ email })
  const address = 'old@example.com'
  const leftAt = server.clock.now()
  const former = { id: 'a', accountId: userId, channel: 'email', address, leftAt } as const
  const { formerAddresses } = server.app.services
  await formerAddresses.addFormer({ ...former, expiresAt: leftAt + 3_600_000 })
  server.clock.passSeconds(60)
  const refused = await server.client().call(passwordLogin, { email: address, password })
  for (const who of [address, email]) {
    await expectCause(server, refused, 'she typed an address that left her account', who)
    expect(await trace(server, who)).toContain(`Account ${userId}, active.`)
  }
  await server.person({ email: address })
  expect(await trace(server, address)).not.toContain(userId)
  server.clock.passSeconds(3600)
  expect(await trace(server, email)).not.toContain('password_error')
})

test('tells of sessions that a new password ended, in the order in which it happened', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  server.clock.passSeconds(100)
  const other = server.client()
  await other.call(sendCode, { email, type: 6 })
  const reset = { email, code: await server.codeFor(email), password: 'eight quiet otters' }
  expect((await other.call(resetByEmail, reset)).error).toBeUndefined()
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  const told = await trace(server, email)
  expect(told).toMatch(/At \d\d:\d\d password_reset \(reset_by_email\) ended sessions of hers\.\n/)
  expect(told).toContain('Tell her: To sign in again in the browsers that were signed out')
  expect(told).toMatch(/ password_reset [^]* signed_in /)
})

test('tells of an account recovery that somebody ended', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  await addApp(server, client, 'Phone', 2)
  const browser = server.client()
  const code = async (): Promise<string> => {
    server.clock.passSeconds(61)
    await browser.call(sendCode, { email, type: 40 })
    return await server.codeFor(email)
  }
  const { data } = await browser.call(startRecovery, { email, code: await code() })
  await client.call(cancelRecovery, {})
  server.clock.passSeconds(73 * 3600)
  const { recovery_key } = data
  const late = await browser.call(finishRecovery, { email, code: await code(), recovery_key })
  expect(late.error).toBe('ticket_expired')
  await expectCause(server, late, 'account recovery waits, was ended', email)
  expect(await trace(server, email, '--hours', '90')).toContain(
    'recovery_cancelled (recovery_cancel)',
  )
})

test('tells of a page that is not registered', async () => {
  const server = await createTestServer()
  const { password } = await server.person({ email })
  const client = server.client()
  const unknown = await client.call(passwordLogin, { email, password }, { params: { aid: '7777' } })
  expect(unknown.error).toBe('bad_app')
  expect(await trace(server, logIdOf(unknown))).toContain('"app list" show what is registered')
  const origin = 'https://other.example'
  const foreign = await client.call(passwordLogin, { email, password }, { origin })
  expect(foreign.error).toBe('csrf_error')
  expect(await trace(server, logIdOf(foreign))).toContain('"app list" has to name its origin')
})

test('tells that an address gets no invitations, with and without an account, until that is lifted', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  await manager.call(createInvitationByEmail, { email, deputy_name: 'Ann' })
  const [mail] = await server.mail(email)
  const invite_ticket = /ticket=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  expect(await trace(server, email)).not.toContain('No invitation')
  const declined = { invite_ticket, block: 'subject' } as const
  const reply = await server.client().call(declineInvitation, declined, { family: 'aff' })
  expect(reply.error).toBeUndefined()
  const told = /No invitation reaches her from Harbour KK until \d{4}-\d\d-\d\d, as she or an/
  expect(await trace(server, email)).toMatch(told)
  server.clock.passSeconds(1)
  await typeCommand(server, ['invite', 'stop', email])
  expect(await trace(server, email)).toMatch(/from anybody until .*, from Harbour KK until /)
  const { userId } = await server.person({ email })
  expect(await trace(server, userId)).toMatch(/from anybody until .*, from Harbour KK until /)
  await typeCommand(server, ['invite', 'stop', email, '--off'])
  expect(await trace(server, email)).not.toContain('No invitation')
})
