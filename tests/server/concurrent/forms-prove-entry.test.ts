import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import type { Client } from '../../support/client.ts'
import { createCompany, type Company, type Member } from '../../support/companies.ts'
import { addMember } from '../../support/organizations.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const language = 'en'

function valueOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
}

// Posts again while the server is busy, as slow machines are for calls that lock many rows.
async function post(
  client: Client,
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  for (;;) {
    const reply = await client.form(path, fields)
    if (reply.status !== 429) return reply
  }
}

async function pageOf(client: Client): Promise<string> {
  const reply = await client.send(new Request(`${ORIGIN}/form/identity?language=en`))
  return await reply.text()
}

async function actingFor(client: Client): Promise<unknown> {
  return (await client.call(accountInfo, {})).data.login_subject_uid
}

function wrong(code: string): string {
  return code === '000000' ? '111111' : '000000'
}

/** A company that wants two proofs, and a member who signed in by password, as themself. */
async function strictCompany(
  rules: Parameters<Company['manager']['call']>[1] = { second_verification: 'always' },
): Promise<{ server: TestServer; company: Company; ann: Member; member: string }> {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ann = await company.join('Ann')
  await company.manager.call(updatePolicy, rules)
  const { client, person } = ann
  await client.call(passwordLogin, { email: person.email, password: person.password })
  const member = valueOf(await pageOf(client), 'member')
  return { server, company, ann, member }
}

test('asks for a code if an organization requires a second factor, then switches to it', async () => {
  const { server, company, ann, member } = await strictCompany()
  const { client, person } = ann
  const choose = { action: 'choose', member, language, next: '/dashboard' }
  const reply = await post(client, '/form/identity', choose)
  expect(reply.status).toBe(200)
  const page = await reply.text()
  expect(page).toContain('Harbour KK wants one more proof that it is you.')
  expect(page).toContain('p***@example.com')
  expect(await actingFor(client)).toBe(undefined)
  const verify_ticket = valueOf(page, 'verify_ticket')
  const code = await server.codeFor(person.email)
  const answer = { ...choose, verify_ticket }

  const refused = await post(client, '/form/identity', { ...answer, code: wrong(code) })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(valueOf(again, 'verify_ticket')).toBe(verify_ticket)
  expect(valueOf(again, 'member')).toBe(member)
  const done = await post(client, '/form/identity', { ...answer, code })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard'])
  expect(await actingFor(client)).toBe(company.id)
  // A code works once, and the page says so.
  await client.call(identityLogin, { login_subject_uid: '0' })
  const replayed = await post(client, '/form/identity', { ...answer, code })
  expect(replayed.status).toBe(422)
  expect(await actingFor(client)).toBe(undefined)
})

test('accepts the code only from the same browser, person and form', async () => {
  const { server, ann, member } = await strictCompany()
  const { client, person } = ann
  const choose = { action: 'choose', member, language }
  const page = await (await post(client, '/form/identity', choose)).text()
  const verify_ticket = valueOf(page, 'verify_ticket')
  const code = await server.codeFor(person.email)
  const answer = { ...choose, verify_ticket, code }
  const elsewhere = server.client()
  elsewhere.cookies.set('sessionid', client.cookies.get('sessionid') ?? '')
  expect((await post(elsewhere, '/form/identity', answer)).status).toBe(422)
  // A session and a code do not count as a sign-in by password.
  const login = { ticket: verify_ticket, code, language }
  expect((await post(client, '/form/login', login)).status).toBe(422)
  const other = await server.person()
  for (const [name, value] of client.cookies) {
    if (name !== 'sessionid') other.client.cookies.set(name, value)
  }
  expect((await post(other.client, '/form/identity', answer)).status).toBe(422)
  expect((await post(client, '/form/identity', answer)).status).toBe(303)
})

