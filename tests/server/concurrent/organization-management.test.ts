import { describe, expect, test } from 'vitest'
import {
  createOrganization,
  createOrganizationByEmail,
  createOrganizationByMobile,
  createOrganizationByUsername,
  deleteOrganization,
  freezeOrganization,
  leaveOrganization,
  listOrganizations,
  organizationInfo,
  updateOrganization,
} from '#protocol/web/organizations.ts'
import { listPermissions } from '#protocol/web/roles.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createCompany } from '../../support/companies.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import type { Person } from '../../support/create-people.ts'
import { addMember, runCommand } from '../../support/organizations.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const

describe('creating an organization', () => {
  test.each(['{"country":', '{"country":{"toString":1}}'])(
    'refuses %s as facts',
    async (base_infos) => {
      const server = await createTestServer()
      const { client } = await server.person()
      const call = { subject_name: 'Harbour KK', base_infos }
      const { error, data } = await client.call(createOrganization, call as never, aff)
      expect([error, data.fields]).toEqual([
        'bad_parameter',
        [{ field: 'base_infos', rule: 'format' }],
      ])
    },
  )

  test('makes the person its manager and switches to it', async () => {
    const server = await createTestServer()
    const person = await server.person()
    const before = person.client.cookies.get('sessionid')
    const { data } = await person.client.call(
      createOrganization,
      {
        subject_name: 'Harbour KK',
        base_infos: { country: 'JP', logo_url: 'https://cdn.example/l.png' },
        detail_infos: { tax_id: '42' },
      },
      aff,
    )
    expect(data).toMatchObject({
      subject_name: 'Harbour KK',
      base_infos: { country: 'JP', logo_url: 'https://cdn.example/l.png' },
      detail_infos: { tax_id: '42' },
      is_frozen: 0,
      deputy_count: 1,
      user: { login_subject_uid: data.subject_uid, passport_enterprise_user_type: 2 },
    })
    expect(person.client.cookies.get('sessionid')).not.toBe(before)
    const rights = await person.client.call(listPermissions, { subject_uid: data.subject_uid }, aff)
    expect(rights.data).toMatchObject({ is_manager: 1, roles: ['manager', 'member'] })
    expect(rights.data.permissions).toContain('admin.transfer')
  })

  test('refuses a logo that is no address by https', async () => {
    const server = await createTestServer()
    const { client } = await server.person()
    for (const logo_url of ['javascript:alert(1)', 'http://cdn.example/l.png', 'https://a"b']) {
      const company = { subject_name: 'Harbour KK', base_infos: { logo_url } }
      expect((await client.call(createOrganization, company, aff)).error).toBe('bad_parameter')
    }
  })

  test('refuses names that mail clients would turn into links', async () => {
    const server = await createTestServer()
    const { client } = await server.person()
    for (const subject_name of ['Win at evil.com', 'https://evil', 'www.evil', 'a@b.example']) {
      const { error } = await client.call(createOrganization, { subject_name }, aff)
      expect(error, subject_name).toBe('text_refused')
    }
  })

  test('is limited to five a day', async () => {
    const server = await createTestServer()
    const { client } = await server.person()
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      expect((await client.call(createOrganization, { subject_name: name }, aff)).error).toBe(
        undefined,
      )
    }
    const sixth = await client.call(createOrganization, { subject_name: 'Six' }, aff)
    expect(sixth.error).toBe('organization_limit')
  })

  test('can create the account too, by mobile, e-mail or username', async () => {
    const server = await createTestServer()
    await server.database.query
      .updateTable('apps')
      .set({ settings: JSON.stringify({ no_verify_register: true }) })
      .execute()
    server.clock.passSeconds(31)
    const mobile = server.client()
    await mobile.call(sendCode, { mobile: '+8613800138000', type: 1 })
    const byMobile = await mobile.call(
      createOrganizationByMobile,
      {
        subject_name: 'One',
        mobile: '+8613800138000',
        code: await server.codeFor('+8613800138000'),
      },
      aff,
    )
    expect(byMobile.data).toMatchObject({ subject_name: 'One', user: { new_user: 1 } })
    const email = server.client()
    await email.call(sendCode, { email: 'new@example.com', type: 16 })
    const code = await server.codeFor('new@example.com')
    const byEmail = await email.call(
      createOrganizationByEmail,
      { subject_name: 'Two', email: 'new@example.com', code },
      aff,
    )
    expect(byEmail.data).toMatchObject({ subject_name: 'Two', user: { new_user: 1 } })
    const payload = {
      subject_name: 'Three',
      username: 'ann-of-harbour',
      password: 'seven quiet otters',
    }
    const client = server.client()
    const rejection = await client.call(createOrganizationByUsername, payload, aff)
    expect(rejection.error).toBe('captcha_slide')
    await passCaptcha(client, rejection)
    const byUsername = await client.call(createOrganizationByUsername, payload, {
      ...aff,
      params: { is_resend: '1' },
    })
    expect(byUsername.data).toMatchObject({ subject_name: 'Three', user: { new_user: 1 } })
  })
})

