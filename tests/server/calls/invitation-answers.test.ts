import { expect, test, vi } from 'vitest'
import {
  acceptInvitation,
  askForInvitation,
  cancelInvitation,
  checkInvitation,
  createInvitationByEmail,
  declineInvitation,
  myInvitations,
  resendInvitation,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { addUserRole, listPermissions } from '#protocol/web/roles.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer } from '../../support/test-server.ts'
import type { MailboxMessage } from '../../../server/store/schema/messages.ts'

const aff = { family: 'aff' } as const

test('an invitation is declined without its link only by a session with its address', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const hana = await server.person()
  const sent = await manager.call(createInvitationByEmail, {
    email: hana.email,
    deputy_name: 'Hana',
  })
  const invite_id = String(sent.data.invite_id)
  const other = await server.person()
  const decline = async ({ client }: Person): Promise<unknown> =>
    (await client.call(declineInvitation, { invite_id }, aff)).error
  expect(await decline(other)).toBe('not_in_organization')
  const stranger = await server.client().call(declineInvitation, { invite_id }, aff)
  expect(stranger.error).toBe('session_expired')
  expect(await decline(hana)).toBe(undefined)
  expect((await hana.client.call(myInvitations, {}, aff)).data.list).toEqual([])
  expect(await decline(hana)).toBe('not_in_organization')
})

test('the creator’s membership has a last sign-in', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  expect((await manager.find(manager.id))?.last_login_time).toBeGreaterThan(0)
})

test('an expired one is asked for anew by whoever has its link, and its inviter is told once a day', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const inviter = await join('Cleo')
  await manager.call(addUserRole, {
    role_key: 'admin',
    sec_user_identity_ids: [String((await manager.find(inviter.id))?.sec_user_identity_id)],
  })
  const { data } = await inviter.call(createInvitationByEmail, {
    email: 'ben@example.com',
    deputy_name: 'Ben',
  })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const stranger = server.client()
  const ask = async (): Promise<unknown> =>
    (await stranger.call(askForInvitation, { invite_ticket }, aff)).error
  const notices = async ({ person }: Member): Promise<MailboxMessage[]> =>
    (await server.mail(person.email)).filter(({ subject }) => subject.includes('new invitation'))
  expect(await ask()).toBe(undefined)
  expect(await notices(inviter)).toEqual([])
  server.clock.passSeconds(7 * 24 * 3600 + 1)
  expect(await ask()).toBe(undefined)
  expect(await ask()).toBe(undefined)
  expect(await notices(inviter)).toHaveLength(1)
  const [mail] = await notices(inviter)
  expect(mail?.subject).toBe('Ben asks for a new invitation to “Harbour KK”')
  expect(mail?.body).not.toContain('ben@example.com')
  expect(mail?.body).toContain('#invitations')
  expect(await notices(manager)).toEqual([])
  server.clock.passSeconds(24 * 3600 + 1)
  expect(await ask()).toBe(undefined)
  expect(await notices(inviter)).toHaveLength(2)

  const invite_id = String(data.invite_id)
  expect((await manager.call(resendInvitation, { invite_id })).error).toBe(undefined)
  expect(await ask()).toBe('invitation_unknown')
  await manager.call(cancelInvitation, { invite_id })
  const guess = { invite_ticket: 'x'.repeat(43) }
  expect((await stranger.call(askForInvitation, guess, aff)).error).toBe('invitation_unknown')
})

test('a member learns from any link that they are in, and nobody else does', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  const hana = await server.person()
  const { data } = await manager.call(createInvitationByEmail, {
    email: hana.email,
    deputy_name: 'Hana',
  })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const check = async ({ client }: Pick<Person, 'client'>): Promise<Answer> =>
    await client.call(checkInvitation, { invite_ticket }, aff)
  expect((await check(ann)).data).toMatchObject({ subject_uid: id, need_code: 1 })
  expect((await check(hana)).data.subject_uid).toBe('')
  await hana.client.call(acceptInvitation, { invite_ticket }, aff)
  expect((await check(hana)).data).toMatchObject({ subject_uid: id, status: 'accepted' })
  expect((await check(await server.person())).error).toBe('invitation_used')
})

test.each([
  ['gives no roles that were taken away', { roles: [] }, [undefined, ['member']]],
  ['lets nobody in by another address', { email: 'o@example.com' }, ['invitation_cancelled']],
])('one that is corrected while it is accepted %s', async (_, change, outcome) => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const email = 'ben@example.com'
  const { data } = await manager.call(createInvitationByEmail, {
    email,
    deputy_name: 'Ben',
    roles: ['admin'],
  })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const ben = server.client()
  await ben.call(sendCode, { invite_ticket, type: 13 })
  const code = await server.codeFor(email)
  const { passwords } = server.app.services
  const { hash } = passwords
  vi.spyOn(passwords, 'hash').mockImplementationOnce(async (...input) => {
    const corrected = { invite_id: String(data.invite_id), ...change }
    expect((await manager.call(updateInvitation, corrected)).error).toBeUndefined()
    return await hash(...input)
  })
  const answer = { invite_ticket, code, password: 'seven quiet otters' }
  const { error } = await ben.call(acceptInvitation, answer, aff)
  const { data: rights } = await ben.call(listPermissions, { subject_uid: id }, aff)
  expect([error, rights.roles]).toEqual([outcome[0], outcome[1]])
})
