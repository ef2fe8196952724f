import { expect, test } from 'vitest'
import { createIdentityFlow, type IdentityFlow } from '../../widget/src/login/flows/identity.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { typeCommand } from '../support/command.ts'
import type { Person } from '../support/create-people.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

async function addIdentity(server: TestServer, person: Person, subject: string): Promise<void> {
  const added = await typeCommand(server, ['subject', 'add', '--name', subject])
  const id = /as (\d+)\./.exec(added.output)?.[1] ?? ''
  await typeCommand(server, ['member', 'add', id, person.userId, '--name', `Ann of ${subject}`])
}

const enterprise = { attributes: { 'subject-aid': '1001' } }

/** The choice that an element has come to. */
function choiceOf({ instance }: TestInstance): IdentityFlow {
  const view = instance.$view.get()
  if (view.name !== 'identity') throw new Error(`is at ${view.name}`)
  return createIdentityFlow(instance, view)
}

function membersOf(flow: IdentityFlow): string[] {
  const state = flow.$state.get()
  return state.step === 'choose' ? state.members.map((one) => one.organizationName) : []
}

test('lets people choose a membership after a password, and continues with it', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addIdentity(server, ann, 'Orchard')
  const opened = openInstance(server, enterprise)
  const login = createLoginFlow(opened.instance)
  await login.signInByPassword(form({ account: ann.email, password: ann.password }))
  expect(opened.events.map(({ name }) => name)).toEqual(['passport-view'])
  const flow = choiceOf(opened)
  await flow.load()
  expect(membersOf(flow)).toEqual(['', 'Orchard'])
  const state = flow.$state.get()
  const orchard = state.step === 'choose' ? state.members[1] : undefined
  if (orchard === undefined) throw new Error('the list is short')
  await flow.choose(orchard)
  expect(opened.events.at(-2)).toMatchObject({
    name: 'passport-success',
    detail: { user: { name: 'Ann of Orchard', user_identity_id: orchard.membershipId } },
  })
})

test('gives organizations of one name a label that tells them apart', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addIdentity(server, ann, 'Orchard')
  await addIdentity(server, ann, 'Orchard')
  const opened = openInstance(server, enterprise)
  const login = createLoginFlow(opened.instance)
  await login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const flow = choiceOf(opened)
  await flow.load()
  const state = flow.$state.get()
  const members = state.step === 'choose' ? state.members : []
  expect(membersOf(flow)).toEqual(['', 'Orchard', 'Orchard'])
  expect(members.map((one) => one.organizationLabel)).toEqual([
    '',
    ...members.slice(1).map((one) => `Orchard (${one.organizationId})`),
  ])
})

test('asks nothing without memberships', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const opened = openInstance(server, enterprise)
  const login = createLoginFlow(opened.instance)
  await login.signInByPassword(form({ account: ann.email, password: ann.password }))
  await choiceOf(opened).load()
  expect(opened.events.map(({ name }) => name)).toContain('passport-success')
})

test('continues a sign-in by code that needs the choice, once', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addIdentity(server, ann, 'Orchard')
  server.clock.passSeconds(60)
  const opened = openInstance(server, enterprise)
  const login = createLoginFlow(opened.instance)
  await login.signInByCode(form({ email: ann.email }))
  await login.signInByCode(form({ code: await server.codeFor(ann.email) }))
  const flow = choiceOf(opened)
  expect(membersOf(flow)).toEqual(['', 'Orchard'])
  const state = flow.$state.get()
  const [oneself] = state.step === 'choose' ? state.members : []
  if (oneself === undefined) throw new Error('the list is empty')
  expect(await flow.choose(oneself)).toBe(true)
  expect(opened.events.filter(({ name }) => name === 'passport-success')).toHaveLength(1)
  expect(await flow.choose(oneself)).toBe(false)
  expect(flow.$formError.get()?.text).toBe('That took too long. Please sign in again.')
  login.dispose()
})

test('reports that the list cannot be loaded, and loads it on retry', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await addIdentity(server, ann, 'Orchard')
  let isOffline = false
  const opened = openInstance(server, {
    ...enterprise,
    wrap:
      (send) =>
      (...call) =>
        isOffline ? Promise.reject(new TypeError('no network')) : send(...call),
  })
  const login = createLoginFlow(opened.instance)
  await login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const flow = choiceOf(opened)
  isOffline = true
  expect(await flow.load()).toBe(false)
  expect(flow.$formError.get()?.text).toMatch(/could not reach/)
  isOffline = false
  expect(await flow.load()).toBe(true)
  expect(membersOf(flow)).toHaveLength(2)
})
