import { describe, expect, test } from 'vitest'
import {
  createInvitationByEmail,
  declineInvitation,
  invitationBlocks,
  unblockInvitations,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { giveRole, createCompany, type Member } from '../../support/companies.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'ben@example.com'
const YEAR_SECONDS = 365 * 24 * 3600

/** Invites, and returns the ticket that the inviter has and the one of the message. */
async function invite(
  server: TestServer,
  { call }: Member,
  to = email,
): Promise<{ link: string; message: string; error: string | undefined }> {
  const { data, error } = await call(createInvitationByEmail, { email: to, deputy_name: 'Ben' })
  const ticketIn = (text: string): string => /ticket=([\w-]+)/.exec(text)?.[1] ?? ''
  const [mail] = await server.mail(to)
  return { link: ticketIn(String(data.link)), message: ticketIn(mail?.body ?? ''), error }
}

describe('stopping or reporting invitations', () => {
  const choices = [
    { block: 'all', report: 0 },
    { block: 'subject', report: 0 },
    { block: 'none', report: 1 },
  ] as const

  test.each(choices)('needs the address proved: %j', async (choice) => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const { link, message } = await invite(server, manager)
    expect(message).toMatch(new RegExp(`^${link}.{22}$`))
    const payload = { invite_ticket: link, ...choice }
    const forged = { ...payload, invite_ticket: `${link}${'x'.repeat(22)}` }
    for (const client of [server.client(), manager.client, (await server.person()).client]) {
      expect((await client.call(declineInvitation, payload, aff)).error).toBe('address_unproved')
      expect((await client.call(declineInvitation, forged, aff)).error).toBe('address_unproved')
    }
    const fields = { action: 'report', ticket: link, language: 'en' }
    const page = await server.client().form('/form/invitation', fields)
    expect(await page.text()).toContain('open the link in the message')
    const { list } = (await manager.call(listOrganizationEvents, {})).data
    expect(list).toHaveLength(2)
  })

  test.each(choices)('works with the message, without a session: %j', async (choice) => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const { message } = await invite(server, manager)
    const payload = { invite_ticket: message, ...choice }
    expect((await server.client().call(declineInvitation, payload, aff)).error).toBe(undefined)
    const again = await invite(server, manager)
    expect(again.error).toBe(choice.block === 'none' ? undefined : 'invitation_limit')
  })

  test('works with the link in a session of the address', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const ben = await server.person({ email })
    const { link } = await invite(server, manager)
    const payload = { invite_ticket: link, block: 'subject', report: 1 } as const
    expect((await ben.client.call(declineInvitation, payload, aff)).error).toBe(undefined)
  })

  test('is possible on the page without scripts that the message leads to', async () => {
    const server = await createTestServer()
    const { manager } = await createCompany(server)
    const { message } = await invite(server, manager)
    const client = server.client()
    const open = (query: string): Promise<Response> =>
      client.send(new Request(new URL(`/form/invitation?${query}`, ORIGIN), { redirect: 'manual' }))
    await open(`ticket=${message}&language=en`)
    const ticket = /name="ticket" value="([^"]*)"/.exec(await (await open('language=en')).text())
    expect(ticket?.[1]).toBe(message)
    const fields = { action: 'report', ticket: message, language: 'en' }
    const page = await client.form('/form/invitation', fields)
    expect(await page.text()).toContain('Thank you')
  })
})

test('a block ends after a year, and its owner sees and lifts it', async () => {
  const server = await createTestServer()
  const { id, manager } = await createCompany(server)
  const other = await createCompany(server, 'Orchard')
  const decline = async (member: Member, block: 'all' | 'subject'): Promise<void> => {
    const { message } = await invite(server, member)
    const payload = { invite_ticket: message, block }
    expect((await server.client().call(declineInvitation, payload, aff)).error).toBe(undefined)
  }
  await decline(manager, 'subject')
  await decline(other.manager, 'all')
  const ben = await server.person({ email })
  const blocks = async (): Promise<unknown> =>
    (await ben.client.call(invitationBlocks, {}, aff)).data.list
  expect(await blocks()).toMatchObject([
    { subject_uid: expect.stringMatching(`^(?:0|${id})$`) },
    { subject_uid: expect.stringMatching(`^(?:0|${id})$`) },
  ])
  const stranger = await server.person()
  const lift = { subject_uid: '0' }
  expect((await stranger.client.call(unblockInvitations, lift, aff)).error).toBe(
    'not_in_organization',
  )
  expect((await stranger.client.call(invitationBlocks, {}, aff)).data.list).toEqual([])
  expect((await ben.client.call(unblockInvitations, lift, aff)).error).toBe(undefined)
  expect(await blocks()).toMatchObject([{ subject_uid: id, subject_name: 'Harbour KK' }])
  expect((await invite(server, manager)).error).toBe('invitation_limit')
  expect((await invite(server, other.manager)).error).toBe(undefined)

  server.clock.passSeconds(YEAR_SECONDS + 1)
  const later = await server.person()
  await later.client.call(invitationBlocks, {}, aff)
  expect(
    await server.app.services.invitations.blockedAmong([email], id, server.clock.now()),
  ).toEqual([])
})

