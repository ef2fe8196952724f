import { describe, expect, test } from 'vitest'
import { deleteMember, freezeMember } from '#protocol/web/members.ts'
import type { InvitationInfo } from '#protocol/organization-objects.ts'
import { sendCode } from '#protocol/web/codes.ts'
import {
  acceptInvitation,
  cancelInvitation,
  checkInvitation,
  createInvitationByEmail,
  createInvitationByMobile,
  listInvitations,
  myInvitations,
  resendInvitation,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import type { Language } from '#protocol/languages.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { organizationInfo } from '#protocol/web/organizations.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { addUserRole, listPermissions, removeUserRole } from '#protocol/web/roles.ts'
import { allMessages } from '../../../server/delivery/messages/all-messages.ts'
import type { Answer, Client } from '../../support/client.ts'
import { createCompany, memberOf, type Company, type Member } from '../../support/companies.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'ben@example.com'

async function invite(
  { manager }: Pick<Company, 'manager'>,
  to = email,
  more: { roles?: string[]; next_url?: string } = {},
): Promise<{ ticket: string; id: string }> {
  const { data, error } = await manager.call(createInvitationByEmail, {
    email: to,
    deputy_name: 'Ben',
    ...more,
  })
  expect(error).toBe(undefined)
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  return { ticket, id: String(data.invite_id) }
}

async function acceptByCode(
  server: TestServer,
  client: Client,
  ticket: string,
  to = email,
): Promise<Answer> {
  const sent = await client.call(sendCode, { invite_ticket: ticket, type: 13 })
  expect(sent.error).toBe(undefined)
  const code = await server.codeFor(to)
  return await client.call(acceptInvitation, { invite_ticket: ticket, code }, aff)
}

describe('an invitation', () => {
  test.each([
    ['en', 'en', 'ja'],
    ['ja', 'ja', 'en'],
    ['zh', 'zh', 'en'],
  ])('is written in the language of who invites (%s) and in another', async (language, ...both) => {
    const server = await createTestServer()
    const { manager, id } = await createCompany(server)
    const call = { subject_uid: id, email, deputy_name: 'Ben' }
    await manager.client.call(createInvitationByEmail, call, { ...aff, params: { language } })
    const [mail] = await server.mail(email)
    const actions = both.map((one) => allMessages[one as Language].byKind.organization_invitation)
    const at = actions.map(({ action }) => mail?.body.indexOf(action) ?? -1)
    expect(at[0]).toBeGreaterThan(0)
    expect(at[1]).toBeGreaterThan(at[0] ?? 0)
    expect(mail?.html).toMatch(
      new RegExp(`^[^]*<html lang="${both[0]}">[^]*<div lang="${both[1]}"`),
    )
  })

  test('is mailed, and makes the person who proves the address a member with an account', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { ticket } = await invite(company, email, { roles: ['admin'], next_url: '/dashboard' })
    const [mail] = await server.mail(email)
    expect(mail?.subject).toContain('Harbour KK')
    expect(mail?.body).toContain(`/form/invitation?ticket=${ticket}`)

    const client = server.client()
    const check = await client.call(checkInvitation, { invite_ticket: ticket }, aff)
    expect(check.data).toMatchObject({
      subject_name: 'Harbour KK',
      deputy_name: 'Ben',
      channel: 'email',
      need_code: 1,
      is_registered: 0,
      is_other: 0,
    })
    expect(check.data.target).not.toBe(email)
    const sent = await client.call(sendCode, { invite_ticket: ticket, type: 13 })
    expect(sent.data.email).toBe(check.data.target)
    const code = await server.codeFor(email)
    const accepted = await client.call(acceptInvitation, { invite_ticket: ticket, code }, aff)
    expect(accepted.data).toMatchObject({
      new_user: 1,
      name: 'Ben',
      login_subject_uid: company.id,
      redirect_url: '/dashboard',
    })
    const id = String(accepted.data.user_identity_id)
    const found = await company.manager.find(id)
    expect(found).toMatchObject({ deputy_name: 'Ben', roles: ['admin', 'member'] })
    // Who may change members sees addresses in full, others see none, and people their own.
    expect(found?.email).toBe(email)
    const { id: managerId, person: founder } = company.manager
    expect((await company.manager.find(managerId))?.email).toBe(founder.email)
    const listed = await company.manager.call(listInvitations, {})
    expect(listed.data.list).toMatchObject([{ target: email }])
    const ann = await company.join('Ann')
    expect(await ann.find(id)).toMatchObject({ email: '', mobile: '' })
    expect((await ann.call(listInvitations, {})).error).toBe('no_permission')
    const cleo = await server.person()
    const other = await invite(company, cleo.email)
    const own = await cleo.client.call(checkInvitation, { invite_ticket: other.ticket }, aff)
    expect(own.data.target).toBe(cleo.email)
    const shown = await ann.client.call(checkInvitation, { invite_ticket: other.ticket }, aff)
    expect(shown.data.target).not.toBe(cleo.email)
  })

  test('proves nothing by its link', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { ticket } = await invite(company)
    const thief = await server.person()
    const taken = await thief.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
    expect(taken.error).toBe('invitation_other_person')
    const check = await thief.client.call(checkInvitation, { invite_ticket: ticket }, aff)
    expect(check.data).toMatchObject({ is_other: 1, need_code: 1, is_registered: 0 })
    const stranger = await server.client().call(acceptInvitation, { invite_ticket: ticket }, aff)
    expect(stranger.error).toBe('code_missing')
    const guess = await server
      .client()
      .call(acceptInvitation, { invite_ticket: ticket, code: '000000' }, aff)
    expect(['code_error', 'code_expired']).toContain(guess.error)
  })

  test('is accepted by a session that owns the address, also twice', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ben = await server.person({ email })
    const { ticket } = await invite(company)
    const mine = await ben.client.call(myInvitations, {}, aff)
    expect(mine.data).toMatchObject({ total: 1, list: [{ subject_name: 'Harbour KK' }] })
    const check = await ben.client.call(checkInvitation, { invite_ticket: ticket }, aff)
    expect(check.data).toMatchObject({ need_code: 0, is_registered: 1 })
    const [first, second] = [
      await ben.client.call(acceptInvitation, { invite_ticket: ticket }, aff),
      await ben.client.call(acceptInvitation, { invite_ticket: ticket }, aff),
    ]
    expect(first.data.login_subject_uid).toBe(company.id)
    expect(second.data.user_identity_id).toBe(first.data.user_identity_id)
    const late = await server.client().call(checkInvitation, { invite_ticket: ticket }, aff)
    expect(late.error).toBe('invitation_used')
  })

  test.each([
    ['a session, as no sign-in', 'member_join'],
    ['a code, as a sign-in', 'invitation_accept'],
  ])('is accepted by %s', async (_how, by) => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ben = await server.person({ email })
    const { ticket } = await invite(company)
    const client = by === 'member_join' ? ben.client : server.client()
    if (client === ben.client) await client.call(acceptInvitation, { invite_ticket: ticket }, aff)
    else await acceptByCode(server, client, ticket)
    const { data } = await client.call(listSecurityEvents, {})
    expect(data.list).toContainEqual(expect.objectContaining({ kind: 'signed_in', by }))
  })

  test('reaches mobile numbers too', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const mobile = '+8613800138000'
    const { data } = await manager.call(createInvitationByMobile, { mobile, deputy_name: 'Ben' })
    expect(data).toMatchObject({ channel: 'mobile', status: 'pending' })
    const [text] = await server.mail(mobile)
    expect(text?.body).toContain('Harbour KK')
  })

  test('is valid for one organization of one application', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { ticket } = await invite(company)
    const elsewhere = await server
      .client()
      .call(
        checkInvitation,
        { invite_ticket: ticket },
        { ...aff, aid: 1002, origin: 'http://localhost:4322' },
      )
    expect(elsewhere.error).toBe('invitation_unknown')
    const unknown = await server
      .client()
      .call(checkInvitation, { invite_ticket: 'x'.repeat(43) }, aff)
    expect(unknown.error).toBe('invitation_unknown')
  })

  test('leads only to registered pages', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    for (const [index, next_url] of ['//evil.example', 'javascript:alert(1)'].entries()) {
      const { data } = await manager.call(createInvitationByEmail, {
        email: `ben${index}@example.com`,
        deputy_name: 'Ben',
        next_url,
      })
      expect(data.next_url).toBe('/')
    }
  })

  test('is refused for members, and for an address already invited', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { id, ticket } = await invite(company)
    const again = await company.manager.call(createInvitationByEmail, {
      email: email.toUpperCase(),
      deputy_name: 'Ben',
    })
    expect(again.error).toBe('invitation_pending')
    expect(again.data.invite_id).toBe(id)
    await acceptByCode(server, server.client(), ticket)
    const member = await company.manager.call(createInvitationByEmail, {
      email,
      deputy_name: 'Ben',
    })
    expect(member.error).toBe('already_member')
  })

  test('can be corrected, sent again and cancelled; each new link ends the one before', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { manager } = company
    const { id, ticket } = await invite(company, 'bne@example.com')
    const corrected = await manager.call(updateInvitation, { invite_id: id, email })
    const second = new URL(String(corrected.data.link)).searchParams.get('ticket') ?? ''
    const check = (one: string): Promise<Answer> =>
      server.client().call(checkInvitation, { invite_ticket: one }, aff)
    expect((await check(ticket)).error).toBe('invitation_unknown')
    expect((await check(second)).error).toBe(undefined)
    expect((await manager.call(resendInvitation, { invite_id: id })).error).toBe('code_frequency')
    server.clock.passSeconds(61)
    const resent = await manager.call(resendInvitation, { invite_id: id })
    expect(resent.data).toMatchObject({ resend_count: 1, retry_time: 60 })
    const third = new URL(String(resent.data.link)).searchParams.get('ticket') ?? ''
    expect((await check(second)).error).toBe('invitation_unknown')
    expect((await manager.call(cancelInvitation, { invite_id: id })).data.updated).toBe(1)
    expect((await check(third)).error).toBe('invitation_cancelled')
    expect((await manager.call(cancelInvitation, { invite_id: id })).error).toBe(
      'invitation_not_pending',
    )
  })

  test('expires, and can be sent again then', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { id, ticket } = await invite(company)
    server.clock.passSeconds(7 * 24 * 3600 + 1)
    const { error } = await server.client().call(checkInvitation, { invite_ticket: ticket }, aff)
    expect(error).toBe('invitation_expired')
    const { data } = await company.manager.call(listInvitations, { status: 'expired' })
    expect((data.list as InvitationInfo[]).map((one) => one.invite_id)).toEqual([id])
    expect((await company.manager.call(resendInvitation, { invite_id: id })).data.status).toBe(
      'pending',
    )
  })

  test('is sent to an address at most three times a day by all organizations', async () => {
    const server = await createTestServer()
    for (const name of ['One', 'Two', 'Three']) await invite(await createCompany(server, name))
    const { manager } = await createCompany(server, 'Four')
    const fourth = await manager.call(createInvitationByEmail, { email, deputy_name: 'Ben' })
    expect(fourth.error).toBe('invitation_limit')
  })
})

