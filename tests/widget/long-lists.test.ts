import { expect, test } from 'vitest'
import { createAccountRoom } from '../../widget/src/account/flows/account-room.ts'
import { createClientsFlow } from '../../widget/src/account/flows/clients.ts'
import { createDevicesFlow } from '../../widget/src/account/flows/devices.ts'
import { createOrganizationsFlow } from '../../widget/src/account/flows/organizations.ts'
import { listMemberships } from '../../widget/src/client/calls/memberships.ts'
import type { View } from '../../widget/src/base/views.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { createOAuthClient, signInTo } from '../support/oauth-client.ts'
import { addPersonWithTwoMemberships } from '../support/organizations.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'
import { openSignedIn } from './signed-in.ts'

/** Further sessions, clients and memberships, more than a page of a list has. */
const MANY = 130
const ids = Array.from({ length: MANY }, (_, number) => String(number).padStart(43, 'x'))

const place = { page: 'devices', section: undefined } as const

async function addMany({ database: { query } }: TestServer): Promise<void> {
  const session = await query.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const client = await query.selectFrom('oauthClients').selectAll().executeTakeFirstOrThrow()
  const grant = await query.selectFrom('oauthGrants').selectAll().executeTakeFirstOrThrow()
  const sessions = ids.map((id) => ({ ...session, id, hash: id }))
  await query.insertInto('sessions').values(sessions).execute()
  const clients = ids.map((id) => ({ ...client, id }))
  await query.insertInto('oauthClients').values(clients).execute()
  const grants = ids.map((id) => ({ ...grant, id, clientId: id }))
  await query.insertInto('oauthGrants').values(grants).execute()
}

test('shows all sessions and clients, however many, and ends all other sessions', async () => {
  const server = await createTestServer()
  const { instance, person } = await openSignedIn(server)
  await signInTo(await createOAuthClient(server), person.client)
  await addMany(server)
  const room = createAccountRoom(instance, () => true, place)
  const [devices, clients] = [createDevicesFlow(room), createClientsFlow(room)]
  await Promise.all([devices.query.load(), clients.query.load()])
  expect(devices.query.$state.get().rows).toHaveLength(MANY + 1)
  expect(clients.query.$state.get().rows).toHaveLength(MANY + 1)
  await devices.endOthers()
  expect(devices.query.$state.get().rows).toMatchObject([{ isCurrent: true }])
})

test('shows all memberships, however many', async () => {
  const server = await createTestServer()
  const { person, harbourId } = await addPersonWithTwoMemberships(server)
  const { instance } = await openSignedIn(server, { person })
  const { query } = server.database
  const numbers = ids.map((_, number) => String(7_000_000_000 + number))
  const organization = await query.selectFrom('organizations').selectAll().executeTakeFirstOrThrow()
  const membership = await query
    .selectFrom('memberships')
    .selectAll()
    .where('id', '=', harbourId)
    .executeTakeFirstOrThrow()
  await query
    .insertInto('organizations')
    .values(numbers.map((id) => ({ ...organization, id })))
    .execute()
  await query
    .insertInto('memberships')
    .values(numbers.map((id) => ({ ...membership, id, organizationId: id })))
    .execute()
  const flow = createOrganizationsFlow(createAccountRoom(instance, () => true, place))
  expect(await flow.load()).toBe(true)
  // The person comes first.
  const all = flow.$memberships.get()?.slice(1)
  expect(all).toHaveLength(MANY + 2)
  expect(all?.filter(({ isManager }) => isManager)).toHaveLength(MANY + 1)
  // As the sign-in by password, the deletion and the dashboard ask.
  const offered = await listMemberships(instance.client().send, { withFrozen: false })
  expect(offered).toHaveLength(MANY + 3)
  server.clock.passSeconds(60)
  const opened = openInstance(server, { attributes: { 'subject-aid': '1001' } })
  const login = createLoginFlow(opened.instance)
  await login.signInByCode(form({ email: person.email }))
  await login.signInByCode(form({ code: await server.codeFor(person.email) }))
  const { rejection } = opened.instance.$view.get() as Extract<View, { name: 'identity' }>
  expect(rejection?.data.subject_list).toHaveLength(MANY + 3)
})