test('a block holds for every spelling of a mailbox', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const own = 'ann.lee@gmail.com'
  const ann = await server.person({ email: own })
  const send = (to: string) =>
    manager.call(createInvitationByEmail, { email: to, deputy_name: 'Ann' })
  const { data } = await send(own)
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  await ann.client.call(declineInvitation, { invite_ticket, block: 'all' }, aff)
  server.clock.passSeconds(86_401)
  for (const to of [own, 'ann.lee+job@gmail.com', 'annlee@gmail.com', 'a.nnlee@googlemail.com']) {
    expect((await send(to)).error, to).toBe('invitation_limit')
  }
  expect((await send('ann.lee2@gmail.com')).error).toBeUndefined()
  const again = server.client()
  await again.call(passwordLogin, { email: own, password: ann.password })
  expect((await again.call(unblockInvitations, { subject_uid: '0' }, aff)).error).toBeUndefined()
  expect((await send('annlee@gmail.com')).error).toBeUndefined()
})

test('reports count by people and by inviter, and say whose invitations are stopped', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const report = async (inviter: Member, to: string): Promise<void> => {
    const { message } = await invite(server, inviter, to)
    const payload = { invite_ticket: message, report: 1 } as const
    expect((await server.client().call(declineInvitation, payload, aff)).error).toBe(undefined)
  }
  const inviterNamed = async (name: string): Promise<Member> => {
    const inviter = await company.join(name)
    await giveRole(company, inviter, ['invite.create'])
    return inviter
  }
  const ann = await inviterNamed('Ann')
  // One person with three spellings of a mailbox is one.
  for (const to of ['eve+1@gmail.com', 'eve+2@gmail.com', 'e.ve@gmail.com']) await report(ann, to)
  expect((await invite(server, ann, 'x@example.com')).error).toBe(undefined)
  await report(ann, 'b@example.com')
  await report(ann, 'c@example.com')
  expect((await invite(server, ann, 'y@example.com')).error).toBe('invitations_stopped')
  expect((await invite(server, company.manager, 'y@example.com')).error).toBe(undefined)
  const events = await company.manager.call(listOrganizationEvents, {})
  expect(events.data.list).toContainEqual(
    expect.objectContaining({
      kind: 'invitations_stopped',
      target: ann.id,
      target_name: 'Ann',
    }),
  )

  for (const name of ['Cleo', 'Dan']) {
    const inviter = await inviterNamed(name)
    for (const number of [1, 2, 3])
      await report(inviter, `person${number}-of-${inviter.id}@example.com`)
  }
  expect((await invite(server, company.manager, 'z@example.com')).error).toBe('invitations_stopped')
  server.clock.passSeconds(24 * 3600 + 1)
  const stopped = `stopped inviters of ${company.id}`
  expect(await server.app.services.rateLimits.read(stopped, 24 * 3600_000)).toBe(0)
})

test('whoever moved an invitation to another address answers for it', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const eve = await company.join('Eve')
  await giveRole(company, eve, ['invite.update', 'invite.create'])
  for (const name of ['ann', 'ben', 'cleo']) {
    const { data } = await company.manager.call(createInvitationByEmail, {
      email: `${name}@example.com`,
      deputy_name: 'Guest',
    })
    const own = `${name}@eve.example`
    const moved = { invite_id: String(data.invite_id), email: own }
    expect((await eve.call(updateInvitation, moved)).data.inviter_name).toBe('Eve')
    const [mail] = await server.mail(own)
    const [, invite_ticket = ''] = /ticket=([\w-]+)/.exec(mail?.body ?? '') ?? []
    const report = { invite_ticket, report: 1 } as const
    expect((await server.client().call(declineInvitation, report, aff)).error).toBeUndefined()
  }
  expect((await invite(server, company.manager, 'dan@example.com')).error).toBeUndefined()
  expect((await invite(server, eve, 'fay@example.com')).error).toBe('invitations_stopped')
})
