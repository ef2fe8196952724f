import { expect, test } from 'vitest'
import { ADMIN } from '#protocol/permissions.ts'
import {
  acceptInvitation,
  checkInvitation,
  createInvitationByEmail,
  createInvitationByMobile,
  createInvitationsInBulk,
  myInvitations,
} from '#protocol/web/invitations.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { deleteMember } from '#protocol/web/members.ts'
import {
  addDomain,
  listDomains,
  removeDomain,
  verifyDomain,
} from '#protocol/web/organization-domains.ts'
import { listOrganizationEvents } from '#protocol/web/organization-events.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { leaveOrganization } from '#protocol/web/organizations.ts'
import type { OrganizationDomainInfo } from '#protocol/organization-objects.ts'
import { startNameServer } from '../../support/name-server.ts'
import { runCommand, transferredLately } from '../../support/organizations.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const domain = 'orchard.example'

async function prove(
  server: TestServer,
  manager: Member,
  name = domain,
  mailbox: 'postmaster' | 'hostmaster' = 'postmaster',
): Promise<void> {
  expect((await manager.call(addDomain, { domain: name, mailbox })).error).toBe(undefined)
  const code = await server.codeFor(`${mailbox}@${name}`)
  const { error } = await manager.call(verifyDomain, { domain: name, code })
  expect(error).toBe(undefined)
}

test('proves a domain by a code mailed to its administrators', async () => {
  const server = await createTestServer()
  const { manager, join } = await createCompany(server)
  const added = await manager.call(addDomain, { domain: 'Orchard.Example', mailbox: 'admin' })
  expect(added.data.retry_time).toBe(60)
  const [mail] = await server.mail('admin@orchard.example')
  expect(mail?.body).toContain('Harbour KK')
  expect((await manager.call(listDomains, {})).data.list).toEqual([
    {
      domain,
      state: 'pending',
      mailbox: 'admin',
      record_name: `_passport.${domain}`,
      record_text: expect.stringMatching(/^passport-organization=[\w-]{43}$/),
      retry_time: 60,
      verify_time: 0,
    },
  ])
  expect((await manager.call(addDomain, { domain })).error).toBe('code_frequency')
  const ann = await join()
  expect((await ann.call(addDomain, { domain })).error).toBe('no_permission')
  expect((await ann.call(verifyDomain, { domain, code: '123456' })).error).toBe('no_permission')
  const code = await server.codeFor('admin@orchard.example')
  const verified = await manager.call(verifyDomain, { domain, code })
  expect(verified.data.list).toMatchObject([{ domain, state: 'verified', retry_time: 0 }])
  expect((await manager.call(verifyDomain, { domain, code })).error).toBe('code_expired')
  const { data } = await manager.call(listOrganizationEvents, {})
  expect(JSON.stringify(data)).not.toContain(code)
  const kinds = (data.list as { kind: string }[]).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('domain_'))).toEqual([
    'domain_verified',
    'domain_added',
  ])
  await manager.call(removeDomain, { domain })
  expect((await manager.call(listDomains, {})).data.list).toEqual([])
  expect((await manager.call(removeDomain, { domain })).error).toBe('not_in_organization')
})

test('refuses a proved domain, as already added or as taken by another organization', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const other = await createCompany(server, 'Orchard Ltd')
  await prove(server, manager)
  expect((await manager.call(addDomain, { domain, by: 'dns' })).error).toBe('domain_proved')
  expect((await other.manager.call(addDomain, { domain })).error).toBe('domain_taken')
})

test('proves a domain by a TXT record that differs for every organization', async () => {
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const { manager } = await createCompany(server)
  const other = await createCompany(server, 'Orchard Ltd')
  const recordOf = async ({ call }: Member): Promise<OrganizationDomainInfo | undefined> => {
    expect((await call(addDomain, { domain, by: 'dns' })).error).toBe(undefined)
    return ((await call(listDomains, {})).data.list as OrganizationDomainInfo[])[0]
  }
  const record = await recordOf(manager)
  const theirs = await recordOf(other.manager)
  expect(record).toMatchObject({ state: 'pending', mailbox: '', retry_time: 0 })
  expect(await server.mail(`postmaster@${domain}`)).toEqual([])

  const verify = async (): Promise<unknown> => (await manager.call(verifyDomain, { domain })).error
  const missing = await manager.call(verifyDomain, { domain })
  expect(missing).toMatchObject({
    error: 'domain_record_missing',
    data: { record_name: record?.record_name, record_text: record?.record_text },
  })
  names.records.set(record?.record_name ?? '', theirs?.record_text ?? '')
  expect(await verify()).toBe('domain_record_missing')
  names.isBroken = true
  expect(await verify()).toBe('domain_lookup_failed')
  names.isBroken = false
  names.records.set(record?.record_name ?? '', record?.record_text ?? '')
  const proved = await manager.call(verifyDomain, { domain })
  expect(proved.data.list).toMatchObject([{ domain, state: 'verified', record_text: '' }])
  expect(await verify()).toBe('not_in_organization')
})

