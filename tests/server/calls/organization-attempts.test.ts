import { expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import { groups } from '#protocol/index.ts'
import {
  acceptInvitation,
  checkInvitation,
  createInvitationByEmail,
} from '#protocol/web/invitations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { freezeOrganization, organizationInfo } from '#protocol/web/organizations.ts'
import { createCompany } from '../../support/companies.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const email = 'hana@orchard.example'

// Fields of the calls besides the organization.
const fields = {
  subject_name: 'Mine now',
  confirm_name: 'Harbour KK',
  deputy_identity_id: '1',
  sec_user_identity_ids: 'si_1',
  identity_id: '1',
  role_key: 'admin',
  role_name: 'Boss',
  permissions: ['deputy.read'],
  deputy_name: 'Hana',
  invite_id: '1',
  email,
  mobile: '+819012345678',
  lark_open_id: 'ou_7d8a6e6d',
  rows: [{ row: 1, email, deputy_name: 'Hana' }],
  is_frozen: 1,
  is_banned: 1,
  domain: 'orchard.example',
  code: '123456',
  verify_ticket: 't'.repeat(43),
  to_sec_member_id: 'sm_1',
  ticket: 't'.repeat(43),
}

// Calls allowed to every member, or to the successor who agreed, and the upload, which takes a form
// with a file; `organization-logo.test.ts` tries it.
const others = new Set([
  'member_leave',
  'admin_successor_verify',
  'admin_transfer_cancel',
  'subject_upload_logo',
])

const changes = Object.values<Record<string, Endpoint>>({
  organizations: groups.organizations,
  members: groups.members,
  roles: groups.roles,
  invitations: groups.invitations,
  managerTransfer: groups.managerTransfer,
  organizationEvents: groups.organizationEvents,
  organizationPolicy: groups.organizationPolicy,
  organizationDomains: groups.organizationDomains,
})
  .flatMap((group) => Object.values(group))
  .filter(({ errors, operation }) => errors.includes('no_permission') && !others.has(operation))

test('a member who is no administrator may call nothing that changes the organization', async () => {
  const server = await createTestServer()
  const { join } = await createCompany(server)
  const ann = await join('Ann')
  const allowed = []
  for (const endpoint of changes) {
    const names = Object.keys(endpoint.payload.schema as object)
    const sent = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
    if (endpoint.methods[0] === 'POST') {
      const { data, error } = await ann.call(endpoint, sent as never)
      if (error !== 'no_permission')
        allowed.push(`${endpoint.operation}: ${error} ${String(data.fields)}`)
    }
  }
  expect(allowed).toEqual([])
  expect(changes.length).toBeGreaterThan(25)
})

test('names that mislead are refused in invitations', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  for (const name of ['Go to evil.example', 'a\nb', 'abc\u202Edef', 'see https://x', 'a@b']) {
    const { error } = await manager.call(createInvitationByEmail, { email, deputy_name: name })
    expect(['bad_parameter', 'text_refused'], name).toContain(error)
  }
})

test('wrong tickets are counted by network, and then the right one is refused too', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const right = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const guesser = server.client('203.0.113.9')
  for (let guess = 0; guess < 60; guess++) {
    const invite_ticket = String(guess).padStart(43, 'g')
    const { error } = await guesser.call(checkInvitation, { invite_ticket }, aff)
    expect(error).toBe('invitation_unknown')
  }
  const late = await guesser.call(checkInvitation, { invite_ticket: right }, aff)
  expect(late.error).toBe('too_often')
  const elsewhere = server.client('198.51.100.7')
  const found = await elsewhere.call(checkInvitation, { invite_ticket: right }, aff)
  expect(found.data.subject_name).toBe('Harbour KK')
})

test('a frozen organization accepts nobody, and its manager cannot unfreeze what an operator froze', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const hana = await server.person({ email })
  await runCommand(server, 'subject', 'freeze', id)
  const accepted = await hana.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
  expect(accepted.error).toBe('frozen')
  expect((await manager.call(organizationInfo, {})).error).toBe('session_expired')
  const { client, person } = manager
  await client.call(passwordLogin, { email: person.email, password: person.password })
  expect((await client.call(identityLogin, { login_subject_uid: id })).error).toBe('frozen')
  expect((await manager.call(freezeOrganization, { is_frozen: 0 })).error).toBe(
    'frozen_by_operator',
  )
  await runCommand(server, 'subject', 'freeze', id, '--off')
  expect((await client.call(identityLogin, { login_subject_uid: id })).error).toBe(undefined)
})
