import { expect, test, vi } from 'vitest'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { addUserRole, createRole } from '#protocol/web/roles.ts'
import { createInviteManyFlow } from '../../widget/src/enterprise/flows/invite-many.ts'
import { createInvitationsFlow } from '../../widget/src/enterprise/flows/invitations.ts'
import { createMembersFlow } from '../../widget/src/enterprise/flows/members.ts'
import { createPeopleQuery, type PeopleQuery } from '../../widget/src/enterprise/flows/people.ts'
import { createOrganizationSettingsFlow } from '../../widget/src/enterprise/flows/organization-settings.ts'
import type { OrganizationStore } from '../../widget/src/enterprise/flows/organization-store.ts'
import { readRows, readText, writeCells } from '../../widget/src/enterprise/flows/read-rows.ts'
import { createRolesFlow, grantableRoles } from '../../widget/src/enterprise/flows/roles.ts'
import { createRulesFlow } from '../../widget/src/enterprise/flows/rules.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { enterprise as ja } from '../../widget/src/messages/ja/enterprise.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { createCompany, giveRole, type Company } from '../support/companies.ts'
import { createTestServer } from '../support/test-server.ts'
import { toRequest } from './browser.ts'
import { form } from './instance.ts'
import { openConsole, questionOf } from './open-console.ts'

const { common } = allMessages.en

async function start(): Promise<{ company: Company; store: OrganizationStore }> {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { store } = await openConsole(server, company.manager)
  return { company, store }
}

/** The members that are listed. */
function membersOf({ $state }: PeopleQuery) {
  return $state.get().rows.flatMap((row) => (row.kind === 'member' ? row.member : []))
}

test('freezes and removes members after showing what it does', async () => {
  const { company, store } = await start()
  const ben = await company.join('Ben')
  const cleo = await company.join('Cleo')
  const people = createPeopleQuery(store)
  const flow = createMembersFlow(store, t, people)
  await people.load()
  expect(people.$state.get()).toMatchObject({ step: 'ready', total: 3 })
  const others = membersOf(people).filter((one) => one.memberName !== 'Cleo')
  const [self, first] = others
  if (self === undefined || first === undefined) throw new Error('the list is short')
  flow.askFreeze([first], true)
  const freezing = await questionOf(store)
  expect(freezing.$effect.get()).toEqual([t.effect.changes(1), t.effect.sessions(1)])
  expect((await company.manager.find(ben.id))?.status).toBe('active')
  expect(await freezing.submit(form({}))).toBe(true)
  expect((await company.manager.find(ben.id))?.status).toBe('frozen')
  expect(store.$question.get()).toBeUndefined()

  flow.askRemove([self])
  const removing = await questionOf(store)
  expect(removing.$formError.get()?.text).toMatch(/yourself/i)
  store.ask(undefined)
  flow.choose(membersOf(people), true)
  expect(await flow.chooseAll()).toBe(true)
  expect(flow.$chosen.get().has(cleo.id)).toBe(true)
})

test('corrects an invitation, and waits before it sends one again', async () => {
  const { store } = await start()
  const flow = createInvitationsFlow(store, t, createPeopleQuery(store))
  flow.go({ at: 'new' })
  expect(await flow.save(form({ address: 'bne@example.com', deputy_name: 'Bne' }))).toBe(true)
  const sent = flow.$step.get()
  if (sent.at !== 'sent') throw new Error('no link is shown')
  flow.go({ at: 'open', invitation: sent.invitation })
  expect(flow.$resendIn.get()).toBeGreaterThan(0)
  // A message is sent only to a changed address.
  expect(await flow.save(form({ address: '', deputy_name: 'Ben' }))).toBe(true)
  expect(flow.$step.get()).toEqual({ at: 'list' })
  await expect.poll(() => store.$notice.get()).toBe(t.members.saved('Ben'))
  flow.go({ at: 'open', invitation: sent.invitation })
  expect(await flow.save(form({ address: 'ben@example.com', deputy_name: 'Ben' }))).toBe(true)
  expect(flow.$step.get()).toMatchObject({ at: 'sent' })
  await expect.poll(() => store.$notice.get()).toBe(t.invitations.sent('Ben'))
  flow.dispose()
})

test('shows the results of the latest search, in whatever order replies arrive', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  await company.join('Ben')
  await company.join('Cleo')
  const held: (() => void)[] = []
  const { store } = await openConsole(server, company.manager, (send) => async (...call) => {
    const reply = await send(...call)
    if (toRequest(...call).url.includes('q=be')) {
      await new Promise<void>((resolve) => {
        held.push(resolve)
      })
    }
    return reply
  })
  const query = createPeopleQuery(store)
  query.filter({ q: 'be' })
  // One for the members, one for the invitations.
  await expect.poll(() => held.length).toBe(2)
  query.filter({ q: 'cle' })
  await expect.poll(() => membersOf(query).map((one) => one.memberName)).toEqual(['Cleo'])
  for (const answer of held) answer()
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(membersOf(query).map((one) => one.memberName)).toEqual(['Cleo'])
})

