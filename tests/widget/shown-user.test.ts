import { expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { createAccountRoom } from '../../widget/src/account/flows/account-room.ts'
import { createDetailsFlow } from '../../widget/src/account/flows/profile-details.ts'
import { createPeopleQuery } from '../../widget/src/enterprise/flows/people.ts'
import { createCompany } from '../support/companies.ts'
import { createTestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openConsole } from './open-console.ts'
import { openSignedIn } from './signed-in.ts'

test('changes nobody who signed in elsewhere in the browser, and shows them', async () => {
  const server = await createTestServer()
  const { instance, browser } = await openSignedIn(server)
  const room = createAccountRoom(instance, () => true, { page: 'profile', section: undefined })
  const { account } = room
  await account.load()
  // Calls that are under way are shared by it.
  expect(room.instance.client()).toBe(room.instance.client())
  const details = createDetailsFlow(room)
  const describe = (description: string) => details.submit(form({ description }))
  expect(await describe('of Ann')).toBe(true)

  const bo = await server.person()
  for (const [name, value] of bo.client.cookies) browser.cookies.set(name, value)
  expect(await describe('of Ann, too')).toBe(false)
  expect(details.$formError.get()?.text).toBe(errors.en.open_account_changed)
  expect(account.$state.get()).toMatchObject({ step: 'ready', user: { email: bo.email } })
  expect(await describe('of Bo')).toBe(true)
})

test('the console does nothing as a member who signed in elsewhere in the browser', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const bo = await company.join('Bo')
  const { store, opened } = await openConsole(server, company.manager)
  for (const [name, value] of bo.client.cookies) opened.browser.cookies.set(name, value)
  const people = createPeopleQuery(store)
  await people.load()
  expect(store.$state.get()).toMatchObject({ at: 'ready', user: { email: bo.person.email } })
  expect(store.may('policy.update')).toBe(false)
})
