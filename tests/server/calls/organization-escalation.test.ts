import { expect, test } from 'vitest'
import {
  acceptInvitation,
  checkInvitation,
  createInvitationByEmail,
  createInvitationsInBulk,
  listInvitations,
  resendInvitation,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { createMember, deleteMember, freezeMember, updateMember } from '#protocol/web/members.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { deleteOrganization, freezeOrganization } from '#protocol/web/organizations.ts'
import {
  addUserRole,
  banRole,
  createRole,
  listPermissions,
  removeUserRole,
  updateRole,
} from '#protocol/web/roles.ts'
import { cancelDeletion } from '../../../server/account-deletion/account-deletion.ts'
import { createCompany, giveRole, type Company, type Member } from '../../support/companies.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'hana@orchard.example'

async function inviteAdmin({ manager }: Company): Promise<{ id: string; ticket: string }> {
  const invited = { email, deputy_name: 'Hana', roles: ['admin'] }
  const { data } = await manager.call(createInvitationByEmail, invited)
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  return { id: String(data.invite_id), ticket }
}

test('nobody sends an invitation with more permissions than theirs again or to another address', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { id } = await inviteAdmin(company)
  const ben = await company.join('Ben')
  await giveRole(company, ben, ['invite.read', 'invite.update', 'invite.resend'])
  server.clock.passSeconds(61)
  const mine = { invite_id: id, email: 'ben-too@example.com' }
  expect((await ben.call(updateInvitation, mine)).error).toBe('exceeds_own_rights')
  // Taking the roles away in the same call does not help.
  const milder = { ...mine, roles: [] }
  expect((await ben.call(updateInvitation, milder)).error).toBe('exceeds_own_rights')
  const found = await company.manager.call(listInvitations, {})
  expect(found.data).toMatchObject({ list: [{ invite_id: id, roles: ['admin'] }] })
  const corrected = await company.manager.call(updateInvitation, { invite_id: id, roles: [] })
  expect(corrected.data.roles).toEqual([])
  // Nothing exceeds the rights of Ben any longer.
  expect((await ben.call(updateInvitation, mine)).error).toBe(undefined)
  await company.manager.call(updateInvitation, { invite_id: id, email, roles: ['admin'] })
  server.clock.passSeconds(61)
  expect((await ben.call(resendInvitation, { invite_id: id })).error).toBe('exceeds_own_rights')
  expect((await company.manager.call(resendInvitation, { invite_id: id })).error).toBe(undefined)
})

/** Ben, who may invite, has invited Hana; `accept` returns the error that she gets. */
async function startInvitedByBen(): Promise<{
  server: TestServer
  company: Company
  ben: Member
  role_key: string
  accept: () => Promise<string | undefined>
}> {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const role_key = await giveRole(company, ben, ['invite.create'])
  const { data } = await ben.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const { client } = await server.person({ email })
  const accept = async (): Promise<string | undefined> =>
    (await client.call(acceptInvitation, { invite_ticket }, aff)).error
  return { server, company, ben, role_key, accept }
}

test('invitations are not accepted while their sender may not invite', async () => {
  const { company, role_key, accept } = await startInvitedByBen()
  await company.manager.call(banRole, { role_key, is_banned: 1, confirm: 1 })
  expect(await accept()).toBe('invitation_cancelled')
  await company.manager.call(banRole, { role_key, is_banned: 0 })
  expect(await accept()).toBe(undefined)
})

test('invitations are not accepted while the account of their sender is banned, frozen or about to be deleted', async () => {
  const { server, ben, accept } = await startInvitedByBen()
  const { userId } = ben.person
  expect((await deleteAccount(server, ben.person)).error).toBe(undefined)
  expect(await accept()).toBe('invitation_cancelled')
  const source = { app: { aid: 1001 }, caller: { address: '', userAgent: '' }, operation: 'test' }
  await server.app.services.transaction((tx) => cancelDeletion(tx, source, userId))
  for (const [hold, release] of [
    ['ban', 'unban'],
    ['freeze', 'unfreeze'],
  ] as const) {
    await runCommand(server, 'user', hold, userId, '--reason', 'a test')
    expect(await accept(), hold).toBe('invitation_cancelled')
    await runCommand(server, 'user', release, userId)
  }
  expect(await accept()).toBe(undefined)
})

