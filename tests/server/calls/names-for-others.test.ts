import { describe, expect, test } from 'vitest'
import type { Struct } from 'superstruct'
import { allEndpoints } from '#protocol/index.ts'
import { languages } from '#protocol/languages.ts'
import {
  checkInvitation,
  createInvitationByEmail,
  createInvitationByMobile,
  createInvitationsInBulk,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { sendSuccessorCode } from '#protocol/web/manager-transfer.ts'
import { createMember, updateMember } from '#protocol/web/members.ts'
import { addDomain } from '#protocol/web/organization-domains.ts'
import { createOrganization, updateOrganization } from '#protocol/web/organizations.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { createRole, updateRole } from '#protocol/web/roles.ts'
import { brandOf } from '../../../server/apps/brand.ts'
import { composeMessage, type MessageValues } from '../../../server/delivery/compose-message.ts'
import { mailHtml } from '../../../server/delivery/mail-html.ts'
import { mailText } from '../../../server/delivery/mail.ts'
import { allMessages } from '../../../server/delivery/messages/all-messages.ts'
import type { MessageKind, MessageText } from '../../../server/delivery/messages/messages.ts'
import { chosenNames } from '../../../server/delivery/name-for-others.ts'
import { createCompany } from '../../support/companies.ts'
import { begin, choose } from '../../support/manager-transfer.ts'
import { typeCommand } from '../../support/command.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const

/** Names that a mail program would link, or that hide what they are. */
const links = [
  'Sign in at http://evil.example/x',
  'see www.evil',
  'evil.example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil。example',
  'ask a@b.c',
  'ask a＠b.c',
  'open 192.0.2.7',
  'call +81 90 1234 5678',
  'call ٠٩٠١٢٣٤٥٦٧٨',
  'tel:110',
  'mailto:eve',
]
const hidden = [
  'Ann\u200b',
  '\u3164',
  '\u2800',
  'Ann\u202etxt',
  'Ann\u2066x',
  'Ann\u200f',
  'Ann\nBen',
  'Ann\u2028Ben',
  `Z${'\u0301'.repeat(6)}`,
]
const lookAlikes = [
  'Аnn',
  'Pаypal',
  'ЅАВLЕ',
  'ｓａｂｌｅ',
  'Sable Support',
  'Sableサポート',
  'Sáble',
  '[Sable]',
  '✅ Sable',
  'Sable™',
  'ꜱᴀʙʟᴇ',
  'ᏚᎪᏴᏞᎬ',
  'ЅаЬӏе',
]
const roleLookAlikes = [
  'Manager',
  '(Manager)',
  'Manager!',
  'Мanager',
  'MΑΝΑGΕR',
  'Adrnin',
  '管理者',
  '管理員',
  'ﾒﾝﾊﾞｰ',
  'Member',
]
const people = [
  '宮本 茜',
  'Tシャツ部',
  'LG전자',
  'IT-компания',
  'علی\u200cرضا',
  '👨‍👩‍👧',
  "O'Brien",
  '葛󠄀城',
  'Zoë',
]

/** Who chose a value of a message: `ours`, the `reader`, or others by name. */
const authors: Record<keyof MessageValues, 'ours' | 'reader' | 'others'> = {
  code: 'ours',
  product: 'ours',
  origin: 'ours',
  minutes: 'ours',
  hours: 'ours',
  // An address of the reader, of who was invited by them, or a checked name at a provider.
  address: 'reader',
  device: 'ours',
  place: 'ours',
  time: 'ours',
  date: 'ours',
  organization: 'others',
  inviter: 'others',
  invited: 'others',
  // Checked when a client registers itself; operators choose the others.
  program: 'others',
  link: 'ours',
  notMe: 'ours',
  isRestorable: 'ours',
  unsubscribe: 'ours',
}

/** Fields of each message that others than the reader chose. */
const chosenBy: Record<MessageKind, readonly (keyof MessageValues)[]> = {
  login: [],
  register: [],
  register_known: [],
  reset: [],
  reset_unknown: [],
  bind: [],
  verify: [],
  verify_unknown: [],
  voice_code: [],
  captcha_link: [],
  webhook_off: ['program'],
  early_access_confirm: [],
  early_access_known: [],
  early_access_invitation: [],
  organization_invitation: ['organization', 'inviter'],
  organization_invitation_asked: ['organization', 'invited'],
  manager_transfer: ['organization', 'inviter'],
  organization_domain: ['organization', 'inviter'],
  domain_taken_over: ['organization'],
  domain_record_gone: ['organization'],
  manager_changed: ['organization', 'inviter'],
  new_device: [],
  qr_sign_in: [],
  password_changed: [],
  password_set: [],
  address_added: [],
  address_removed: [],
  address_changed: [],
  address_restored: [],
  connection_added: [],
  connection_removed: [],
  method_added: [],
  method_removed: [],
  recovery_codes_made: [],
  recovery_code_used: [],
  passkey_added: [],
  passkey_removed: [],
  passkey_copied: [],
  level_lowered: [],
  recovery_started: [],
  recovery_done: [],
  program_allowed: ['program'],
  program_extended: ['program'],
  program_token_reused: ['program'],
  closing_started: [],
  closing_revoked: [],
  account_erased: [],
  changes_undone: [],
  password_breached: [],
  password_ended: [],
  username_changed: [],
}

test('names in messages are checked, but those that operators choose', () => {
  const others = Object.keys(authors).filter(
    (name) => authors[name as keyof MessageValues] === 'others',
  )
  expect(others).toEqual([...chosenNames, 'program'])
})

const kinds = Object.keys(chosenBy) as MessageKind[]
const brand = brandOf({ PRODUCT_NAME: 'Sable', MAIL_FROM: 'id@example.com' })
const values: MessageValues = {
  code: '481920',
  product: 'Sable',
  origin: 'https://id.example.com',
  minutes: 10,
  hours: 72,
  address: 'a***@example.com',
  device: 'Firefox on Windows',
  place: '203.0.113.…',
  time: 'now',
  date: 'today',
  organization: 'Harbour KK',
  inviter: 'Ann Lee',
  invited: 'Ben Ito',
  program: 'Harbour',
  link: 'https://id.example.com/page?ticket=5dP1mZ',
  notMe: 'https://id.example.com/form/not-me?token=x',
  isRestorable: false,
  unsubscribe: '',
}

describe.each(languages)('messages in %s', (language) => {
  test('hold no field of others that is not listed', () => {
    for (const kind of kinds) {
      const texts: MessageText = allMessages[language].byKind[kind]
      const used = Object.values(texts).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)])
      const chosen = used.map(([, name]) => name as keyof MessageValues)
      const byOthers = chosen.filter((name) => authors[name] === 'others')
      expect(new Set(byOthers), kind).toEqual(new Set(chosenBy[kind]))
    }
  })

  test('never say what others chose to speak for us, and link our own pages alone', () => {
    for (const kind of kinds) {
      for (const name of [...links, ...hidden, ...lookAlikes]) {
        const fields = chosenBy[kind].filter((field) => field !== 'program')
        const chosen = Object.fromEntries(fields.map((field) => [field, name]))
        const { mail, sms } = composeMessage(kind, language, { ...values, ...chosen })
        const html = mailHtml(mail, brand)
        for (const text of [mail.subject, mailText(mail), html, sms]) {
          expect(text, `${kind} ${name}`).not.toContain(name)
        }
        for (const [, href] of html.matchAll(/href="([^"]*)"/g)) {
          expect(href, kind).toMatch(/^https:\/\/id\.example\.com\//)
        }
      }
    }
  })

  test('keep the names that people have, and those from right to left apart', () => {
    for (const name of people) {
      const { mail } = composeMessage('organization_invitation', language, {
        ...values,
        inviter: name,
      })
      expect(mail.subject).toContain(name)
    }
    const { mail } = composeMessage('manager_changed', language, { ...values, inviter: 'דנה' })
    expect(mailText(mail)).toContain('\u2068דנה\u2069')
  })
})

