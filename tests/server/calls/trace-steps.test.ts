import { expect, test } from 'vitest'
import { cancelRevoke } from '#protocol/web/account-deletion.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import {
  acceptInvitation,
  cancelInvitation,
  checkInvitation,
  createInvitationByEmail,
  declineInvitation,
} from '#protocol/web/invitations.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { createOrganizationByEmail } from '#protocol/web/organizations.ts'
import { authBind, authSwitchBind } from '#protocol/web/providers.ts'
import { typeCommand } from '../../support/command.ts'
import { createCompany } from '../../support/companies.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'
import { expectCause, logIdOf, trace } from '../../support/trace.ts'

const email = 'ann@example.com'
const invitationEnded = 'the invitation is used, declined, withdrawn, too old'
const aff = { family: 'aff' } as const

async function ticketFor(server: TestServer, address: string): Promise<string> {
  const [mail] = await server.mail(address)
  return /ticket=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

test('tells of an invitation that was declined, with and without an account, also on the plain page', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  for (const address of [email, 'nobody@example.com']) {
    if (address === email) await server.person({ email })
    await manager.call(createInvitationByEmail, { email: address, deputy_name: 'Ann' })
    const invite_ticket = await ticketFor(server, address)
    await server.client().call(declineInvitation, { invite_ticket }, aff)
    const opened = await server.client().call(checkInvitation, { invite_ticket }, aff)
    expect(opened.error).toBe('invitation_used')
    await expectCause(server, opened, invitationEnded, address)
    const page = await server.client().form('/form/invitation', { ticket: invite_ticket })
    await expectCause(server, page, invitationEnded, address)
  }
})

test('tells of an invitation to another address by the one that is signed in', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const { client } = await server.person({ email })
  const { data } = await manager.call(createInvitationByEmail, {
    email: 'work@example.com',
    deputy_name: 'Ann',
  })
  const invite_ticket = await ticketFor(server, 'work@example.com')
  const refused = await client.call(acceptInvitation, { invite_ticket }, aff)
  expect(refused.error).toBe('invitation_other_person')
  await expectCause(server, refused, invitationEnded, email)
  await manager.call(cancelInvitation, { invite_id: String(data.invite_id) })
  server.clock.passSeconds(90_000)
  const late = await server.client().call(acceptInvitation, { invite_ticket, code: '000000' }, aff)
  expect(late.error).toBe('invitation_cancelled')
  await expectCause(server, late, invitationEnded, 'work@example.com')
})

test('tells of an invitation of a frozen organization, and not of a frozen account', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  await manager.call(createInvitationByEmail, { email, deputy_name: 'Ann' })
  await typeCommand(server, ['subject', 'freeze', id])
  const invite_ticket = await ticketFor(server, email)
  const refused = await server.client().call(checkInvitation, { invite_ticket }, aff)
  expect(refused.error).toBe('frozen')
  await expectCause(server, refused, 'her membership or organization is frozen', email)
})

test('tells of an account elsewhere that could not be linked', async () => {
  const server = await createTestServer({
    settings: { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
  })
  const { client } = await server.person({ email })
  const callback = { platform: 'github', code: 'code', state: 'of another browser' } as const
  const refused = await client.call(authBind, callback)
  expect(refused.error).toBe('oauth_state_invalid')
  await expectCause(server, refused, 'the provider refused or failed', email)
  server.clock.passSeconds(90_000)
  const late = await client.call(authSwitchBind, { profile_key: 'k'.repeat(43) })
  expect(late.error).toBe('ticket_expired')
  await expectCause(server, late, 'the code or page was too old', email)
})

test('tells of a deletion that could not be cancelled, and of a company that could not be made', async () => {
  const server = await createTestServer()
  await server.person({ email })
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const wrong = await client.call(cancelRevoke, { email, code: '000000' })
  expect(wrong.error).toBe('code_error')
  await expectCause(server, wrong, 'the code was wrong', email)
  server.clock.passSeconds(90_000)
  const company = { subject_name: 'Pier KK', email, code: '000000' }
  const refused = await client.call(createOrganizationByEmail, company, aff)
  expect(refused.error).toBe('code_expired')
  await expectCause(server, refused, 'the code or page was too old', email)
})

test('tells what about a passkey was refused, which the screen does not', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  const { passkey } = await addPasskey(client)
  const reasons = {
    domain: { rpId: 'other.example' },
    unverified: { flags: 0x01 },
    page: { origin: 'https://other.example' },
    owner: { userHandle: 'AAAA' },
    signature: { signature: Buffer.alloc(70) },
  }
  for (const [reason, broken] of Object.entries(reasons)) {
    server.clock.passSeconds(90_000)
    const refused = await signInBy(server.client(), passkey, broken)
    expect(refused.error, reason).toBe('passkey_refused')
    expect(refused.data).not.toHaveProperty('method')
    expect(await trace(server, logIdOf(refused))).toContain(`(passkey_refused, ${reason})`)
  }
  expect((await signInBy(client, passkey, { counter: 9 })).error).toBeUndefined()
  server.clock.passSeconds(1)
  await signInBy(client, passkey, { counter: 3 })
  expect(await trace(server, email)).toContain('(passkey_refused, used or copied)')
  const copied = await signInBy(client, passkey, { counter: 10 })
  expect(await trace(server, logIdOf(copied))).toContain('(passkey_refused, copied)')
})

test('tells to sign in again whose sessions were ended long after the sign-in', async () => {
  const server = await createTestServer()
  const { client } = await server.person({ email })
  const { id } = await createCompany(server)
  for (const [act, event] of [
    [['sessions', 'end-all', '--user', email], 'signed_out_everywhere (cli)'],
    [['user', 'freeze', email, '--reason', 'lost'], 'account_frozen (cli: lost)'],
  ] as const) {
    server.clock.passSeconds(90_000)
    await typeCommand(server, act)
    await typeCommand(server, ['user', 'unfreeze', email])
    const told = await trace(server, email)
    expect(told).toContain(`${event} ended sessions of hers.`)
    expect(told).toContain('Tell her: To sign in again in the browsers')
  }
  const refused = await client.call(identityLogin, { login_subject_uid: id })
  expect(refused.error).toBe('session_expired')
  expect(await trace(server, logIdOf(refused))).toContain('Likely: her session had ended.')
})

test('says of a log id without a login that there is none', async () => {
  const server = await createTestServer()
  const origin = 'https://other.example'
  const refused = await server
    .client()
    .call(passwordLogin, { email, password: 'wrong' }, { origin })
  expect(await trace(server, logIdOf(refused))).toContain('The screen names no login.')
})

test('tells of an account that neither password nor code opens', async () => {
  const server = await createTestServer()
  const { userId } = await server.person({ mobile: '+819012345678' })
  const { query } = server.database
  const unopened = { unverifiedEmail: email, passwordHash: null, mobile: null }
  await query.updateTable('accounts').set(unopened).where('id', '=', userId).execute()
  const refused = await server.client().call(passwordLogin, { email, password: 'wrong' })
  expect(refused.error).toBe('password_error')
  await expectCause(server, refused, 'neither password nor code opens it', email)
})
