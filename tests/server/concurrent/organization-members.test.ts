import { describe, expect, test } from 'vitest'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import {
  createMember,
  deleteMember,
  freezeMember,
  listMembers,
  memberInfo,
  updateMember,
} from '#protocol/web/members.ts'
import type { MemberInfo, RoleInfo } from '#protocol/organization-objects.ts'
import {
  addUserRole,
  banRole,
  createRole,
  listAllUserRoles,
  listIdentitiesOfOrganization,
  listPermissions,
  listResources,
  listRoles,
  listUserRoles,
  removeUserRole,
  roleInfo,
  updateRole,
} from '#protocol/web/roles.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createCompany, type Company, type Member } from '../../support/companies.ts'
import { addMember, runCommand } from '../../support/organizations.ts'
import { createTestServer } from '../../support/test-server.ts'

async function secIdOf(asker: Member, { id }: Member): Promise<string[]> {
  return [String((await asker.find(id))?.sec_user_identity_id)]
}

async function makeAdmin({ manager }: Company, member: Member): Promise<void> {
  const ids = await secIdOf(manager, member)
  const { error } = await manager.call(addUserRole, {
    role_key: 'admin',
    sec_user_identity_ids: ids,
  })
  expect(error).toBe(undefined)
}

async function rightsOf(member: Member): Promise<string[]> {
  return (await member.call(listPermissions, {})).data.permissions as string[]
}

describe('members', () => {
  test('are listed oldest first, and found by part of a name in any kana and width', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    await company.join('山田 ハナコ')
    await company.join('Ben Ｓｍｉｔｈ')
    await company.join('100% Carl_')
    const names = async (q?: string): Promise<string[]> => {
      const { data } = await company.manager.call(listMembers, q === undefined ? {} : { q })
      return (data.list as MemberInfo[]).map((one) => one.deputy_name)
    }
    expect((await names()).slice(1)).toEqual(['山田 ハナコ', 'Ben Ｓｍｉｔｈ', '100% Carl_'])
    expect(await names('はな')).toEqual(['山田 ハナコ'])
    expect(await names('SMITH')).toEqual(['Ben Ｓｍｉｔｈ'])
    expect(await names('0% c')).toEqual(['100% Carl_'])
    expect(await names('l_')).toEqual(['100% Carl_'])
    expect(await names('%_%')).toEqual([])
  })

  test('are filtered by state and role', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
    await makeAdmin(company, ann)
    await company.manager.call(freezeMember, { deputy_identity_id: ben.id, is_frozen: 1 })
    const ids = async (filter: object): Promise<string[]> => {
      const { data } = await company.manager.call(listMembers, filter)
      return (data.list as MemberInfo[]).map((one) => one.deputy_identity_id)
    }
    expect(await ids({ status: 'frozen' })).toEqual([ben.id])
    expect(await ids({ role: 'admin' })).toEqual([ann.id])
    expect(await ids({ status: 'active' })).toEqual([company.manager.id, ann.id])
  })

  test('can be renamed by an administrator, not by each other', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
    await makeAdmin(company, ann)
    const renaming = { deputy_identity_id: ben.id, deputy_name: 'Benedict', external_id: 'e-7' }
    expect((await ben.call(updateMember, renaming)).error).toBe('no_permission')
    expect((await ann.call(updateMember, renaming)).data).toMatchObject({
      deputy_name: 'Benedict',
      external_id: 'e-7',
    })
    const { data } = await ben.call(memberInfo, { deputy_identity_id: ben.id })
    expect(data).toMatchObject({ deputy_name: 'Benedict', external_id: '', status: 'active' })
    const ofManager = { deputy_identity_id: company.manager.id, deputy_name: 'Mallory' }
    expect((await ann.call(updateMember, ofManager)).error).toBe('manager_protected')
  })

  test('are answered by their id before they have accepted', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const draft = await manager.call(createMember, { deputy_name: 'Hana' })
    const id = { deputy_identity_id: String(draft.data.deputy_identity_id) }
    expect((await manager.call(memberInfo, id)).data).toEqual(draft.data)
    const invited = { ...id, email: 'hana@example.com', deputy_name: 'Hana' }
    await manager.call(createInvitationByEmail, invited)
    expect((await manager.call(memberInfo, id)).data).toMatchObject({
      status: 'invited',
      email: 'hana@example.com',
    })
  })

  test('lose their session at once when frozen', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    const tried = await company.manager.call(freezeMember, {
      ids: [ann.id],
      is_frozen: 1,
      dry_run: 1,
    })
    expect(tried.data).toMatchObject({ updated: 1, sessions: 1, dry_run: 1 })
    expect((await ann.client.call(accountInfo, {})).error).toBe(undefined)
    await company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 })
    expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
    const thawed = await company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 0 })
    expect(thawed.data.updated).toBe(1)
    expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  })

  test('stay frozen if an operator froze them', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    await runCommand(server, 'member', 'freeze', company.id, ann.person.userId)
    const thawing = await company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 0 })
    expect(thawing.error).toBe('frozen_by_operator')
  })

  test('are removed all together or not at all', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
    const { manager } = company
    const withManager = await manager.call(deleteMember, { ids: [ann.id, manager.id] })
    expect(withManager.error).toBe('own_membership')
    const withStranger = await manager.call(deleteMember, { ids: [ann.id, '17'] })
    expect(withStranger.error).toBe('not_in_organization')
    expect((await ann.client.call(accountInfo, {})).error).toBe(undefined)
    const both = await manager.call(deleteMember, { ids: [ann.id, ben.id] })
    expect(both.data).toMatchObject({ updated: 2, sessions: 2, dry_run: 0 })
    expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
    expect((await manager.call(deleteMember, {})).error).toBe('bad_parameter')
  })

  test('are removed in bulk by one recent authentication, which a dry run does not need', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ids: string[] = []
    for (let at = 0; at < 11; at++) {
      ids.push(await addMember(server, company.id, await server.person()))
    }
    server.clock.passSeconds(11 * 60)
    const tried = await company.manager.call(deleteMember, { ids, dry_run: 1 })
    expect(tried.data).toMatchObject({ updated: 11, dry_run: 1 })
    expect((await company.manager.call(deleteMember, { ids })).error).toBe('second_verify')
    expect((await company.manager.call(deleteMember, { ids: ids.slice(1) })).data.updated).toBe(10)
    const many = Array.from({ length: 1000 }, (_, at) => String(at + 1))
    const strangers = await company.manager.call(deleteMember, { ids: many, dry_run: 1 })
    expect(strangers.error).toBe('not_in_organization')
    const more = await company.manager.call(deleteMember, { ids: [...many, '1001'], dry_run: 1 })
    expect(more.error).toBe('bad_parameter')
  })

  test('of another organization are not found', async () => {
    const server = await createTestServer()
    const [one, two] = [await createCompany(server), await createCompany(server, 'Orchard Ltd')]
    const ann = await one.join('Ann')
    for (const endpoint of [memberInfo, deleteMember, updateMember] as const) {
      const { error } = await two.manager.call(endpoint, { deputy_identity_id: ann.id })
      expect(error).toBe('not_in_organization')
    }
    const giving = await two.manager.call(addUserRole, {
      role_key: 'admin',
      sec_user_identity_ids: await secIdOf(one.manager, ann),
    })
    expect(giving.error).toBe('not_in_organization')
  })
})