test('links nothing that a client calls itself', () => {
  const program = 'http://evil.example'
  const { mail } = composeMessage('program_allowed', 'en', { ...values, program })
  expect(mailHtml(mail, brand)).not.toContain('href="http://evil')
  expect(mailHtml(mail, brand)).toContain('href="https://id.example.com/account-setting"')
})

/** Every field for a name that others see, by operation; a new one is added here and tried. */
const nameFields = ['name', 'subject_name', 'deputy_name', 'role_name'] as const

test('every call with a name refuses what cannot be seen', () => {
  let count = 0
  for (const { operation, payload } of allEndpoints) {
    const schema = payload.schema as Readonly<Record<string, Struct>>
    for (const field of nameFields) {
      const struct = schema[field]
      if (struct === undefined) continue
      count++
      for (const name of hidden) expect(struct.is(name), `${operation} ${name}`).toBe(false)
      for (const name of people) expect(struct.is(name), `${operation} ${name}`).toBe(true)
      const isForOrganizations = field !== 'name' || operation.startsWith('invitation')
      for (const name of links) {
        expect(struct.is(name), `${operation} ${name}`).toBe(!isForOrganizations)
      }
    }
  }
  expect(count).toBeGreaterThan(15)
})

test('refuses look-alikes of people, organizations, members and roles, at every door', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const { data: role } = await manager.call(createRole, {
    role_name: 'Pay',
    permissions: ['deputy.read'],
  })
  const { data: sent } = await manager.call(createInvitationByEmail, {
    email: 'ben@example.com',
    deputy_name: 'Ben',
  })
  const role_key = String(role.role_key)
  const invite_id = String(sent.invite_id)
  const mobile = '+819012345678'
  const permissions = ['deputy.read']
  for (const name of [...lookAlikes, ...roleLookAlikes, ...hidden, 'evil.example']) {
    const deputy_name = name
    const answers = await Promise.all([
      manager.client.call(createOrganization, { subject_name: name }, aff),
      manager.call(updateOrganization, { subject_name: name }),
      manager.call(createMember, { deputy_name }),
      manager.call(updateMember, { deputy_identity_id: manager.id, deputy_name }),
      manager.call(createInvitationByEmail, { email: 'eve@example.com', deputy_name }),
      manager.call(createInvitationByMobile, { mobile, deputy_name }),
      manager.call(updateInvitation, { invite_id, deputy_name }),
      ...(name === 'Sable Support' || name === 'Sableサポート'
        ? []
        : [
            manager.call(createRole, { role_name: name, permissions }),
            manager.call(updateRole, { role_key, role_name: name }),
          ]),
    ])
    for (const { error } of answers) expect(error, name).toBe('text_refused')
    const rows = [{ row: 1, email: 'eve@example.com', deputy_name: name }]
    const bulk = await manager.call(createInvitationsInBulk, { rows })
    expect(bulk.data.results, name).toMatchObject([{ result: 'refused', error: 'text_refused' }])
  }
  for (const name of [...lookAlikes, ...hidden]) {
    expect((await manager.client.call(updateUser, { name })).error, name).toBe('text_refused')
  }
  expect((await manager.client.call(updateUser, { name: '管理者' })).error).toBe('text_refused')
  for (const name of people) {
    const { error } = await manager.call(updateMember, {
      deputy_identity_id: manager.id,
      deputy_name: name,
    })
    expect(error, name).toBe(undefined)
  }
  const jobs = ['Account manager', 'Support', 'Billing', 'サポート']
  for (const role_name of jobs) {
    expect((await manager.call(createRole, { role_name, permissions })).error).toBe(undefined)
  }
})

