import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import {
  acceptInvitation,
  createInvitationByEmail,
  updateInvitation,
} from '#protocol/web/invitations.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { transferInfo } from '#protocol/web/manager-transfer.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import { objectionLink } from '../../../server/accounts/objection.ts'
import {
  createCompany,
  giveRole,
  memberOf,
  type Company,
  type Member,
} from '../../support/companies.ts'
import type { Client } from '../../support/client.ts'
import { begin } from '../../support/manager-transfer.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const TWO_DAYS = 2 * 86_400

interface Scene {
  server: TestServer
  company: Company
  /** Ticket of an invitation that the owner sent two days ago. */
  old: string
  /** Somebody else who acts as the manager. */
  thief: Member
}

async function prepare(): Promise<Scene> {
  const server = await createTestServer()
  const company = await createCompany(server)
  const old = await invite(company.manager, 'ben@example.com')
  server.clock.passSeconds(TWO_DAYS)
  const { person } = company.manager
  const client = server.client()
  await client.call(passwordLogin, { email: person.email, password: person.password })
  await client.call(identityLogin, { login_subject_uid: company.id })
  return {
    server,
    company,
    old,
    thief: memberOf(company.id, { ...person, client }, company.manager.id),
  }
}

async function invite(member: Member, email: string): Promise<string> {
  const { data, error } = await member.call(createInvitationByEmail, {
    email,
    deputy_name: 'Ben',
    roles: ['admin'],
  })
  expect(error).toBeUndefined()
  return new URL(String(data.link)).searchParams.get('ticket') ?? ''
}

async function accept(server: TestServer, email: string, invite_ticket: string) {
  const { client } = await server.person({ email })
  return (await client.call(acceptInvitation, { invite_ticket }, { family: 'aff' })).error
}

/** Objects to the sign-in before its own, in a session that has just given a proof. */
async function object({ server, company }: Scene): Promise<unknown> {
  const { email, password } = company.manager.person
  const client: Client = server.client()
  await client.call(passwordLogin, { email, password })
  const { data } = await client.call(listSecurityEvents, {})
  const [, before] = data.list as { event_id: string }[]
  const answer = await client.call(objectToEvent, { event_id: before?.event_id ?? '' })
  expect(answer.error).toBeUndefined()
  return answer.data.undone
}

test('an objection ends what was sent in the name of the owner, and keeps what is older', async () => {
  const scene = await prepare()
  const { server, company, old, thief } = scene
  const planted = await invite(thief, 'thief@evil.example')
  await begin(server, { ...company, manager: thief })
  expect(await object(scene)).toEqual([{ what: 'organization_acts', name: 'Harbour KK' }])
  expect(await accept(server, 'thief@evil.example', planted)).toBe('invitation_cancelled')
  expect(await accept(server, 'ben@example.com', old)).toBeUndefined()
  const { client, email, password } = { ...company.manager.person }
  await client.call(passwordLogin, { email, password })
  await client.call(identityLogin, { login_subject_uid: company.id })
  expect((await company.manager.call(transferInfo, {})).data.state).toBe('')
})

test('an objection ends the invitation of a colleague that was moved in the name of the owner', async () => {
  const scene = await prepare()
  const { server, company, thief } = scene
  const ann = await company.join('Ann')
  await giveRole(company, ann, ['invite.create'])
  const invited = { email: 'cleo@example.com', deputy_name: 'Cleo' }
  const { data } = await ann.call(createInvitationByEmail, invited)
  const moved = { invite_id: String(data.invite_id), email: 'thief@evil.example' }
  const planted = String((await thief.call(updateInvitation, moved)).data.link)
  const ticket = new URL(planted).searchParams.get('ticket') ?? ''
  expect(await object(scene)).toEqual([{ what: 'organization_acts', name: 'Harbour KK' }])
  expect(await accept(server, 'thief@evil.example', ticket)).toBe('invitation_cancelled')
})

test('the page of a notice says where somebody acted as its reader', async () => {
  const { server, company, thief } = await prepare()
  const { userId } = company.manager.person
  const link = await server.app.services.transaction((tx) =>
    objectionLink(tx, 1001, userId, undefined),
  )
  const planted = await invite(thief, 'thief@evil.example')
  const reply = await server
    .client()
    .form('/form/not-me', { token: new URL(link).searchParams.get('token') ?? '' })
  expect(await reply.text()).toContain('Somebody acted for Harbour KK as you.')
  expect(await accept(server, 'thief@evil.example', planted)).toBe('invitation_cancelled')
})

test('nothing is said of organizations in which nobody acted', async () => {
  expect(await object(await prepare())).toEqual([])
})