test('a record takes a domain from another organization, whose administrators are told', async () => {
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const former = await createCompany(server)
  const next = await createCompany(server, 'Orchard Ltd')
  const [admin, member] = [await former.join('Ann'), await former.join('Ben')]
  await server.app.services.roles.give(former.id, ADMIN, [admin.id])
  await next.manager.call(addDomain, { domain, mailbox: 'admin' })
  const code = await server.codeFor(`admin@${domain}`)
  await prove(server, former.manager)
  expect((await next.manager.call(verifyDomain, { domain, code })).error).toBe('domain_taken')

  expect((await next.manager.call(addDomain, { domain, by: 'dns' })).error).toBe(undefined)
  const [pending] = (await next.manager.call(listDomains, {})).data.list as OrganizationDomainInfo[]
  expect((await next.manager.call(verifyDomain, { domain })).error).toBe('domain_record_missing')
  expect((await former.manager.call(listDomains, {})).data.list).toMatchObject([
    { domain, state: 'verified' },
  ])
  names.records.set(pending?.record_name ?? '', pending?.record_text ?? '')
  const proved = await next.manager.call(verifyDomain, { domain })
  expect(proved.data.list).toMatchObject([{ domain, state: 'verified' }])
  expect((await former.manager.call(listDomains, {})).data.list).toEqual([])

  for (const { person } of [former.manager, admin]) {
    const mails = await server.mail(person.email)
    const told = mails.filter(({ subject }) => subject.includes(`no longer has ${domain}`))
    expect(told).toHaveLength(1)
    expect(told[0]?.body).not.toContain('Orchard Ltd')
  }
  for (const { person } of [member, next.manager]) {
    expect(JSON.stringify(await server.mail(person.email))).not.toContain('no longer has')
  }
  expect(await eventsOf(former.manager)).toMatchObject([
    {
      kind: 'domain_lost',
      actor: '',
      target: domain,
      detail: '{"because":"domain_taken_over"}',
      address: '',
    },
    { kind: 'domain_verified' },
    { kind: 'domain_added' },
  ])
  expect((await eventsOf(next.manager))[0]).toMatchObject({
    kind: 'domain_verified',
    detail: '{"taken_over":1}',
  })
})

test('an operator takes a domain from an organization, which another one then proves', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  const other = await createCompany(server, 'Orchard Ltd')
  await prove(server, manager)
  const remove = (): Promise<string> =>
    runCommand(server, 'subject', 'domain', 'remove', id, 'Orchard.Example')
  expect(await remove()).toBe(`${id} no longer has ${domain}.`)
  await expect(remove()).rejects.toThrow('has no domain')
  expect((await eventsOf(manager))[0]).toMatchObject({
    kind: 'domain_removed',
    actor: 'operator',
    target: domain,
  })
  await prove(server, other.manager, domain, 'hostmaster')
})

async function eventsOf({ call }: Member): Promise<{ kind: string }[]> {
  const { data } = await call(listOrganizationEvents, {})
  return (data.list as { kind: string }[]).filter(({ kind }) => kind.startsWith('domain_'))
}

test('the record of an earlier claim proves no later one', async () => {
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const former = await createCompany(server)
  const next = await createCompany(server, 'Orchard Ltd')
  const twin = await createCompany(server, 'Harbour II')
  const claim = async ({ call }: Member): Promise<string> => {
    expect((await call(addDomain, { domain, by: 'dns' })).error).toBe(undefined)
    const { list } = (await call(listDomains, {})).data as { list: OrganizationDomainInfo[] }
    return list[0]?.record_text ?? ''
  }
  const verify = async ({ call }: Member): Promise<unknown> =>
    (await call(verifyDomain, { domain })).error
  const record = `_passport.${domain}`
  const old = await claim(former.manager)
  const early = await claim(twin.manager)
  expect(await claim(former.manager)).toBe(old)
  names.records.set(record, old)
  expect(await verify(former.manager)).toBe(undefined)
  names.records.set(record, await claim(next.manager))
  expect(await verify(next.manager)).toBe(undefined)

  names.records.set(record, old)
  expect(await claim(former.manager)).not.toBe(old)
  names.records.set(record, early)
  expect(await verify(twin.manager)).toBe('domain_record_missing')
  expect(await verify(former.manager)).toBe('domain_record_missing')
  await next.manager.call(removeDomain, { domain })
  expect(await verify(former.manager)).toBe('domain_record_missing')
  names.records.set(record, await claim(former.manager))
  expect(await verify(former.manager)).toBe(undefined)
})

