import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import {
  acceptInvitation,
  cancelInvitation,
  createInvitationByEmail,
  listInvitations,
} from '#protocol/web/invitations.ts'
import { deleteMember, freezeMember, listMembers, updateMember } from '#protocol/web/members.ts'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import {
  freezeOrganization,
  leaveOrganization,
  organizationInfo,
  updateOrganization,
} from '#protocol/web/organizations.ts'
import { addUserRole, createRole, removeUserRole, updateRole } from '#protocol/web/roles.ts'
import { createCompany, giveRole } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'hana@orchard.example'

test('a session cannot act for an organization by naming it in another call', async () => {
  const server = await createTestServer()
  const harbour = await createCompany(server)
  const orchard = await createCompany(server, 'Orchard Ltd')
  const { client } = harbour.manager
  const at = { subject_uid: orchard.id }
  const tried = [
    await client.call(organizationInfo, at, aff),
    await client.call(listMembers, at, aff),
    await client.call(listInvitations, at, aff),
    await client.call(listOrganizationEvents, at, aff),
    await client.call(updateOrganization, { ...at, subject_name: 'Mine' }, aff),
    await client.call(freezeOrganization, { ...at, is_frozen: 1 }, aff),
    await client.call(createInvitationByEmail, { ...at, email, deputy_name: 'Hana' }, aff),
    await client.call(leaveOrganization, at, aff),
  ]
  expect(tried.map(({ error }) => error)).toEqual(tried.map(() => 'not_member'))
  expect((await client.call(identityLogin, { login_subject_uid: orchard.id })).error).toBe(
    'not_member',
  )
  const asAnother = { login_subject_uid: harbour.id, user_identity_id: orchard.manager.id }
  expect((await client.call(identityLogin, asAnother)).error).toBe('not_member')
})

test('ids of two organizations in one list change nothing in either', async () => {
  const server = await createTestServer()
  const harbour = await createCompany(server)
  const orchard = await createCompany(server, 'Orchard Ltd')
  const [ann, ben] = [await harbour.join('Ann'), await orchard.join('Ben')]
  const { manager } = harbour
  const ids = [ann.id, ben.id]
  expect((await manager.call(freezeMember, { ids, is_frozen: 1 })).error).toBe(
    'not_in_organization',
  )
  expect((await manager.call(deleteMember, { ids })).error).toBe('not_in_organization')
  expect((await manager.find(ann.id))?.status).toBe('active')
  expect((await orchard.manager.find(ben.id))?.status).toBe('active')
  const sealed = [
    String((await manager.find(ann.id))?.sec_user_identity_id),
    String((await orchard.manager.find(ben.id))?.sec_user_identity_id),
  ]
  const given = { role_key: 'admin', sec_user_identity_ids: sealed }
  expect((await manager.call(addUserRole, given)).error).toBe('not_in_organization')
  expect((await manager.find(ann.id))?.roles).toEqual(['member'])
})

test('whoever gives roles cannot raise themself, by a role they hold or by a new one', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const own = ['role.create', 'role.update', 'role.assign', 'deputy.read', 'role.read']
  const role_key = await giveRole(company, ben, own)
  const mine = [String((await ben.find(ben.id))?.sec_user_identity_id)]
  const permissions = ['role.read', 'deputy.delete']
  const tried = [
    await ben.call(updateRole, { role_key, permissions }),
    await ben.call(createRole, { role_name: 'More', role_key: 'more', permissions }),
    await ben.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: mine }),
  ]
  expect(tried.map(({ error }) => error)).toEqual(tried.map(() => 'exceeds_own_rights'))
  const manager = [String((await ben.find(company.manager.id))?.sec_user_identity_id)]
  const taken = { role_key: 'manager', sec_user_identity_ids: manager }
  expect((await ben.call(removeUserRole, taken)).error).toBeDefined()
  expect((await company.manager.find(company.manager.id))?.roles).toContain('manager')
})

test('a removed member can do nothing by a browser that stayed open, nor by what they sent', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  await giveRole(company, ben, ['deputy.update', 'invite.create', 'invite.cancel'])
  const { data } = await ben.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  expect((await company.manager.call(deleteMember, { deputy_identity_id: ben.id })).error).toBe(
    undefined,
  )
  const tried = [
    await ben.call(updateMember, { deputy_identity_id: company.manager.id, deputy_name: 'X' }),
    await ben.call(cancelInvitation, { invite_id: String(data.invite_id) }),
    await ben.call(listMembers, {}),
  ]
  expect(tried.map(({ error }) => error)).toEqual(tried.map(() => 'session_expired'))
  const hana = await server.person({ email })
  expect((await hana.client.call(acceptInvitation, { invite_ticket }, aff)).error).toBe(
    'invitation_cancelled',
  )
})