test('invites as a member who may not read the invitations', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const role = { role_name: 'Doors', permissions: ['invite.create'] }
  const { data } = await company.manager.call(createRole, role)
  const secId = (await company.manager.find(ben.id))?.sec_user_identity_id ?? ''
  const assignment = { role_key: String(data.role_key), sec_user_identity_ids: [secId] }
  expect((await company.manager.call(addUserRole, assignment)).error).toBe(undefined)
  const { store } = await openConsole(server, ben)
  const flow = createInvitationsFlow(store, t, createPeopleQuery(store))
  flow.go({ at: 'new' })
  expect(await flow.save(form({ address: 'cleo@example.com', deputy_name: 'Cleo' }))).toBe(true)
  expect(flow.$step.get()).toMatchObject({ at: 'sent' })
  const refused = { kind: 'permission_refused' } as const
  const events = await company.manager.call(listOrganizationEvents, refused)
  expect(events.data.list).toEqual([])
  flow.dispose()
})

test('offers to give to several members only roles within the own permissions', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const own = await giveRole(company, ben, ['role.assign'])
  await giveRole(company, await company.join('Cleo'), ['deputy.delete'])
  const { store } = await openConsole(server, ben)
  const roles = createRolesFlow(store, t)
  await roles.query.load()
  const state = store.$state.get()
  if (state.at !== 'ready') throw new Error(`is at ${state.at}`)
  const offered = grantableRoles(roles.query.$state.get().rows, state.rights.permissions)
  expect(offered.map((role) => role.roleKey)).toEqual([own])
  roles.dispose()
})

test('creates a role and bans it for its holders', async () => {
  const { company, store } = await start()
  const ben = await company.join('Ben')
  const roles = createRolesFlow(store, t)
  roles.open('new')
  expect(await roles.save(form({ role_name: '' }))).toBe(false)
  expect(roles.$formError.get()?.others).toEqual({ permissions: t.roles.needPermission })
  expect(await roles.save(form({ role_name: 'Support', permissions: 'invite.create' }))).toBe(true)
  await expect.poll(() => roles.query.$state.get().rows.length).toBe(4)
  const support = roles.query.$state.get().rows.find((one) => one.roleName === 'Support')
  if (support === undefined) throw new Error('the role is missing')
  const people = createPeopleQuery(store)
  const members = createMembersFlow(store, t, people)
  await people.load()
  const member = membersOf(people).find((one) => one.membershipId === ben.id)
  if (member === undefined) throw new Error('the member is missing')
  members.open(member)
  const chosen = form({ deputy_name: 'Ben Ito', roles: support.roleKey, asked: support.roleKey })
  expect(await members.save(chosen)).toBe(true)
  expect(await company.manager.find(ben.id)).toMatchObject({
    deputy_name: 'Ben Ito',
    roles: ['member', support.roleKey],
  })
  roles.askBan({ ...support, memberCount: 1 }, true)
  const banning = await questionOf(store)
  expect(banning.question.text).toBe(t.roles.ban.text(1, 'Harbour KK'))
  expect(await banning.submit(form({}))).toBe(true)
  await expect.poll(() => roles.query.$state.get().rows.at(-1)?.isBanned).toBe(true)
})

test('sends a list in batches, continues after a network failure, and sends nothing twice', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  let isOffline = false
  const { store } = await openConsole(
    server,
    company.manager,
    (send) =>
      (...call) =>
        isOffline ? Promise.reject(new TypeError('no network')) : send(...call),
  )
  const people = createPeopleQuery(store)
  const flow = createInviteManyFlow(store, t, createRolesFlow(store, t).query, people)
  people.filter({ state: 'pending' })
  const lines = ['ben@example.com,Ben', 'cleo@example.com,Cleo', 'ben@example.com']
  expect(await flow.read(lines.join('\n'))).toBe(true)
  expect(flow.$counts.get()).toEqual({ ready: 2, wrong: 1 })
  isOffline = true
  expect(await flow.send()).toBe(false)
  expect(flow.$step.get().at).toBe('paused')
  isOffline = false
  expect(await flow.send()).toBe(true)
  expect(flow.$counts.get()).toEqual({ made: 2, wrong: 1 })
  // The number beside the tab follows, whatever the list shows.
  await expect.poll(() => people.$all.get()).toEqual({ members: 1, invitations: 2 })
  expect(flow.results()).toContain(`"2","cleo@example.com","Cleo","${t.many.results.made}",""`)
  flow.restart()
  expect(await flow.read(lines.slice(0, 2).join('\n'))).toBe(true)
  expect(flow.$counts.get()).toEqual({ exists: 2 })
})