test('tells the code of the message before from a wrong one, and takes no attempt for it', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const codes: string[] = []
  for (let time = 0; time < 2; time++) {
    await manager.call(addDomain, { domain })
    codes.push(await server.codeFor(`postmaster@${domain}`))
    server.clock.passSeconds(61)
  }
  const [former, newest] = codes
  for (let time = 0; time < 6; time++) {
    const { error } = await manager.call(verifyDomain, { domain, code: former })
    expect(error).toBe('code_superseded')
  }
  expect((await manager.call(verifyDomain, { domain, code: newest })).error).toBe(undefined)
})

test('keeps a mailed code valid after a record was requested', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  await manager.call(addDomain, { domain })
  const code = await server.codeFor(`postmaster@${domain}`)
  expect((await manager.call(addDomain, { domain, by: 'dns' })).error).toBe(undefined)
  expect((await manager.call(verifyDomain, { domain, code })).error).toBe(undefined)
})

test('allows twenty domains, and sixty look-ups an hour', async () => {
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const { manager } = await createCompany(server)
  for (let number = 0; number < 20; number++) {
    const added = await manager.call(addDomain, { domain: `d${number}.example`, by: 'dns' })
    expect(added.error).toBe(undefined)
  }
  expect((await manager.call(addDomain, { domain, by: 'dns' })).error).toBe('domain_limit')
  const again = await manager.call(addDomain, { domain: 'd3.example', by: 'dns' })
  expect(again.error).toBe(undefined)
  const errors = new Set<unknown>()
  for (let time = 0; time < 60; time++) {
    errors.add((await manager.call(verifyDomain, { domain: 'd3.example' })).error)
  }
  expect(errors).toEqual(new Set(['domain_record_missing']))
  expect((await manager.call(verifyDomain, { domain: 'd3.example' })).error).toBe('too_often')
})

test('rejects wrong and expired codes, and domains of public mail services', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  for (const host of ['gmail.com', 'YAHOO.co.jp']) {
    expect((await manager.call(addDomain, { domain: host })).error).toBe('domain_public')
  }
  const noDomains =
    'orchard http://orchard.example a@orchard.example *.orchard.example _dmarc.orchard.example -a.example'
  for (const wrong of [...noDomains.split(' '), 'a b.example']) {
    expect((await manager.call(addDomain, { domain: wrong })).error, wrong).toBe('bad_parameter')
  }
  await manager.call(addDomain, { domain })
  const code = await server.codeFor(`postmaster@${domain}`)
  const other = code === '111111' ? '222222' : '111111'
  for (let guess = 0; guess < 5; guess++) {
    expect((await manager.call(verifyDomain, { domain, code: other })).error).toBe('code_error')
  }
  expect((await manager.call(verifyDomain, { domain, code })).error).toBe('code_expired')
  server.clock.passSeconds(61)
  await manager.call(addDomain, { domain })
  const second = await server.codeFor(`postmaster@${domain}`)
  server.clock.passSeconds(24 * 60 * 60)
  expect((await manager.call(verifyDomain, { domain, code: second })).error).toBe('code_expired')
})

test('assigns a domain to one of two organizations that prove it at the same time', async () => {
  const [one, two] = await createTwoServers()
  const harbour = await createCompany(one, 'Harbour KK')
  const orchard = await createCompany(two, 'Orchard Ltd')
  await harbour.manager.call(addDomain, { domain })
  const first = await one.codeFor(`postmaster@${domain}`)
  one.clock.passSeconds(1)
  await orchard.manager.call(addDomain, { domain, mailbox: 'hostmaster' })
  const second = await two.codeFor(`hostmaster@${domain}`)
  const results = await Promise.all([
    harbour.manager.call(verifyDomain, { domain, code: first }),
    orchard.manager.call(verifyDomain, { domain, code: second }),
  ])
  expect(new Set(results.map(({ error }) => error))).toEqual(new Set(['domain_taken', undefined]))
  const third = await createCompany(one, 'Third')
  expect((await third.manager.call(addDomain, { domain })).error).toBe('domain_taken')
})