test('renews a sign-in that is too old for an organization, by a code', async () => {
  const { server, company, ann, member } = await strictCompany({ session_hours: 1 })
  server.clock.passSeconds(2 * 60 * 60)
  const choose = { action: 'choose', member, language }
  const page = await (await post(ann.client, '/form/identity', choose)).text()
  const code = await server.codeFor(ann.person.email)
  const verify_ticket = valueOf(page, 'verify_ticket')
  await post(ann.client, '/form/identity', { ...choose, verify_ticket, code })
  expect(await actingFor(ann.client)).toBe(company.id)
})

test('accepts no second code of the mailbox of the first one', async () => {
  const { server, ann, member } = await strictCompany()
  const { client, person } = ann
  server.clock.passSeconds(61)
  await client.call(sendCode, { email: person.email, type: 13 })
  await client.call(emailCodeLogin, {
    email: person.email,
    code: await server.codeFor(person.email),
  })
  const mails = (await server.mail(person.email)).length
  const refused = await post(client, '/form/identity', { action: 'choose', member, language })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('This organization requires another way to sign in.')
  expect(await server.mail(person.email)).toHaveLength(mails)
})

test('accepts an invitation of an organization that requires a second factor', async () => {
  const { server, company } = await strictCompany()
  const hana = await server.person({ email: 'hana@orchard.example' })
  const { email, password } = hana
  await hana.client.call(passwordLogin, { email, password })
  await enterAsManager(server, company)
  const invited = await company.manager.call(createInvitationByEmail, { email, deputy_name: 'H' })
  const ticket = new URL(String(invited.data.link)).searchParams.get('ticket') ?? ''
  const accept = { action: 'accept', ticket, language }
  const reply = await post(hana.client, '/form/invitation', accept)
  const page = await reply.text()
  expect(page).toContain('Harbour KK wants one more proof')
  expect(valueOf(page, 'ticket')).toBe(ticket)
  const code = await server.codeFor(email)
  const answer = { ...accept, verify_ticket: valueOf(page, 'verify_ticket') }
  const refused = await post(hana.client, '/form/invitation', { ...answer, code: wrong(code) })
  expect(refused.status).toBe(422)
  expect(await actingFor(hana.client)).toBe(undefined)
  const joined = await post(hana.client, '/form/invitation', { ...answer, code })
  expect(await joined.text()).toContain('You belong to Harbour KK now')
  expect(await actingFor(hana.client)).toBe(company.id)
})

async function enterAsManager(server: TestServer, { manager, id }: Company): Promise<void> {
  const { client, person } = manager
  await client.call(passwordLogin, { email: person.email, password: person.password })
  const choose = { action: 'choose', member: valueOf(await pageOf(client), 'member'), language }
  const page = await (await post(client, '/form/identity', choose)).text()
  const code = await server.codeFor(person.email)
  const verify_ticket = valueOf(page, 'verify_ticket')
  await post(client, '/form/identity', { ...choose, verify_ticket, code })
  expect(await actingFor(client)).toBe(id)
}

test('takes no code of one organization for another that wants a recent sign-in', async () => {
  const { server, ann } = await strictCompany({ session_hours: 1 })
  const other = await createCompany(server, 'Orchard KK')
  await addMember(server, other.id, ann.person, '--name', 'Ann')
  await other.manager.call(updatePolicy, { second_verification: 'always' })
  server.clock.passSeconds(12 * 60 * 60)
  const choices = await pageOf(ann.client)
  const memberAt = (name: string): string =>
    new RegExp(`name="member" value="([^"]*)"((?!name="member")[^])*${name}`).exec(choices)?.[1] ??
    ''
  const choose = { action: 'choose', language }
  const asked = { ...choose, member: memberAt('Harbour KK') }
  const page = await (await post(ann.client, '/form/identity', asked)).text()
  const verify_ticket = valueOf(page, 'verify_ticket')
  expect(verify_ticket).not.toBe('')
  const code = await server.codeFor(ann.person.email)
  const entered = { ...choose, member: memberAt('Orchard KK'), verify_ticket, code }
  const reply = await post(ann.client, '/form/identity', entered)
  expect(await reply.text()).toContain('Sign in again')
  expect(await actingFor(ann.client)).toBe(undefined)
})
