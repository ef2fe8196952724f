import { expect, test } from 'vitest'
import { createInvitationsFlow } from '../../widget/src/enterprise/flows/invitations.ts'
import { createPeopleQuery } from '../../widget/src/enterprise/flows/people.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { createCompany } from '../support/companies.ts'
import { createTestServer } from '../support/test-server.ts'
import { form } from './instance.ts'
import { openConsole } from './open-console.ts'

test('lists waiting invitations above the members, and counts both', async () => {
  const server = await createTestServer()
  const company = await createCompany(server)
  const { store } = await openConsole(server, company.manager)
  await company.join('Ben')
  const people = createPeopleQuery(store)
  const flow = createInvitationsFlow(store, t, people)
  flow.go({ at: 'new' })
  await flow.save(form({ address: 'cleo@example.com', deputy_name: 'Cleo' }))
  await people.load()
  expect(people.$state.get().rows.map((row) => row.kind)).toEqual([
    'invitation',
    'member',
    'member',
  ])
  expect(people.$all.get()).toEqual({ members: 2, invitations: 1 })
  people.filter({ state: 'active' })
  await expect.poll(() => people.$found.get()).toEqual({ members: 2, invitations: 0 })
  people.filter({ state: 'pending' })
  await expect.poll(() => people.$found.get()).toEqual({ members: 0, invitations: 1 })
  people.filter({ state: 'expired' })
  await expect.poll(() => people.$state.get().rows).toEqual([])
  // The numbers beside the tabs are those without a filter.
  expect(people.$all.get()).toEqual({ members: 2, invitations: 1 })
  flow.dispose()
})