test('mails the administrators of a domain at most three times a day', async () => {
  const server = await createTestServer()
  const companies = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    companies.push(await createCompany(server, name))
  }
  const errors = []
  for (const { manager } of companies) {
    errors.push((await manager.call(addDomain, { domain })).error)
  }
  expect(errors).toEqual([undefined, undefined, undefined, 'invitation_limit'])
})

test('can limit invitations to its domains', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  await prove(server, manager)
  await manager.call(updatePolicy, { invite_domains_only: 1 })
  const outside = { email: 'ben@elsewhere.example', deputy_name: 'Ben' }
  expect(await manager.call(createInvitationByEmail, outside)).toMatchObject({
    error: 'policy_refused',
    data: { rule: 'invite_domains_only', allowed: [domain] },
  })
  const mobile = { mobile: '+819012345678', deputy_name: 'Ben' }
  const refused = await manager.call(createInvitationByMobile, mobile)
  expect(refused.data.description).toContain('addresses of its own domains only')
  const rows = [
    { row: 1, email: 'a@elsewhere.example', deputy_name: 'A' },
    { row: 2, email: 'hana@Orchard.example', deputy_name: 'Hana' },
  ]
  const bulk = await manager.call(createInvitationsInBulk, { rows })
  expect(bulk.data.results).toMatchObject([
    { result: 'refused', error: 'policy_refused' },
    { result: 'made' },
  ])
  const inside = { email: `kei@${domain}`, deputy_name: 'Kei' }
  const { data } = await manager.call(createInvitationByEmail, inside)
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const check = await server.client().call(checkInvitation, { invite_ticket: ticket }, aff)
  expect(check.data.verified_domain).toBe(domain)
})

test('offers people with an address of the domain to join', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  await prove(server, manager)
  const hana = await server.person({ email: `hana@${domain}` })
  const mine = async (): Promise<unknown> => {
    await hana.client.form('/form/login', { account: hana.email, password: hana.password })
    await hana.client.call(accountInfo, {})
    return (await hana.client.call(myInvitations, {}, aff)).data.list
  }
  expect(await mine()).toEqual([])
  await manager.call(updatePolicy, { join_by_domain: 1 })
  expect(await mine()).toMatchObject([
    { invite_id: id, subject_name: 'Harbour KK', inviter_name: '', by_domain: 1 },
  ])
  const stranger = await server.person()
  const refused = await stranger.client.call(acceptInvitation, { invite_id: id }, aff)
  expect(refused.error).toBe('not_in_organization')
  const joined = await hana.client.call(acceptInvitation, { invite_id: id }, aff)
  expect(joined.data).toMatchObject({ login_subject_uid: id, passport_enterprise_user_type: 1 })
  const memberId = String(joined.data.user_identity_id)
  expect((await manager.find(memberId))?.roles).toEqual(['member'])
  // Whoever left may come back, but only an invitation brings back whom the organization removed.
  await hana.client.call(leaveOrganization, { subject_uid: id }, aff)
  expect(await mine()).toHaveLength(1)
  const back = await hana.client.call(acceptInvitation, { invite_id: id }, aff)
  expect(await mine()).toEqual([])
  await manager.call(deleteMember, { ids: [String(back.data.user_identity_id)] })
  expect(await mine()).toEqual([])
  const removed = await hana.client.call(acceptInvitation, { invite_id: id }, aff)
  expect(removed.error).toBe('not_in_organization')
  const late = await server.person({ email: `kei@${domain}` })
  await manager.call(removeDomain, { domain })
  const gone = await late.client.call(acceptInvitation, { invite_id: id }, aff)
  expect(gone.error).toBe('not_in_organization')
})

test('neither adds nor removes domains for three days after a transfer', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  await prove(server, manager)
  await transferredLately(server, id)
  expect((await manager.call(addDomain, { domain: 'b.example' })).error).toBe('transfer_hold')
  expect((await manager.call(removeDomain, { domain })).error).toBe('transfer_hold')
  expect((await manager.call(updatePolicy, { idle_minutes: 30 })).error).toBe('transfer_hold')
})