test('the brand of an application is reserved in it', async () => {
  const server = await createTestServer()
  await typeCommand(server, ['app', 'set', '1001', 'brand_name=Orchard'])
  server.clock.passSeconds(31)
  const { client } = await server.person()
  for (const name of ['Orchard', 'Οrchard', '0rchard Support']) {
    expect((await client.call(updateUser, { name })).error, name).toBe('text_refused')
    const created = await client.call(createOrganization, { subject_name: name }, aff)
    expect(created.error, name).toBe('text_refused')
  }
})

test('says "A member" in place of a name with an address, wherever others read it', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const name = 'Sign in at http://evil.example/x'
  expect((await person.client.call(updateUser, { name })).error).toBe(undefined)
  const company = await createCompany(server, 'Orchard', person)
  const { manager } = company
  const email = 'ben@example.com'
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Ben' })
  const mobile = '+819012345678'
  await manager.call(createInvitationByMobile, { mobile, deputy_name: 'Ben' })
  await manager.call(addDomain, { domain: 'orchard.example' })
  const ann = await company.join('Ann')
  await manager.call(sendSuccessorCode, await choose(company, ann, await begin(server, company)))
  const messages = [
    ...(await server.mail(email)),
    ...(await server.mail(mobile)),
    ...(await server.mail('postmaster@orchard.example')),
    ...(await server.mail(ann.person.email)),
  ]
  const chosen = messages.filter(({ subject, body }) => `${subject}${body}`.includes('A member'))
  expect(chosen).toHaveLength(4)
  for (const { subject, body, html } of messages) {
    expect(`${subject}${body}${html}`).not.toContain('evil')
  }
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const stranger = server.client()
  const check = await stranger.call(checkInvitation, { invite_ticket }, aff)
  expect(check.data.inviter_name).toBe('A member')
  const open = (query: string): Promise<Response> =>
    stranger.send(new Request(new URL(`/form/invitation?${query}`, ORIGIN), { redirect: 'manual' }))
  await open(`ticket=${invite_ticket}&language=en`)
  const page = await (await open('language=en')).text()
  expect(page).toContain('A member invites you')
  expect(page).not.toContain('evil')
})
