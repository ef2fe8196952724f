import { expect, test } from 'vitest'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { freezeMember, updateMember } from '#protocol/web/members.ts'
import {
  exportOrganizationEvents,
  listOrganizationEvents,
} from '#protocol/web/organization-events.ts'
import { addUserRole, removeUserRole } from '#protocol/web/roles.ts'
import type { OrganizationEventInfo } from '#protocol/organization-objects.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const DAY_SECONDS = 24 * 60 * 60

async function kindsFor(member: Member, filter: object = {}): Promise<string[]> {
  const { data, error } = await member.call(listOrganizationEvents, { page_size: 100, ...filter })
  expect(error).toBe(undefined)
  return (data.list as OrganizationEventInfo[]).map(({ kind }) => kind)
}

async function download(
  member: Member,
  subject_uid: string,
  fields: Record<string, string>,
): Promise<Response> {
  const [tail = ''] = exportOrganizationEvents.paths.aff ?? []
  const query = new URLSearchParams({ aid: '1001', subject_uid, ...fields })
  return await member.client.send(new Request(`${ORIGIN}/passport/aff/web/${tail}?${query}`))
}

test('counts what a member lacks the permission for, hour by hour', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const ann = await join('Ann')
  const refusals = async (): Promise<string[]> => {
    const { data } = await manager.call(listOrganizationEvents, { kind: 'permission_refused' })
    return (data.list as OrganizationEventInfo[]).map(
      ({ actor_name, target, detail }) => `${actor_name} ${target} ${detail}`,
    )
  }
  const rename = { deputy_identity_id: manager.id, deputy_name: 'Eve' }
  for (let at = 0; at < 3; at++) await ann.call(updateMember, rename)
  await ann.call(listOrganizationEvents, {})
  expect((await refusals()).toSorted()).toEqual([
    'Ann audit.read {"count":1}',
    'Ann deputy.update {"count":3}',
  ])
  server.clock.passSeconds(60 * 60)
  await ann.call(updateMember, rename)
  expect((await refusals())[0]).toBe('Ann deputy.update {"count":1}')
})

test('lists actors and changes, filtered and paged', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  const bob = await join('Bob')
  server.clock.passSeconds(100)
  const noon = Math.floor(server.clock.now() / 1000)
  await manager.call(updateMember, { deputy_identity_id: ann.id, deputy_name: 'Anne' })
  server.clock.passSeconds(1)
  await manager.call(freezeMember, { deputy_identity_id: bob.id, is_frozen: 1 })
  expect(await kindsFor(manager)).toEqual([
    'member_frozen',
    'member_updated',
    'member_joined',
    'member_joined',
    'organization_created',
  ])
  expect(await kindsFor(manager, { kind: 'member_frozen' })).toEqual(['member_frozen'])
  expect(await kindsFor(manager, { target: ann.id })).toEqual(['member_updated', 'member_joined'])
  expect(await kindsFor(manager, { actor: ann.id })).toEqual([])
  expect(await kindsFor(manager, { from: noon, to: noon + 1 })).toEqual(['member_updated'])
  const first = await manager.call(listOrganizationEvents, { page_size: 4 })
  expect(first.data.list).toMatchObject([
    { kind: 'member_frozen', actor: manager.id, target: bob.id, target_name: 'Bob' },
    { kind: 'member_updated', target_name: 'Anne', detail: '{"before":"Ann"}' },
    { kind: 'member_joined', actor: 'operator', target: bob.id },
    { kind: 'member_joined', actor: 'operator', target: ann.id },
  ])
  const cursor = String(first.data.next_cursor)
  const second = await manager.call(listOrganizationEvents, { page_size: 4, cursor })
  expect(second.data).toMatchObject({ list: [{ kind: 'organization_created' }], next_cursor: '' })
  await ann.call(listOrganizationEvents, {})
  const denied = await ann.call(listOrganizationEvents, {})
  expect(denied).toMatchObject({ error: 'no_permission', data: { permission: 'audit.read' } })
  const other = await createCompany(server, 'Orchard Ltd')
  expect(await kindsFor(other.manager)).toEqual(['organization_created'])
  const crossed = await other.manager.client.call(
    listOrganizationEvents,
    { subject_uid: id },
    { family: 'aff' },
  )
  expect(crossed.error).toBe('not_member')
})