describe('roles', () => {
  test('grant their permissions in the next call, until they are banned or taken', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    const { manager } = company
    const created = await manager.call(createRole, {
      role_name: 'Recruiter',
      permissions: ['invite.create', 'invite.read'],
    })
    expect(created.data).toMatchObject({ role_key: 'recruiter', is_builtin: 0, user_count: 0 })
    const assignment = {
      role_key: 'recruiter',
      sec_user_identity_ids: await secIdOf(manager, ann),
    }
    expect((await manager.call(addUserRole, assignment)).data.updated).toBe(1)
    expect((await manager.call(addUserRole, assignment)).data.updated).toBe(0)
    expect(await rightsOf(ann)).toContain('invite.create')

    const banning = { role_key: 'recruiter', is_banned: 1 } as const
    const refused = await manager.call(banRole, banning)
    expect(refused.error).toBe('role_in_use')
    expect(refused.data.user_count).toBe(1)
    expect((await manager.call(banRole, { ...banning, confirm: 1 })).data.is_banned).toBe(1)
    expect(await rightsOf(ann)).not.toContain('invite.create')
    expect((await ann.call(listUserRoles, { identity_id: ann.id })).data.roles).toEqual([
      'member',
      'recruiter',
    ])
    await manager.call(banRole, { ...banning, is_banned: 0 })
    await manager.call(updateRole, { role_key: 'recruiter', permissions: ['invite.read'] })
    expect(await rightsOf(ann)).not.toContain('invite.create')
    expect((await manager.call(removeUserRole, assignment)).data.updated).toBe(1)
    expect(await rightsOf(ann)).not.toContain('invite.read')
  })

  test('that are custom are listed after the built-in ones', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    await makeAdmin(company, ann)
    await company.manager.call(createRole, { role_name: '採用', permissions: ['invite.read'] })
    const { data } = await ann.call(listRoles, {})
    expect((data.list as RoleInfo[]).map((one) => [one.role_key, one.user_count])).toEqual([
      ['manager', 1],
      ['admin', 1],
      ['member', 2],
      ['role', 0],
    ])
    expect((await ann.call(roleInfo, { role_key: 'role' })).data.role_name).toBe('採用')
    expect((await ann.call(roleInfo, { role_key: 'none' })).error).toBe('not_in_organization')
    const again = await company.manager.call(createRole, {
      role_name: '採用',
      permissions: ['invite.read'],
    })
    expect(again.error).toBe('role_exists')
  })

  test('never grant more than the giver has', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
    await makeAdmin(company, ann)
    const own = await secIdOf(ann, ann)
    const other = await secIdOf(ann, ben)
    const attempts = [
      ann.call(createRole, { role_name: 'Boss', permissions: ['admin.transfer'] }),
      ann.call(addUserRole, { role_key: 'manager', sec_user_identity_ids: own }),
      ann.call(addUserRole, { role_key: 'manager', sec_user_identity_ids: other }),
    ]
    for (const { error } of await Promise.all(attempts)) expect(error).toBe('exceeds_own_rights')
    const toSelf = await ann.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: own })
    expect(toSelf.error).toBe('own_membership')
    const deposed = await ann.call(removeUserRole, {
      role_key: 'manager',
      sec_user_identity_ids: await secIdOf(ann, company.manager),
    })
    expect(deposed.error).toBe('last_manager')

    await company.manager.call(createRole, {
      role_name: 'Helper',
      role_key: 'helper',
      permissions: ['role.create', 'role.update', 'role.ban', 'role.assign'],
    })
    const helping = { role_key: 'helper', sec_user_identity_ids: await secIdOf(ann, ben) }
    await company.manager.call(addUserRole, helping)
    await company.manager.call(createRole, {
      role_name: 'Owner',
      role_key: 'owner',
      permissions: ['subject.delete'],
    })
    const rising = [
      ben.call(updateRole, { role_key: 'helper', permissions: ['subject.delete'] }),
      ben.call(updateRole, { role_key: 'owner', permissions: ['role.read'] }),
      ben.call(banRole, { role_key: 'owner', is_banned: 1 }),
      ben.call(addUserRole, { role_key: 'owner', sec_user_identity_ids: own }),
      ben.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: own }),
      ben.call(removeUserRole, { role_key: 'admin', sec_user_identity_ids: own }),
    ]
    for (const { error } of await Promise.all(rising)) expect(error).toBe('exceeds_own_rights')
  })

  test('that are built in, unknown or too many are refused', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const builtIn = await manager.call(updateRole, {
      role_key: 'admin',
      permissions: ['role.read'],
    })
    expect(builtIn.error).toBe('role_built_in')
    const taken = await manager.call(createRole, {
      role_name: 'Mine',
      role_key: 'admin',
      permissions: ['role.read'],
    })
    expect(taken.error).toBe('role_exists')
    const unknown = await manager.call(createRole, {
      role_name: 'Mine',
      permissions: ['rocket.launch'],
    })
    expect(unknown.error).toBe('unknown_permission')
    expect(unknown.data.permissions).toEqual(['rocket.launch'])
    for (let count = 0; count < 100; count++) {
      await manager.call(createRole, { role_name: `Role ${count}`, permissions: ['role.read'] })
    }
    const last = await manager.call(createRole, {
      role_name: 'One more',
      permissions: ['role.read'],
    })
    expect(last.error).toBe('role_limit')
  })

  test('can be assigned in a dry run', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    const tried = await company.manager.call(addUserRole, {
      role_key: 'admin',
      sec_user_identity_ids: await secIdOf(company.manager, ann),
      dry_run: 1,
    })
    expect(tried.data).toMatchObject({ updated: 1, dry_run: 1 })
    expect(await rightsOf(ann)).not.toContain('deputy.update')
  })
})

test('lists members, holders of a role, and resources in full', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  await makeAdmin(company, ann)
  const identities = await ann.call(listIdentitiesOfOrganization, {})
  expect(identities.data).toMatchObject({ total: 2 })
  const own = await ann.call(listIdentitiesOfOrganization, { type: 'user' })
  expect(own.data).toMatchObject({ total: 1, list: [{ identity_id: ann.id, name: 'Ann' }] })
  const admins = await ann.call(listAllUserRoles, { role: 'admin' })
  expect(admins.data).toMatchObject({ total: 1, list: [{ name: 'Ann' }] })
  const { data } = await ann.call(listResources, { page_size: 100 })
  expect((data.list as { resource_id: string }[]).map((one) => one.resource_id)).toContain(
    'subject',
  )
})

test('sends permissions again only if they have changed', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  const { version } = (await ann.call(listPermissions, {})).data
  const again = await ann.call(listPermissions, { version: String(version) })
  expect(again.data).toMatchObject({ unchanged: 1, permissions: [], version })
  await makeAdmin(company, ann)
  const later = await ann.call(listPermissions, { version: String(version) })
  expect(later.data).toMatchObject({ unchanged: 0, roles: ['admin', 'member'] })
})
