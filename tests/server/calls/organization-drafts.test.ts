import { expect, test } from 'vitest'
import {
  acceptInvitation,
  cancelInvitation,
  createInvitationByEmail,
  listInvitations,
} from '#protocol/web/invitations.ts'
import { createMember, listMembers } from '#protocol/web/members.ts'
import type { InvitationInfo } from '#protocol/organization-objects.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const listOf = async (member: Member, filter: object): Promise<unknown> =>
  (await member.call(listMembers, filter)).data.list

test('a draft member is invited later, and keeps id and roles', async () => {
  const server = await createTestServer()
  const { manager, join, id: organizationId } = await createCompany(server)
  const created = await manager.call(createMember, {
    deputy_name: 'Hana',
    roles: ['admin'],
    external_id: 'h-7',
  })
  expect(created.data).toMatchObject({
    status: 'invited',
    deputy_name: 'Hana',
    roles: ['admin', 'member'],
    external_id: 'h-7',
    user_identity_id: '0',
    email: '',
  })
  const id = String(created.data.deputy_identity_id)
  expect(await listOf(manager, { status: 'invited', q: 'han' })).toMatchObject([
    { deputy_identity_id: id },
  ])
  expect(await listOf(manager, {})).toHaveLength(1)
  const hana = await server.person({ email: 'hana@orchard.example' })
  const invited = await manager.call(createInvitationByEmail, {
    email: hana.email,
    deputy_name: 'Hana',
    deputy_identity_id: id,
  })
  expect(invited.data).toMatchObject({ deputy_identity_id: id, roles: ['admin'] })
  const ticket = new URL(String(invited.data.link)).searchParams.get('ticket') ?? ''
  const joined = await hana.client.call(
    acceptInvitation,
    { invite_ticket: ticket },
    { family: 'aff' },
  )
  expect(joined.data).toMatchObject({ user_identity_id: id, login_subject_uid: organizationId })
  const member = await manager.find(id)
  expect(member).toMatchObject({ status: 'active', roles: ['admin', 'member'], external_id: 'h-7' })
  const again = { email: 'b@orchard.example', deputy_name: 'B', deputy_identity_id: id }
  expect((await manager.call(createInvitationByEmail, again)).error).toBe('not_in_organization')
  const ann = await join('Ann')
  expect((await ann.call(createMember, { deputy_name: 'X' })).error).toBe('no_permission')
})

test('a draft grants no more than its creator has, and can be cancelled', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const wrong = { deputy_name: 'Spy', roles: ['manager'] }
  expect((await manager.call(createMember, wrong)).error).toBe('exceeds_own_rights')
  const noKeys = { deputy_name: 'Kei', roles: ['member', 'Not a key'] }
  expect((await manager.call(createMember, noKeys)).data.fields).toEqual([
    { field: 'roles.1', rule: 'pattern' },
  ])
  await manager.call(createMember, { deputy_name: 'Kei' })
  const { data } = await manager.call(listInvitations, { status: 'draft' })
  const [draft] = data.list as InvitationInfo[]
  expect(draft).toMatchObject({ deputy_name: 'Kei', status: 'draft', target: '', resend_count: 0 })
  const cancelled = await manager.call(cancelInvitation, { invite_id: draft?.invite_id ?? '' })
  expect(cancelled.data.updated).toBe(1)
  expect(await listOf(manager, { status: 'invited' })).toEqual([])
})
