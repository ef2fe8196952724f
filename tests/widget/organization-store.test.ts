import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import { freezeMember } from '#protocol/web/members.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import { createPeopleQuery } from '../../widget/src/enterprise/flows/people.ts'
import { createFoundingFlow } from '../../widget/src/enterprise/flows/organization-settings.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { createCompany, giveRole } from '../support/companies.ts'
import { addMember, addOrganization } from '../support/organizations.ts'
import { createTestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openConsole } from './open-console.ts'

test('creates an organization if there is none, and reports errors of its name', async () => {
  const server = await createTestServer()
  await createCompany(server, 'Harbour KK')
  const { store } = await openConsole(server, { person: await server.person() })
  expect(store.$state.get()).toMatchObject({ at: 'oneself', memberships: [] })
  const flow = createFoundingFlow(store, t)
  for (const subject_name of [' ', 'evil.com']) {
    expect(await flow.create(form({ subject_name }))).toBe(false)
    expect(flow.$formError.get()?.field, subject_name).toBe('subject_name')
  }
  expect(await flow.create(form({ subject_name: 'Harbour KK' }))).toBe(true)
  expect(store.$state.get()).toMatchObject({
    at: 'ready',
    organization: { organizationName: 'Harbour KK' },
    rights: { isManager: true },
  })
})

test('stops when the session acts for another organization, and lets people choose one', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { store, opened } = await openConsole(server, company.manager)
  const client = opened.instance.client()
  await client.send(createOrganization, { subject_name: 'Orchard Ltd' })
  const query = createPeopleQuery(store)
  await query.load()
  expect(store.$state.get()).toEqual({ at: 'elsewhere', name: '' })
  await store.load()
  expect(store.$state.get()).toMatchObject({ organization: { organizationName: 'Orchard Ltd' } })
  await client.send(identityLogin, { login_subject_uid: '0', user_identity_id: '0' })
  await store.load()
  const state = store.$state.get()
  if (state.at !== 'oneself') throw new Error(`is at ${state.at}`)
  expect(state.memberships.map((one) => one.organizationName)).toEqual([
    'Harbour KK',
    'Orchard Ltd',
  ])
  const [harbour] = state.memberships
  if (harbour) await store.actFor(harbour)
  expect(store.$state.get()).toMatchObject({ organization: { organizationName: 'Harbour KK' } })
})

test('tells a member which organization they no longer act for once they are frozen', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const { store } = await openConsole(server, ben)
  await company.manager.call(freezeMember, { deputy_identity_id: ben.id, is_frozen: 1 })
  await createPeopleQuery(store).load()
  expect(store.$state.get()).toEqual({
    at: 'signed-out',
    from: 'Harbour KK',
    hasAgreed: false,
  })
})

test('learns of rights that were given, and of the end of a membership, without another call', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const ben = await company.join('Ben')
  const { store } = await openConsole(server, ben)
  expect(store.may('audit.read')).toBe(false)
  await giveRole(company, ben, ['audit.read'])
  await store.refreshRights()
  expect(store.may('audit.read')).toBe(true)
  await company.manager.call(freezeMember, { deputy_identity_id: ben.id, is_frozen: 1 })
  await store.refreshRights()
  expect(store.$state.get()).toEqual({
    at: 'signed-out',
    from: 'Harbour KK',
    hasAgreed: false,
  })
})

test('lets the manager open a frozen organization again, and nobody else', async () => {
  const server = await createTestServer()
  const id = await addOrganization(server, 'Harbour KK')
  const [ann, manager] = [await server.person(), await server.person()]
  await addMember(server, id, ann)
  await addMember(server, id, manager, '--manager')
  await server.app.services.organizations.freeze(id, 'manager')
  const member = await openConsole(server, { person: ann })
  expect(member.store.$state.get()).toMatchObject({
    memberships: [{ isFrozen: true, isManager: false }],
  })
  const { store } = await openConsole(server, { person: manager })
  const state = store.$state.get()
  if (state.at !== 'oneself') throw new Error(`is at ${state.at}`)
  const [frozen] = state.memberships
  expect(frozen).toMatchObject({ isFrozen: true, isManager: true })
  if (frozen) await store.unfreeze(frozen)
  expect(store.$state.get()).toMatchObject({ memberships: [{ isFrozen: false }] })
})
