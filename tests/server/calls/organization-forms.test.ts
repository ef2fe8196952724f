import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { createInvitationByEmail, listInvitations } from '#protocol/web/invitations.ts'
import { listOrganizations } from '#protocol/web/organizations.ts'
import type { Client } from '../../support/client.ts'
import { createCompany, memberOf, type Company, type Member } from '../../support/companies.ts'
import { addMember } from '../../support/organizations.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

const email = 'ben@example.com'
const language = 'en'

async function linkTo({ manager }: Company): Promise<string> {
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Ben' })
  return String(data.link)
}

function open(client: Client, address: string): Promise<Response> {
  return client.send(new Request(new URL(address, ORIGIN), { redirect: 'manual' }))
}

async function pageOf(client: Client, address: string): Promise<string> {
  return await (await open(client, address)).text()
}

function valueOf(page: string, name: string, near: string): string {
  const form = page.split('<form').find((one) => one.includes(near)) ?? ''
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? ''
}

async function actingFor(client: Client): Promise<unknown> {
  return (await client.call(accountInfo, {})).data.login_subject_uid
}

test('the link of an invitation changes nothing and removes its ticket from the URL', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const link = await linkTo(company)
  const ticket = new URL(link).searchParams.get('ticket') ?? ''
  const client = server.client()
  for (let visit = 0; visit < 2; visit += 1) {
    const reply = await open(client, link)
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toBe(`${ORIGIN}/invitation#ticket=${ticket}`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const [cookie] = reply.headers.getSetCookie()
    expect(cookie).toMatch(
      /^invitation=[\w-]{43}; Max-Age=1800; Path=\/form; HttpOnly; SameSite=Lax/,
    )
  }
  const page = await pageOf(client, '/form/invitation?language=en')
  expect(page).toContain('Harbour KK')
  expect(page).toContain('Sign in to accept')
  expect(/href="([^"]*login[^"]*)"/.exec(page)?.[1]).not.toContain(ticket)
  expect(await pageOf(server.client(), '/form/invitation?language=en')).not.toContain('Harbour KK')
})

test('applications with their own pages keep people on the plain page', async () => {
  const server = await createTestServer()
  const client = server.client()
  const reply = await open(client, `/form/invitation?ticket=${'x'.repeat(43)}&aid=1002&language=ja`)
  expect(reply.headers.get('location')).toBe('/form/invitation?aid=1002&language=ja')
})

test('a member continues from any link without scripts, and an open one is used up', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ticket = new URL(await linkTo(company)).searchParams.get('ticket') ?? ''
  const ann = await company.join('Ann')
  const seen = async ({ client }: Member): Promise<string> => {
    await open(client, `/form/invitation?ticket=${ticket}&language=en`)
    return await pageOf(client, '/form/invitation?language=en')
  }
  const page = await seen(ann)
  expect(page).toContain('You are in “Harbour KK” already')
  await ann.client.call(identityLogin, { login_subject_uid: '0' })
  const member = valueOf(page, 'member', 'Continue as a member')
  await ann.client.form('/form/identity', { action: 'choose', member, language })
  expect(await actingFor(ann.client)).toBe(company.id)

  const ben = await server.person({ email })
  await addMember(server, company.id, ben)
  const own = memberOf(company.id, ben, '')
  expect(valueOf(await seen(own), 'action', 'Continue as a member')).toBe('accept')
  await own.client.form('/form/invitation', { action: 'accept', ticket, language })
  expect(await actingFor(own.client)).toBe(company.id)
  const { data } = await company.manager.call(listInvitations, { status: 'pending' })
  expect(data.total).toBe(0)
})

test('asks for a new invitation without scripts once the old one has expired', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const link = await linkTo(company)
  const ticket = new URL(link).searchParams.get('ticket') ?? ''
  server.clock.passSeconds(7 * 24 * 3600 + 1)
  const client = server.client()
  await open(client, `${link}&language=en`)
  const page = await pageOf(client, '/form/invitation?language=en')
  expect(valueOf(page, 'action', 'Ask for a new one')).toBe('ask')
  const reply = await client.form('/form/invitation', { action: 'ask', ticket, language })
  expect(await reply.text()).toContain('The request is sent')
  const mails = await server.mail(company.manager.person.email)
  expect(mails.map(({ subject }) => subject)).toContain(
    'Ben asks for a new invitation to “Harbour KK”',
  )
})

test('people switch between an organization and themselves without scripts', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const member = await company.join('Ann')
  const { client } = member
  const page = await pageOf(client, '/form/identity?language=en')
  expect(page).toContain('You are using Harbour KK.')
  const self = await client.form('/form/identity', {
    action: 'choose',
    member: valueOf(page, 'member', 'personal account'),
    language,
  })
  expect(self.status).toBe(303)
  expect(await actingFor(client)).toBe(undefined)
  const again = await pageOf(client, '/form/identity?language=en')
  expect(again).not.toContain('Leave Harbour KK')
  const back = await client.form('/form/identity', {
    action: 'choose',
    member: valueOf(again, 'member', 'Harbour KK'),
    next: 'https://evil.example/',
    language,
  })
  expect(back.headers.get('location')).toBe('/')
  expect(await actingFor(client)).toBe(company.id)
})

test('a member leaves without scripts after confirming; a manager cannot', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { client } = await company.join('Ann')
  const ask = await (await client.form('/form/identity', { action: 'leave', language })).text()
  expect(ask).toContain('Leave Harbour KK?')
  expect(await actingFor(client)).toBe(company.id)
  const left = await client.form('/form/identity', { action: 'confirm', language })
  expect(left.status).toBe(303)
  const list = await client.call(listOrganizations, {}, { family: 'aff' })
  expect(list.data.total).toBe(0)
  const { manager } = company
  const kept = await manager.client.form('/form/identity', { action: 'confirm', language })
  expect(kept.status).toBe(422)
  expect(await kept.text()).toContain('This cannot be done to the manager')
})

test('the page requires a sign-in, and rejects posts of other sites', async () => {
  const server = await createTestServer()
  const reply = await open(server.client(), '/form/identity?language=ja')
  expect(reply.headers.get('location')).toBe(
    `${ORIGIN}/ja/login?next=%2Fform%2Fidentity%3Flanguage%3Dja`,
  )
  const company = await createCompany(server)
  const { client } = await company.join('Ann')
  const foreign = await client.form(
    '/form/identity',
    { action: 'confirm' },
    { origin: 'http://localhost:4322' },
  )
  expect(foreign.status).toBe(403)
  const other = await client.form('/form/identity', { action: 'choose', member: 'sm_x', language })
  expect(other.status).toBe(422)
  expect(await actingFor(client)).toBe(company.id)
})