test('foresees the limit of a day, and sends what fits into it', async () => {
  const { store } = await start()
  const people = createPeopleQuery(store)
  const flow = createInviteManyFlow(store, t, createRolesFlow(store, t).query, people)
  await flow.read(linesOf(40))
  expect(flow.$step.get().at).toBe('limited')
  expect(flow.$counts.get()).toEqual({ ready: 20, waiting: 20 })
  expect(await flow.send()).toBe(true)
  expect(flow.$step.get().at).toBe('limited')
  expect(flow.$counts.get()).toEqual({ made: 20, waiting: 20 })
})

test('stops at the limit of a day that others have used up, and keeps the rest ready', async () => {
  const { store } = await start()
  const people = createPeopleQuery(store)
  const [first, second] = [
    createInviteManyFlow(store, t, createRolesFlow(store, t).query, people),
    createInviteManyFlow(store, t, createRolesFlow(store, t).query, people),
  ]
  await first.read(linesOf(15))
  await second.read(linesOf(15, 15))
  expect(second.$counts.get()).toEqual({ ready: 15 })
  await first.send()
  await second.send()
  expect(second.$step.get().at).toBe('limited')
  expect(second.$counts.get()).toEqual({ made: 5, ready: 10 })
})

test('reads roles of a list by name before the roles are loaded', async () => {
  const { store } = await start()
  const people = createPeopleQuery(store)
  const flow = createInviteManyFlow(store, t, createRolesFlow(store, t).query, people)
  await flow.read(`mail,name,role\nben@example.com,Ben,${t.roles.builtIn.admin}\n`)
  expect(flow.$counts.get()).toEqual({ ready: 1 })
})

test('names several unknown roles as one writes them in the language', async () => {
  const { store } = await start()
  const people = createPeopleQuery(store)
  const flow = createInviteManyFlow(store, ja, createRolesFlow(store, t).query, people)
  await flow.read('ben@example.com,Ben,ops|dev')
  expect(flow.results()).toContain(ja.many.unknownRole('ops、dev'))
})

/** A list to invite. */
function linesOf(count: number, from = 0): string {
  const numbers = Array.from({ length: count }, (_, at) => from + at)
  return numbers.map((number) => `p${number}@example.com,Person ${number}`).join('\n')
}

test('reads lists in the formats of spreadsheets', async () => {
  const rows = readRows(
    '\uFEFF名前;メール;ロール\r\n"佐藤; ""花""";hana@example.com;admin|ops\r\n',
    common,
  )
  expect(rows).toMatchObject([
    { row: 2, address: 'hana@example.com', memberName: '佐藤; "花"', roles: ['admin', 'ops'] },
  ])
  expect(
    readRows(
      'メール，氏名，ロール\nａｎｎ＠example。com，Ann，admin；ops\nann@example.com，\nｂｏｂ＠example。com\n',
      common,
    ),
  ).toMatchObject([
    {
      invited: { channel: 'email', value: 'ann@example.com' },
      memberName: 'Ann',
      roles: ['admin', 'ops'],
      problem: '',
    },
    { problem: 'twice' },
    { invited: { channel: 'email', value: 'bob@example.com' }, memberName: 'bob' },
  ])
  // 氏名 in Shift_JIS.
  const japanese = new Blob([new Uint8Array([0x8e, 0x81, 0x96, 0xbc])])
  expect(await readText(japanese)).toBe('氏名')
  expect(await readText(new Blob(['\uFEFFname']))).toBe('name')
  expect(readRows('Ann\nnobody@\n', common).every((one) => one.problem !== '')).toBe(true)
  expect(writeCells([['=1+1', 'a "b"']])).toBe(`"'=1+1","a ""b"""`)
})

test('saves settings while it still loads, and keeps what was saved', async () => {
  const { store } = await start()
  const flow = createOrganizationSettingsFlow(store, t)
  const loading = flow.load()
  expect(await flow.save(form({ subject_name: 'Harbour Books' }))).toBe(true)
  await loading
  await vi.waitFor(() => expect(store.$notice.get()).toBe(t.settings.saved))
  expect(store.$state.get()).toMatchObject({ organization: { organizationName: 'Harbour Books' } })
})

test('wants a way to sign in, and says that the rules end the session of who saves them', async () => {
  const { store } = await start()
  const flow = createRulesFlow(store, t)
  await flow.load()
  const rules = form({ sessionHours: '8', twoStepVerification: 'always', clients: 'refuse' })
  expect(await flow.save(rules)).toBe(false)
  expect(flow.rules.$formError.get()).toMatchObject({ field: 'methods' })
  for (const method of ['password', 'code', 'third_party', 'qr']) rules.append('methods', method)
  expect(await flow.save(rules)).toBe(true)
  expect(flow.$policy.get()).toMatchObject({ sessionHours: 8, idleMinutes: 0 })
  await vi.waitFor(() => expect(store.$notice.get()).toBe(t.rules.savedAndOut))
  expect(store.$state.get()).toEqual({ at: 'signed-out', from: '', hasAgreed: false })
})
