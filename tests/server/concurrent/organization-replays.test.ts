import { expect, test } from 'vitest'
import type { Call, Endpoint } from '#protocol/endpoint.ts'
import {
  acceptInvitation,
  cancelInvitation,
  createInvitationByEmail,
  resendInvitation,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo } from '#protocol/web/login.ts'
import {
  agreeToManage,
  sendSuccessorCode,
  transferManager,
} from '#protocol/web/manager-transfer.ts'
import { createMember, deleteMember, freezeMember, memberInfo } from '#protocol/web/members.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import {
  addUserRole,
  banRole,
  listUserRoles,
  removeUserRole,
  roleInfo,
  updateRole,
} from '#protocol/web/roles.ts'
import type { Answer, Client } from '../../support/client.ts'
import { createCompany, giveRole } from '../../support/companies.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { begin, choose } from '../../support/manager-transfer.ts'
import { addMember, runCommand } from '../../support/organizations.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'hana@orchard.example'
const language = 'en'

function ticketOf(link: unknown): string {
  return new URL(String(link)).searchParams.get('ticket') ?? ''
}

test('the link of an accepted invitation cannot be used again', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const hana = await server.person({ email })
  const ticket = ticketOf(data.link)
  const accept = async (): Promise<Answer> =>
    await hana.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
  const joined = await accept()
  await hana.client.call(identityLogin, { login_subject_uid: '0' })
  const id = String(joined.data.user_identity_id)
  await manager.call(freezeMember, { ids: [id], is_frozen: 1 })
  expect((await accept()).error).toBe('frozen')
  await manager.call(deleteMember, { ids: [id] })
  expect((await accept()).error).toBe('invitation_used')
  expect(await manager.find(id)).toBe(undefined)
})

test('objects of another organization are not found by any id', async () => {
  const server = await createTestServer()
  const [mine, other] = [await createCompany(server), await createCompany(server, 'Orchard Ltd')]
  const ann = await other.join('Ann')
  const role_key = await giveRole(other, ann, ['role.read'])
  const invited = { email, deputy_name: 'Hana' }
  const invite_id = String(
    (await other.manager.call(createInvitationByEmail, invited)).data.invite_id,
  )
  const draft = await other.manager.call(createMember, { deputy_name: 'Kei' })
  const draftId = { deputy_identity_id: String(draft.data.deputy_identity_id) }
  const secIds = [String((await other.manager.find(ann.id))?.sec_user_identity_id)]
  const giving = { role_key: 'admin', sec_user_identity_ids: secIds }
  const { manager } = mine
  const unknown = [
    await manager.call(memberInfo, { deputy_identity_id: ann.id }),
    await manager.call(memberInfo, draftId),
    await manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 }),
    await manager.call(deleteMember, { ids: [ann.id], dry_run: 1 }),
    await manager.call(listUserRoles, { identity_id: ann.id }),
    await manager.call(addUserRole, giving),
    await manager.call(removeUserRole, giving),
    await manager.call(roleInfo, { role_key }),
    await manager.call(updateRole, { role_key, role_name: 'Mine' }),
    await manager.call(banRole, { role_key, is_banned: 1 }),
    await manager.call(updateInvitation, { invite_id, email: 'me@example.com' }),
    await manager.call(resendInvitation, { invite_id }),
    await manager.call(cancelInvitation, { invite_id }),
    await manager.call(createInvitationByEmail, { ...invited, roles: [role_key] }),
    await manager.call(createInvitationByEmail, { ...invited, ...draftId }),
  ]
  expect(unknown.map(({ error }) => error)).toEqual(unknown.map(() => 'not_in_organization'))
  // A member of both acts for the one that the session chose, whatever the call names.
  await addMember(server, other.id, manager.person)
  const call = <E extends Endpoint>(endpoint: E, payload: Call<E>): ReturnType<Client['call']> =>
    manager.client.call(endpoint, payload, aff)
  const crossed = await call(roleInfo, { subject_uid: other.id, role_key })
  expect(crossed).toMatchObject({
    error: 'not_member',
    data: { current_subject_uid: mine.id },
  })
  const sec_subject_uid = server.app.services.memberships.secOrganizationIdOf(other.id, 1001)
  expect((await call(roleInfo, { sec_subject_uid, role_key })).error).toBe('not_member')
  const both = { subject_uid: mine.id, sec_subject_uid, role_key }
  expect((await call(roleInfo, both)).error).toBe('bad_parameter')
})