describe('an inviter', () => {
  test('needs the permission, and grants no more than their own', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ann = await company.join('Ann')
    const payload = { email, deputy_name: 'Ben' }
    expect((await ann.call(createInvitationByEmail, payload)).error).toBe('no_permission')
    const rising = await company.manager.call(createInvitationByEmail, {
      ...payload,
      roles: ['manager'],
    })
    expect(rising.error).toBe('exceeds_own_rights')
  })

  test('loses pending invitations when frozen, removed or demoted', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const endings: ((ann: Member, secId: string) => Promise<unknown>)[] = [
      (ann) => company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 }),
      (ann) => company.manager.call(deleteMember, { ids: [ann.id] }),
      (_ann, secId) =>
        company.manager.call(removeUserRole, {
          role_key: 'admin',
          sec_user_identity_ids: [secId],
        }),
    ]
    for (const [index, end] of endings.entries()) {
      const ann = await company.join(`Ann ${index}`)
      const secId = String((await company.manager.find(ann.id))?.sec_user_identity_id)
      await company.manager.call(addUserRole, {
        role_key: 'admin',
        sec_user_identity_ids: [secId],
      })
      const { ticket } = await invite({ manager: ann }, `ben${index}@example.com`)
      await end(ann, secId)
      const check = await server.client().call(checkInvitation, { invite_ticket: ticket }, aff)
      expect(check.error).toBe('invitation_cancelled')
    }
  })
})

