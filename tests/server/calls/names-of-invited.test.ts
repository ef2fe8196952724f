import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import {
  acceptInvitation,
  askForInvitation,
  createInvitationByEmail,
} from '#protocol/web/invitations.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const

async function inviteBen() {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const email = 'ben@example.com'
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Ben' })
  const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  return { server, manager, email, invite_ticket }
}

test('a name beside the code of an invitation is checked, too', async () => {
  const { server, email, invite_ticket } = await inviteBen()
  const client = server.client()
  await client.call(sendCode, { invite_ticket, type: 13 })
  const code = await server.codeFor(email)
  const extra = JSON.stringify({ user_name: 'evil\u202etxt' })
  const accepted = await client.call(acceptInvitation, { invite_ticket, code, extra }, aff)
  expect(accepted.data).toMatchObject({ name: 'Ben' })
})

test('who asks for a new invitation is named by the inviter', async () => {
  const { server, manager, invite_ticket } = await inviteBen()
  server.clock.passSeconds(8 * 24 * 3600)
  await server.client().call(askForInvitation, { invite_ticket }, aff)
  const mails = await server.mail(manager.person.email)
  expect(mails.map(({ subject }) => subject).join(' ')).toContain('Ben asks for a new invitation')
})
