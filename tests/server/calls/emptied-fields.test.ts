import { describe, expect, test } from 'vitest'
import type { User } from '#protocol/objects.ts'
import {
  acceptInvitation,
  createInvitationByEmail,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createMember, memberInfo, updateMember } from '#protocol/web/members.ts'
import { organizationInfo, updateOrganization } from '#protocol/web/organizations.ts'
import { policyInfo, updatePolicy } from '#protocol/web/organization-policy.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { createRole, listPermissions, roleInfo, updateRole } from '#protocol/web/roles.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'hana@orchard.example'

describe('an invitation', () => {
  test('loses its roles, so that who accepts has none', async () => {
    const server = await createTestServer()
    const { id, manager } = await createCompany(server)
    const invited = { email, deputy_name: 'Hana', roles: ['admin'] }
    const { data } = await manager.call(createInvitationByEmail, invited)
    const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
    const corrected = { invite_id: String(data.invite_id), roles: [] }
    expect((await manager.call(updateInvitation, corrected)).data.roles).toEqual([])
    const { client } = await server.person({ email })
    expect((await client.call(acceptInvitation, { invite_ticket }, aff)).error).toBe(undefined)
    const { data: rights } = await client.call(listPermissions, { subject_uid: id }, aff)
    expect(rights.roles).toEqual(['member'])
  })

  test('loses its return URL', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const next_url = '/account-setting'
    const invited = { email, deputy_name: 'Hana', next_url }
    const { data } = await manager.call(createInvitationByEmail, invited)
    expect(data.next_url).toBe(next_url)
    const corrected = { invite_id: String(data.invite_id), next_url: '' }
    expect((await manager.call(updateInvitation, corrected)).data.next_url).toBe('')
  })

  test('has no roles of a draft where it is sent without any', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const draft = await manager.call(createMember, { deputy_name: 'Hana', roles: ['admin'] })
    const { data } = await manager.call(createInvitationByEmail, {
      email,
      deputy_name: 'Hana',
      deputy_identity_id: String(draft.data.deputy_identity_id),
      roles: [],
    })
    expect(data.roles).toEqual([])
  })
})

test.each([
  ['plain', {}],
  ['sealed', { isSealed: true }],
] as const)('a person removes description and birthday, %s', async (_, options) => {
  const server = await createTestServer()
  const { client } = await server.person()
  const user = async (): Promise<Partial<User>> => (await client.call(accountInfo, {})).data
  const full = { description: 'Likes otters', birthday: '1990-02-28' }
  await client.call(updateUser, full, options)
  expect(await user()).toMatchObject(full)
  const emptied = { description: '', birthday: '' }
  expect((await client.call(updateUser, emptied, options)).error).toBe(undefined)
  expect(await user()).toMatchObject(emptied)
  await client.call(updateUser, { description: 'Again' }, options)
  await client.call(updateUser, { field: 'description', value: '' }, options)
  expect(await user()).toMatchObject({ description: '' })
})

test('a role loses its text, and a member their external id', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const role = { role_name: 'Clerk', role_key: 'clerk', permissions: ['deputy.read'] }
  await manager.call(createRole, { ...role, description: 'Writes letters' })
  await manager.call(updateRole, { role_key: 'clerk', description: '' })
  const { data } = await manager.call(roleInfo, { role_key: 'clerk' })
  expect(data).toMatchObject({ description: '', role_name: 'Clerk' })

  const { id: deputy_identity_id } = await join('Ann')
  await manager.call(updateMember, { deputy_identity_id, external_id: 'E-1' })
  await manager.call(updateMember, { deputy_identity_id, deputy_name: 'Anna' })
  const before = await manager.call(memberInfo, { deputy_identity_id })
  expect(before.data).toMatchObject({ external_id: 'E-1', deputy_name: 'Anna' })
  await manager.call(updateMember, { deputy_identity_id, external_id: '' })
  const after = await manager.call(memberInfo, { deputy_identity_id })
  expect(after.data).toMatchObject({ external_id: '', deputy_name: 'Anna' })
})

test('an organization loses logo and facts, and keeps those that were not sent', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const base_infos = { logo_url: 'https://harbour.example/logo.png', industry: 'Ships' }
  await manager.call(updateOrganization, { base_infos, detail_infos: { tax_id: '12' } })
  await manager.call(updateOrganization, { base_infos: { logo_url: '' } })
  await manager.call(updateOrganization, { detail_infos: { tax_id: '' } })
  const { data } = await manager.call(organizationInfo, {})
  expect(data).toMatchObject({ base_infos: { industry: 'Ships' }, detail_infos: {} })
  expect(data.base_infos).not.toHaveProperty('logo_url', expect.stringContaining('https'))
  expect(data.detail_infos).not.toHaveProperty('tax_id', '12')
})

test('what may not be empty stays as it is, or is refused', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const { id: deputy_identity_id } = await join('Ann')
  const before = await manager.call(policyInfo, {})
  await manager.call(updatePolicy, { methods: [] })
  const after = await manager.call(policyInfo, {})
  expect(after.data.methods).toEqual(before.data.methods)
  const named = { deputy_identity_id, deputy_name: '' }
  const sealed = await manager.call(updateMember, named, { isSealed: true })
  expect(sealed.error).toBe('text_refused')
  expect((await manager.find(deputy_identity_id))?.deputy_name).toBe('Ann')
})
