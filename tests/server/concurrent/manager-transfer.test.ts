import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin } from '#protocol/web/login.ts'
import {
  agreeToManage,
  cancelTransfer,
  proveManager,
  sendSuccessorCode,
  transferInfo,
  transferManager,
} from '#protocol/web/manager-transfer.ts'
import { freezeMember } from '#protocol/web/members.ts'
import {
  deleteOrganization,
  leaveOrganization,
  organizationInfo,
} from '#protocol/web/organizations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { listPermissions } from '#protocol/web/roles.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { begin, choose } from '../../support/manager-transfer.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

test('transfers an organization in four steps and notifies both people', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager } = company
  const ann = await company.join('Ann')
  const chosen = await choose(company, ann, await begin(server, company))
  const sent = await manager.call(sendSuccessorCode, chosen)
  expect(sent.data).toMatchObject({ channel: 'email', retry_time: 60 })
  const [mail] = await server.mail(ann.person.email)
  expect(mail?.subject).toContain('Harbour KK')
  expect(mail?.body).toContain('/account-setting/components/organization#hand-over')
  expect((await ann.call(transferInfo, {})).data).toMatchObject({ state: 'code_sent' })
  expect((await manager.call(transferManager, chosen)).error).toBe('transfer_stale')
  const wrong = await ann.call(agreeToManage, { code: '000000' })
  expect(wrong.error).toBe('code_error')
  await ann.call(agreeToManage, { code: await server.codeFor(ann.person.email) })
  expect((await manager.call(transferInfo, {})).data).toMatchObject({
    state: 'agreed',
    to_name: 'Ann',
  })
  const before = manager.client.cookies.get('sessionid')
  const done = await manager.call(transferManager, chosen)
  expect(done.data).toMatchObject({ passport_enterprise_user_type: 1 })
  expect(manager.client.cookies.get('sessionid')).not.toBe(before)
  expect((await manager.call(listPermissions, {})).data).toMatchObject({
    is_manager: 0,
    roles: ['admin', 'member'],
  })
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const [notice] = await server.mail(ann.person.email)
  expect(notice?.subject).toContain('new manager')
  const [toldToo] = await server.mail(manager.person.email)
  expect(toldToo?.subject).toContain('new manager')
  expect((await manager.call(leaveOrganization, {})).error).toBe(undefined)
})

test('the new manager can neither delete nor transfer for three days', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  expect((await ann.call(organizationInfo, {})).data.hold_until).toBe(0)
  const chosen = await choose(company, ann, await begin(server, company))
  await company.manager.call(sendSuccessorCode, chosen)
  const code = await server.codeFor(ann.person.email)
  await company.manager.call(agreeToManage, { code, verify_ticket: chosen.verify_ticket })
  await company.manager.call(transferManager, chosen)

  const { client, email } = ann.person
  server.clock.passSeconds(61)
  await signInAgain(server, ann)
  await client.call(identityLogin, { login_subject_uid: company.id })
  const deleting = await ann.call(deleteOrganization, { confirm_name: 'Harbour KK' })
  expect(deleting.error).toBe('transfer_hold')
  expect(deleting.data.until).toBeGreaterThan(0)
  expect((await ann.call(organizationInfo, {})).data.hold_until).toBe(deleting.data.until)
  const { data: info } = await ann.call(transferInfo, {})
  expect(info).toMatchObject({ state: '', hold_until: deleting.data.until })
  await client.call(sendCode, { type: 11 })
  const again = await ann.call(proveManager, { code: await server.codeFor(email) })
  expect(again.error).toBe('transfer_hold')
})

test('only the manager transfers, and only to an active member', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const [ann, other] = [await company.join('Ann'), await createCompany(server, 'Orchard Ltd')]
  expect((await ann.call(proveManager, { code: '123456' })).error).toBe('no_permission')
  const ticket = await begin(server, company)
  const stranger = await choose(other, other.manager, ticket)
  expect((await company.manager.call(sendSuccessorCode, stranger)).error).toBe(
    'successor_not_member',
  )
  const self = await choose(company, company.manager, ticket)
  expect((await company.manager.call(sendSuccessorCode, self)).error).toBe('own_membership')
  await company.manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 })
  const frozen = await choose(company, ann, ticket)
  expect((await company.manager.call(sendSuccessorCode, frozen)).error).toBe('successor_frozen')
  const guessed = { ...frozen, verify_ticket: 'g'.repeat(43) }
  expect((await company.manager.call(sendSuccessorCode, guessed)).error).toBe('transfer_stale')
})