test('an invitation is accepted once, on two instances at the same time', async () => {
  const [one, two] = await createTwoServers()
  const company = await createCompany(one)
  const { ticket } = await invite(company)
  const client = one.client()
  await client.call(sendCode, { invite_ticket: ticket, type: 13 })
  const code = await one.codeFor(email)
  const elsewhere = two.client()
  const answers = await Promise.all(
    [client, elsewhere].map((each) =>
      each.call(acceptInvitation, { invite_ticket: ticket, code }, aff),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect((await company.manager.call(organizationInfo, {})).data.deputy_count).toBe(2)
})

describe('without scripts, an invitation', () => {
  const post = (client: Client, fields: Record<string, string>): Promise<Response> =>
    client.form('/form/invitation', fields)

  test('is shown without any effect, then accepted by a new person with a code', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const { ticket } = await invite(company)
    const client = server.client()
    const get = (query: string): Promise<Response> =>
      client.send(new Request(`http://localhost:4321/form/invitation?${query}`))
    await get(`ticket=${ticket}`)
    const page = await get('language=en')
    const html = await page.text()
    expect(html).toContain('Invitation to “Harbour KK”')
    expect(html).not.toContain(email)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const sent = await post(client, { ticket, action: 'send', language: 'en' })
    expect(await sent.text()).toContain('A code is on its way')
    const wrong = await post(client, { ticket, action: 'accept', code: '', language: 'en' })
    expect(wrong.status).toBe(422)
    const code = await server.codeFor(email)
    const accepted = await post(client, { ticket, action: 'accept', code, language: 'en' })
    const end = await accepted.text()
    expect(end).toContain('You belong to Harbour KK now')
    expect(end).toContain('/account-setting/components/organization"')
    const { data } = await client.call(accountInfo, {})
    expect(data).toMatchObject({ name: 'Ben', login_subject_uid: company.id })
  })

  test('asks to sign in if the address has an account', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    const ben = await server.person({ email })
    const { ticket } = await invite(company)
    const stranger = server.client()
    await post(stranger, { ticket, action: 'send', language: 'en' })
    const code = await server.codeFor(email)
    const refused = await post(stranger, { ticket, action: 'accept', code, language: 'en' })
    expect(await refused.text()).toContain('/login?next=')
    const accepted = await post(ben.client, { ticket, action: 'accept', language: 'en' })
    expect(accepted.status).toBe(200)
    const { data } = await ben.client.call(accountInfo, {})
    const member = memberOf(company.id, ben, String(data.user_identity_id))
    expect((await member.call(listPermissions, {})).data.roles).toEqual(['member'])
  })

  test('can be declined and reported', async () => {
    const server = await createTestServer()
    const company = await createCompany(server)
    await invite(company)
    const [mail] = await server.mail(email)
    const ticket = /ticket=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const done = await post(server.client(), { ticket, action: 'report', language: 'en' })
    expect(await done.text()).toContain('Invitation declined')
    const again = await post(server.client(), { ticket, action: 'decline', language: 'en' })
    expect(again.status).toBe(400)
  })
})