describe('an organization', () => {
  test('is shown to members, with details to those who may change it', async () => {
    const server = await createTestServer()
    const { manager, join } = await createCompany(server)
    await manager.call(updateOrganization, { detail_infos: { tax_id: '7' } })
    const member = await join()
    expect((await member.call(organizationInfo, {})).data).toMatchObject({
      subject_name: 'Harbour KK',
      detail_infos: {},
      deputy_count: 2,
    })
    const renaming = await member.call(updateOrganization, { subject_name: 'Mine' })
    expect(renaming.error).toBe('no_permission')
    expect(renaming.data.permission).toBe('subject.update')
    expect((await manager.call(organizationInfo, {})).data.detail_infos).toEqual({ tax_id: '7' })
  })

  test('can be named by its id for the application, but no other organization can', async () => {
    const server = await createTestServer()
    const { manager, id } = await createCompany(server)
    const { data } = await manager.call(organizationInfo, {})
    const { client } = manager
    const bySecId = await client.call(
      organizationInfo,
      { sec_subject_uid: String(data.sec_subject_uid) },
      aff,
    )
    expect(bySecId.data.subject_uid).toBe(id)
    const other = await createCompany(server, 'Orchard Ltd')
    const crossing = await client.call(organizationInfo, { subject_uid: other.id }, aff)
    expect(crossing.error).toBe('not_member')
    expect(crossing.data.current_subject_uid).toBe(id)
    const asNobody = await server.client().call(organizationInfo, { subject_uid: id }, aff)
    expect(asNobody.error).toBe('session_expired')
  })

  test('cannot be read without switching to it', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    await manager.client.call(identityLogin, { login_subject_uid: '0' })
    const { error, data } = await manager.call(organizationInfo, {})
    expect(error).toBe('not_member')
    expect(data.current_subject_uid).toBe('0')
  })

  test('is listed for each of its members', async () => {
    const server = await createTestServer()
    const { join, id } = await createCompany(server)
    const member = await join()
    const { data } = await member.client.call(listOrganizations, {}, aff)
    expect(data).toMatchObject({ total: 1, list: [{ subject_uid: id, detail_infos: {} }] })
  })

  test('can be left by a member, not by its manager', async () => {
    const server = await createTestServer()
    const { manager, join } = await createCompany(server)
    const member = await join()
    const left = await member.call(leaveOrganization, {})
    expect(left.data).toMatchObject({ user_id_str: member.person.userId, new_user: 0 })
    expect(left.data.login_subject_uid).toBe(undefined)
    expect((await member.client.call(accountInfo, {})).data.login_subject_uid).toBe(undefined)
    expect((await member.client.call(listOrganizations, {}, aff)).data.total).toBe(0)
    expect((await member.call(organizationInfo, {})).error).toBe('not_member')
    expect((await manager.call(leaveOrganization, {})).error).toBe('manager_protected')
  })

  test('can be deleted with its name as confirmation, after a dry run', async () => {
    const server = await createTestServer()
    const { manager, join, id } = await createCompany(server)
    const member = await join()
    const tried = await manager.call(deleteOrganization, { confirm_name: 'Harbour KK', dry_run: 1 })
    expect(tried.data).toMatchObject({ deputy_count: 2, dry_run: 1 })
    expect((await member.call(organizationInfo, {})).data.subject_uid).toBe(id)
    const wrong = await manager.call(deleteOrganization, { confirm_name: 'Harbor' })
    expect(wrong.error).toBe('bad_parameter')
    expect((await member.call(deleteOrganization, { confirm_name: 'Harbour KK' })).error).toBe(
      'no_permission',
    )
    expect((await manager.call(deleteOrganization, { confirm_name: 'Harbour KK' })).error).toBe(
      undefined,
    )
    expect((await member.client.call(accountInfo, {})).error).toBe('session_expired')
  })
})

describe('freezing an organization', () => {
  test('ends all sessions on every instance, and unfreezing revives none', async () => {
    const [one, two] = await createTwoServers()
    const { manager, join, id } = await createCompany(one)
    const member = await join()
    const elsewhere = two.client()
    for (const [name, value] of member.client.cookies) elsewhere.cookies.set(name, value)
    expect((await elsewhere.call(accountInfo, {})).error).toBe(undefined)
    expect((await manager.call(freezeOrganization, { is_frozen: 1 })).data.is_frozen).toBe(1)
    expect((await elsewhere.call(accountInfo, {})).error).toBe('session_expired')
    expect((await manager.client.call(accountInfo, {})).error).toBe('session_expired')
    const opening = async ({ client }: Person): Promise<unknown> =>
      (await client.call(freezeOrganization, { subject_uid: id, is_frozen: 0 }, aff)).error
    const other = await one.person()
    expect(await opening(other)).toBe('not_member')
    await addMember(one, id, other)
    expect(await opening(other)).toBe('no_permission')

    const { client } = await one.person()
    await client.call(sendCode, { email: manager.person.email, type: 13 })
    await runCommand(one, 'subject', 'list')
    expect(await runCommand(one, 'subject', 'freeze', id, '--off')).toContain('open again')
    expect((await elsewhere.call(accountInfo, {})).error).toBe('session_expired')
  })
})