test("a successor's code belongs to one hand-over, and the one before takes no attempt", async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager } = company
  const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
  const sendTo = async (member: Member): Promise<string> => {
    server.clock.passSeconds(61)
    await manager.call(sendSuccessorCode, await choose(company, member, verify_ticket))
    return await server.codeFor(member.person.email)
  }
  const agree = async (code: string): Promise<unknown> =>
    (await manager.call(agreeToManage, { code, verify_ticket })).error
  const verify_ticket = await begin(server, company)
  const first = await sendTo(ann)
  const second = await sendTo(ann)
  for (let tries = 0; tries < 6; tries++) expect(await agree(first)).toBe('code_superseded')
  const ofBen = await sendTo(ben)
  expect(await agree(second)).toBe('code_error')
  expect((await ann.call(agreeToManage, { code: second })).error).toBe('transfer_stale')
  expect(await agree(ofBen)).toBe(undefined)
  expect(await agree(ofBen)).toBe('code_expired')
})

test('a transfer ends when it is cancelled, expires, has too many wrong codes, or its successor is frozen', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager } = company
  const ann = await company.join('Ann')
  const endings: (() => Promise<unknown>)[] = [
    () => ann.call(cancelTransfer, {}),
    async () => {
      server.clock.passSeconds(601)
    },
    async () => {
      for (let tries = 0; tries < 5; tries++) await ann.call(agreeToManage, { code: '000000' })
    },
    () => manager.call(freezeMember, { ids: [ann.id], is_frozen: 1 }),
  ]
  for (const end of endings) {
    const chosen = await choose(company, ann, await begin(server, company))
    await manager.call(sendSuccessorCode, chosen)
    const code = await server.codeFor(ann.person.email)
    await end()
    const { verify_ticket } = chosen
    const { error } = await manager.call(agreeToManage, { code, verify_ticket })
    expect(['transfer_stale', 'code_expired']).toContain(error)
    expect((await manager.call(transferManager, chosen)).error).toMatch(
      /^(?:transfer_stale|successor_frozen)$/,
    )
  }
})

test('a transfer ends when the successor asks to delete their account', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager } = company
  const ann = await company.join('Ann')
  const chosen = await choose(company, ann, await begin(server, company))
  await manager.call(sendSuccessorCode, chosen)
  expect((await manager.call(transferInfo, {})).data.state).toBe('code_sent')
  expect((await deleteAccount(server, ann.person)).error).toBe(undefined)
  expect((await manager.call(transferInfo, {})).data.state).toBe('')
})

test('two concurrent transfers make one manager', async () => {
  const [one, two] = await createTwoServers()
  const company = await createCompany(one)
  const { manager } = company
  const ann = await company.join('Ann')
  const chosen = await choose(company, ann, await begin(one, company))
  await manager.call(sendSuccessorCode, chosen)
  await ann.call(agreeToManage, { code: await one.codeFor(ann.person.email) })
  const elsewhere = two.client()
  for (const [name, value] of manager.client.cookies) elsewhere.cookies.set(name, value)
  const payload = { ...chosen, subject_uid: company.id }
  const answers = await Promise.all(
    [manager.client, elsewhere].map((client) =>
      client.call(transferManager, payload, { family: 'aff' }),
    ),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const found = await one.app.services.memberships.manager(company.id)
  expect(found?.id).toBe(ann.id)
})

async function signInAgain(server: TestServer, { person }: Member): Promise<void> {
  await person.client.call(sendCode, { email: person.email, type: 13 })
  const code = await server.codeFor(person.email)
  await person.client.call(emailCodeLogin, { email: person.email, code })
}
