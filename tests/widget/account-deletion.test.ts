import { expect, test } from 'vitest'
import { createAccountDeletionFlow } from '../../widget/src/account/flows/account-deletion.ts'
import { createCancelDeletionFlow } from '../../widget/src/login/flows/cancel-deletion.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { typeCommand } from '../support/command.ts'
import { createCompany } from '../support/companies.ts'
import { addMember } from '../support/organizations.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openSignedIn, stepAt, type SignedIn } from './signed-in.ts'

const DAY_SECONDS = 24 * 3600

async function openProved(
  server: TestServer,
): Promise<SignedIn & { flow: ReturnType<typeof createAccountDeletionFlow> }> {
  const signedIn = await openSignedIn(server)
  const flow = createAccountDeletionFlow(signedIn)
  await flow.check()
  await flow.submit(form({}))
  const { proof } = stepAt(flow.$step.get(), 'proof')
  await proof.flow.sendCode()
  // On one's own page the address is written in full.
  expect(proof.flow.$method.get()).toMatchObject({ sentTo: signedIn.person.email })
  await proof.flow.submit(form({ code: await server.codeFor(signedIn.person.email) }))
  await expect.poll(() => flow.$step.get().at).toBe('sure')
  return { ...signedIn, flow }
}

test('schedules the deletion step by step, and cancels it at the next sign-in', async () => {
  const server = await createTestServer()
  const { flow, instance, person, events } = await openProved(server)
  expect(await flow.submit(form({}))).toBe(false)
  expect(flow.$formError.get()).toEqual({
    field: 'abandon',
    text: allMessages.en.closeAccount.needUnderstood,
  })
  expect(await flow.submit(form({ abandon: 'on' }))).toBe(true)
  const { cancelAt } = stepAt(flow.$step.get(), 'closed')
  expect(cancelAt).toBe(server.clock.now() / 1000 + 15 * DAY_SECONDS)
  expect(events.at(-1)?.detail).toEqual({ what: 'account', did: 'removed' })

  instance.go({ name: 'login' })
  const login = createLoginFlow(instance)
  const typed = form({ account: person.email, password: person.password })
  await login.signInByPassword(typed)
  const view = instance.$view.get()
  if (view.name !== 'keep-account') throw new Error(view.name)
  expect(await createCancelDeletionFlow(instance, view.rejection).keep()).toBe(true)
  instance.go({ name: 'login' })
  expect(await login.signInByPassword(typed)).toBe(true)
})

test('names the address of the code in full, as the account page does', async () => {
  const server = await createTestServer()
  const { account, instance, person } = await openSignedIn(server)
  const state = account.$state.get()
  if (state.step !== 'ready') throw new Error(state.step)
  account.setUser({ ...state.user, email: person.email })
  const flow = createAccountDeletionFlow({ instance, account })
  await flow.check()
  await flow.submit(form({}))
  const { proof } = stepAt(flow.$step.get(), 'proof')
  expect(proof.methods.map(({ sentTo }) => sentTo)).toContain(person.email)
})

test('asks for confirmation again if the list of losses is outdated', async () => {
  const server = await createTestServer()
  const { flow } = await openProved(server)
  server.clock.passSeconds(601)
  await flow.submit(form({ abandon: 'on' }))
  expect(flow.$step.get()).toMatchObject({ at: 'checked', isStale: true })
})

test('names the organizations that the person leaves, and the plan', async () => {
  const server = await createTestServer()
  const ben = await server.person()
  for (const name of ['Harbour KK', 'Orchard Ltd']) {
    await addMember(server, (await createCompany(server, name)).id, ben)
  }
  await typeCommand(server, ['plan', 'set', ben.email, 'pro'])
  const { instance, account } = await openSignedIn(server, { person: ben })
  const flow = createAccountDeletionFlow({ instance, account })
  await flow.check()
  const { values } = stepAt(flow.$step.get(), 'checked')
  expect(values).toContainEqual({
    name: 'organizations',
    count: 2,
    names: ['Harbour KK', 'Orchard Ltd'],
  })
  expect(values).toContainEqual({ name: 'plan', count: 1, names: ['pro'] })
})

test('goes back from every step without a deletion', async () => {
  const server = await createTestServer()
  const { flow, account } = await openProved(server)
  flow.back()
  expect(stepAt(flow.$step.get(), 'checked').values).toEqual([{ name: 'sessions', count: 1 }])
  await flow.submit(form({}))
  stepAt(flow.$step.get(), 'proof').proof.flow.close()
  expect(flow.$step.get().at).toBe('checked')
  await account.load()
  expect(account.$state.get().step).toBe('ready')
  flow.dispose()
})
