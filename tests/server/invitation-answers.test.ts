import { expect, test } from 'vitest'
import {
  createInvitationByEmail,
  declineInvitation,
  myInvitations,
} from '#protocol/web/invitations.ts'
import { createCompany } from '../support/companies.ts'
import type { Person } from '../support/create-people.ts'
import { createTestServer } from '../support/test-server.ts'

const aff = { family: 'aff' } as const

test('an invitation is declined without its link only by a session with its address', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const hana = await server.person()
  const sent = await manager.call(createInvitationByEmail, {
    email: hana.email,
    deputy_name: 'Hana',
  })
  const invite_id = String(sent.data.invite_id)
  const other = await server.person()
  const decline = async ({ client }: Person): Promise<unknown> =>
    (await client.call(declineInvitation, { invite_id }, aff)).error
  expect(await decline(other)).toBe('not_in_organization')
  const stranger = await server.client().call(declineInvitation, { invite_id }, aff)
  expect(stranger.error).toBe('session_expired')
  expect(await decline(hana)).toBe(undefined)
  expect((await hana.client.call(myInvitations, {}, aff)).data.list).toEqual([])
  expect(await decline(hana)).toBe('not_in_organization')
})

test('the creator’s membership has a last sign-in', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  expect((await manager.find(manager.id))?.last_login_time).toBeGreaterThan(0)
})