test('the ticket of a transfer is valid for its manager, its successor and one organization', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const other = await createCompany(server, 'Orchard Ltd')
  const { manager, join } = company
  const [ann, ben] = [await join('Ann'), await join('Ben')]
  const replaced = await choose(company, ann, await begin(server, company))
  const chosen = await choose(company, ann, await begin(server, company))
  expect((await manager.call(sendSuccessorCode, replaced)).error).toBe('transfer_stale')
  expect((await manager.call(sendSuccessorCode, chosen)).error).toBe(undefined)
  const code = await server.codeFor(ann.person.email)

  // Nobody else agrees, neither by the ticket of the manager nor by the code of the successor.
  const { verify_ticket } = chosen
  expect((await ben.call(agreeToManage, { code, verify_ticket })).error).toBe('transfer_stale')
  expect((await ben.call(agreeToManage, { code })).error).toBe('transfer_stale')
  const toOther = await choose(other, await other.join('Kei'), await begin(server, other))
  await other.manager.call(sendSuccessorCode, toOther)
  const elsewhere = { code, verify_ticket: toOther.verify_ticket }
  expect((await other.manager.call(agreeToManage, elsewhere)).error).toBe('code_error')
  expect((await other.manager.call(agreeToManage, { code, verify_ticket })).error).toBe(
    'transfer_stale',
  )

  expect((await ann.call(agreeToManage, { code })).error).toBe(undefined)
  expect((await ann.call(transferManager, chosen)).error).toBe('no_permission')
  const toBen = await choose(company, ben, verify_ticket)
  expect((await manager.call(transferManager, toBen)).error).toBe('transfer_stale')
  expect((await manager.call(transferManager, chosen)).error).toBe(undefined)
  expect((await manager.call(transferManager, chosen)).error).toBe('no_permission')
  expect((await server.app.services.memberships.manager(company.id))?.id).toBe(ann.id)
})

test('a person whose account deletion is scheduled cannot become manager', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager, join } = company
  const ann = await join('Ann')
  const chosen = await choose(company, ann, await begin(server, company))
  await manager.call(sendSuccessorCode, chosen)
  await ann.call(agreeToManage, { code: await server.codeFor(ann.person.email) })
  expect((await deleteAccount(server, ann.person)).error).toBe(undefined)
  expect((await manager.call(transferManager, chosen)).error).toBe('successor_frozen')
  const again = await choose(company, ann, await begin(server, company))
  expect((await manager.call(sendSuccessorCode, again)).error).toBe('successor_frozen')
})

test('freezing a member ends their sessions in every browser and application; unfreezing restores none', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  const browsers = [ann.client, server.client(), server.client()]
  for (const [index, browser] of browsers.entries()) {
    if (index === 0) continue
    for (const [name, value] of ann.client.cookies) browser.cookies.set(name, value)
  }
  const states = async (): Promise<(string | undefined)[]> => {
    const found = []
    for (const browser of browsers) found.push((await browser.call(accountInfo, {})).error)
    return found
  }
  expect(await states()).toEqual([undefined, undefined, undefined])
  await manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 })
  const out = browsers.map(() => 'session_expired')
  expect(await states()).toEqual(out)
  await manager.call(freezeMember, { ids: [ann.id], is_frozen: 0 })
  expect(await states()).toEqual(out)
  for (const browser of browsers) {
    const entering = await browser.call(identityLogin, { login_subject_uid: id })
    expect(entering.error).toBe('session_expired')
  }
})

test('opening the link of an invitation uses nothing up', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const link = String(data.link)
  const scanner = server.client()
  for (const method of ['HEAD', 'GET', 'HEAD']) {
    const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }
    const reply = await scanner.send(new Request(link, { method, headers, redirect: 'manual' }))
    expect([302, 404]).toContain(reply.status)
    expect(reply.headers.get('cache-control')).toBe('no-store')
  }
  const hana = await server.person({ email })
  const accepting = { invite_ticket: ticketOf(link) }
  expect((await hana.client.call(acceptInvitation, accepting, aff)).error).toBe(undefined)
})

test('an invitation does not redirect to an origin that was removed meanwhile', async () => {
  const server = await createTestServer()
  const origin = 'https://shop.example.com'
  await runCommand(server, 'app', 'add', '1003', '--name', 'Shop', '--origins', origin)
  server.clock.passSeconds(31)
  const { client } = await server.person()
  const shop = { ...aff, aid: 1003, origin }
  const founded = await client.call(createOrganization, { subject_name: 'Shop KK' }, shop)
  const invite = async (to: string): Promise<string> => {
    const payload = {
      subject_uid: founded.data.subject_uid,
      email: to,
      deputy_name: 'Hana',
      next_url: `${origin}/welcome`,
    }
    const { data, error } = await client.call(createInvitationByEmail, payload, shop)
    expect(error).toBe(undefined)
    expect(data.next_url).toBe(`${origin}/welcome`)
    return ticketOf(data.link)
  }
  const [ticket, formTicket] = [await invite(email), await invite('ben@example.com')]
  await runCommand(server, 'app', 'set', '1003', '--origins', 'https://new.example.com')
  server.clock.passSeconds(31)
  const [hana, ben] = [
    await server.person({ email }),
    await server.person({ email: 'ben@example.com' }),
  ]
  const accepting = { invite_ticket: ticket }
  const moved = { ...shop, origin: 'https://new.example.com' }
  const joined = await hana.client.call(acceptInvitation, accepting, moved)
  expect(joined.data.redirect_url).toBe('/')
  const fields = { ticket: formTicket, action: 'accept', aid: '1003', language }
  const plain = await ben.client.form('/form/invitation', fields, { origin: ORIGIN })
  expect(plain.headers.get('location')).toBe('/')
})