test('a banned role cannot be given and grants nothing, until the ban is lifted', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager, join } = company
  const [ann, ben] = [await join('Ann'), await join('Ben')]
  const role_key = await giveRole(company, ann, ['deputy.freeze'])
  const { data } = await manager.call(createInvitationByEmail, {
    email,
    deputy_name: 'Hana',
    roles: [role_key],
  })
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  await manager.call(banRole, { role_key, is_banned: 1, confirm: 1 })
  const freezing = { ids: [ben.id], is_frozen: 1 as const }
  expect((await ann.call(freezeMember, freezing)).error).toBe('no_permission')

  const toBen = {
    role_key,
    sec_user_identity_ids: [String((await manager.find(ben.id))?.sec_user_identity_id)],
  }
  expect((await manager.call(addUserRole, toBen)).error).toBe('not_in_organization')
  const others = { deputy_name: 'Kei', roles: [role_key] }
  expect((await manager.call(createMember, others)).error).toBe('not_in_organization')
  const rows = [{ row: 1, email: 'kei@orchard.example', ...others }]
  expect((await manager.call(createInvitationsInBulk, { rows })).data.results).toMatchObject([
    { result: 'refused', error: 'not_in_organization' },
  ])
  // People who were invited with the role before join without it.
  const hana = await server.person({ email })
  await hana.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
  const joined = await manager.call(listInvitations, { status: 'accepted' })
  expect(joined.data).toMatchObject({ total: 1, list: [{ roles: [role_key] }] })
  expect(
    (await hana.client.call(listPermissions, { subject_uid: company.id }, aff)).data.roles,
  ).toEqual(['member'])

  await manager.call(banRole, { role_key, is_banned: 0 })
  expect((await ann.call(freezeMember, { ...freezing, dry_run: 1 })).error).toBe(undefined)
  await manager.call(banRole, { role_key, is_banned: 1, confirm: 1 })
  const fromAnn = {
    role_key,
    sec_user_identity_ids: [String((await manager.find(ann.id))?.sec_user_identity_id)],
  }
  expect((await manager.call(removeUserRole, fromAnn)).data.updated).toBe(1)
})

test('an administrator cannot change a member with more permissions', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
  const secId = String((await company.manager.find(ann.id))?.sec_user_identity_id)
  await company.manager.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: [secId] })
  const role_key = await giveRole(company, ben, ['policy.update'])
  const target = { deputy_identity_id: ben.id }
  const exceeding = [
    await ann.call(freezeMember, { ...target, is_frozen: 1 }),
    await ann.call(deleteMember, target),
    await ann.call(deleteMember, { ids: [ben.id], dry_run: 1 }),
    await ann.call(updateMember, { ...target, deputy_name: 'Nobody' }),
    await ann.call(updateRole, { role_key, role_name: 'Ruler' }),
    await ann.call(createInvitationByEmail, { email, deputy_name: 'H', roles: [role_key] }),
    await ann.call(createMember, { deputy_name: 'H', roles: [role_key] }),
  ]
  expect(exceeding.map(({ error }) => error)).toEqual(exceeding.map(() => 'exceeds_own_rights'))
  // Nor to themself, nor to the manager.
  const own = await ann.call(freezeMember, { deputy_identity_id: ann.id, is_frozen: 1 })
  expect(own.error).toBe('own_membership')
  const above = await ann.call(freezeMember, { ids: [company.manager.id], is_frozen: 1 })
  expect(above.error).toBe('manager_protected')
})

test('a member frozen by an operator cannot be removed and invited again', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  await runCommand(server, 'member', 'freeze', company.id, ann.person.userId)
  const removing = await company.manager.call(deleteMember, { ids: [ann.id] })
  expect(removing.error).toBe('frozen_by_operator')
  expect((await company.manager.find(ann.id))?.status).toBe('frozen')
})

test('irreversible changes need a recent authentication', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager, join } = company
  const ids: string[] = []
  for (let count = 0; count < 11; count++) ids.push((await join(`Ann ${count}`)).id)
  server.clock.passSeconds(11 * 60)
  const stale = [
    await manager.call(freezeOrganization, { is_frozen: 1 }),
    await manager.call(deleteOrganization, { confirm_name: 'Harbour KK' }),
    await manager.call(updatePolicy, { session_hours: 1 }),
    await manager.call(deleteMember, { ids }),
  ]
  expect(stale.map(({ error }) => error)).toEqual(stale.map(() => 'second_verify'))
  expect((await manager.call(deleteMember, { ids: ids.slice(1) })).data.updated).toBe(10)
})

test('whoever continues a draft or invitation needs the permissions of its roles', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager, join } = company
  const ben = await join('Ben')
  await giveRole(company, ben, ['invite.create', 'invite.read'])
  const draft = await manager.call(createMember, { deputy_name: 'Kei', roles: ['admin'] })
  const takingOver = {
    email: 'kei@orchard.example',
    deputy_name: 'Kei',
    deputy_identity_id: String(draft.data.deputy_identity_id),
  }
  expect((await ben.call(createInvitationByEmail, takingOver)).error).toBe('exceeds_own_rights')
  expect((await manager.call(createInvitationByEmail, takingOver)).error).toBe(undefined)
  const { ticket } = await inviteAdmin(company)
  const check = await server.client().call(checkInvitation, { invite_ticket: ticket }, aff)
  expect(check.data.roles).toEqual(['admin'])
  expect((await manager.call(createRole, { role_name: 'X', permissions: [] })).error).toBe(
    'bad_parameter',
  )
})