test('notes a role for those who got or lost it, not for those who had it or did not', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { manager, join } = company
  const [ann, ben] = [await join('Ann'), await join('Ben')]
  const assign = async (endpoint: typeof addUserRole, ...members: Member[]): Promise<unknown> => {
    const infos = await Promise.all(members.map(({ id }) => manager.find(id)))
    const ids = infos.map((info) => String(info?.sec_user_identity_id))
    const call = { role_key: 'admin', sec_user_identity_ids: ids }
    return (await manager.call(endpoint, call)).data.updated
  }
  expect(await assign(addUserRole, ann)).toBe(1)
  expect(await assign(addUserRole, ann, ben)).toBe(1)
  expect(await kindsFor(manager, { kind: 'role_given' })).toHaveLength(2)
  expect(await assign(removeUserRole, ann)).toBe(1)
  expect(await assign(removeUserRole, ann, ben)).toBe(1)
  expect(await kindsFor(manager, { kind: 'role_taken' })).toHaveLength(2)
})

test('exports every entry, without formulas in cells', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  for (const [index, name] of ['=1+1', '+2', '-3', 'Doe, "Jo"', 'はな', 'a;=1', '＝1'].entries()) {
    server.clock.passSeconds(index)
    await manager.call(updateMember, { deputy_identity_id: ann.id, deputy_name: name })
  }
  const csv = await download(manager, id, { format: 'csv' })
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer())
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFevent_id,time,kind,actor,/)
  expect(lines).toHaveLength(11)
  expect(text).toContain(",'=1+1,")
  expect(text).toContain(",'+2,")
  expect(text).toContain(",'-3,")
  expect(text).toContain(`,"a;'=1",`)
  expect(text).toContain(",'＝1,")
  expect(text).toContain(',"Doe, ""Jo""",')
  expect(text).toContain(',はな,')
  // The export before is the newest entry now.
  const ndjson = await download(manager, id, { format: 'ndjson', kind: 'events_exported' })
  const entries = (await ndjson.text()).trimEnd().split('\n')
  expect(entries.map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: 'events_exported', detail: '{"format":"ndjson"}' },
    { kind: 'events_exported', detail: '{"format":"csv"}' },
  ])
  const denied = await download(ann, id, { format: 'csv' })
  expect(await denied.json()).toMatchObject({ data: { name: 'no_permission' } })
})

test('exports long logs in full', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const rows = Array.from({ length: 1234 }, (_, i) => ({
    id: String(1000 + i),
    organizationId: id,
    at: 1000 + Math.floor(i / 3),
    kind: 'member_left' as const,
    actor: '1',
    actorName: 'Ann',
    target: '1',
    targetName: 'Ann',
    detail: '{}',
    aid: 1001,
    device: '',
    address: '',
    accountId: null,
  }))
  for (let i = 0; i < rows.length; i += 200) {
    await server.database.query
      .insertInto('organizationEvents')
      .values(rows.slice(i, i + 200))
      .execute()
  }
  const all = await download(manager, id, { kind: 'member_left' })
  const lines = (await all.text()).trimEnd().split('\n')
  const ids = lines.map((line) => (JSON.parse(line) as OrganizationEventInfo).event_id)
  expect(ids).toEqual(rows.map((row) => row.id).toReversed())
})

test('masks addresses, contains no links, and is deleted after its retention', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const invited = await manager.call(createInvitationByEmail, {
    email: 'hana@orchard.example',
    deputy_name: 'Hana',
  })
  const { data } = await manager.call(listOrganizationEvents, {})
  const text = JSON.stringify(data)
  expect(text).not.toContain('hana@orchard.example')
  const ticket = new URL(String(invited.data.link)).searchParams.get('ticket') ?? ''
  expect(text).not.toContain(ticket)
  const now = server.clock.now() + 2 * DAY_SECONDS * 1000
  const kept = { eventsMs: 1, auditMs: 3 * DAY_SECONDS * 1000, telemetryMs: 1, attemptsMs: 1 }
  await cleanUp(server.database.query, 'test', now, () => false, kept)
  expect(await kindsFor(manager)).toHaveLength(2)
  const short = { ...kept, auditMs: DAY_SECONDS * 1000 }
  await cleanUp(server.database.query, 'test', now + 120_000, () => false, short)
  expect(await kindsFor(manager)).toEqual([])
})
