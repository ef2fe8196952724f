import { expect, test } from 'vitest'
import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { createMoveFlow, type MoveFlow } from '../../widget/src/login/flows/move.ts'
import { viewOfRejection } from '../../widget/src/ui/flows/rejection-view.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import type { Rejection } from '../../widget/src/base/views.ts'
import type { Person } from '../support/create-people.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { openSignedIn, type SignedIn } from './signed-in.ts'

const mobile = '+819012345678'

interface Opened extends SignedIn {
  server: TestServer
  owner: Person
  flow: MoveFlow
}

/** Tries to add the number of another account, and opens the screen of that rejection. */
async function askForNumber(): Promise<Opened> {
  const server = await createTestServer()
  const add = async ({ client }: Person): Promise<Rejection['data']> => {
    await client.call(sendCode, { mobile, type: 17 })
    const { data } = await client.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
    server.clock.passSeconds(60)
    return data
  }
  const owner = await server.person()
  await add(owner)
  const signedIn = await openSignedIn(server)
  const data = await add(signedIn.person)
  const name = 'mobile_bound_need_jump'
  const rejection: Rejection = { name, code: 1057, message: '', data, logId: '' }
  expect(viewOfRejection(rejection)).toEqual({ name: 'move', rejection })
  return { ...signedIn, server, owner, flow: createMoveFlow(signedIn.instance, rejection) }
}

test('moves a number to this account and fires an event', async () => {
  const { flow, instance, events, person } = await askForNumber()
  expect(flow.what).toBe('mobile')
  expect(await flow.move()).toBe(true)
  expect(instance.$view.get()).toMatchObject({ name: 'moved' })
  const detail = { what: 'mobile', did: 'set' }
  expect(events.at(-1)).toEqual({ name: 'passport-changed', detail })
  expect((await person.client.call(accountInfo, {})).data.phone_collected).toBe(true)
})

test('refuses to move the only sign-in method of another account', async () => {
  const { flow, instance, events, person, server, owner } = await askForNumber()
  await server.database.query
    .updateTable('accounts')
    .set({ email: null, passwordHash: null })
    .where('email', '=', owner.email)
    .execute()
  expect(await flow.move()).toBe(false)
  expect(instance.$view.get()).toMatchObject({
    name: 'failed',
    rejection: { name: 'mobile_has_bound', message: en.thirdParty.onlyMethod },
  })
  expect(events.map(({ name }) => name)).not.toContain('passport-changed')
  expect((await person.client.call(accountInfo, {})).data.phone_collected).toBe(false)
})

test('reports an expired key', async () => {
  const { flow, instance, server } = await askForNumber()
  server.clock.passSeconds(601)
  expect(await flow.move()).toBe(false)
  expect(instance.$view.get()).toMatchObject({
    name: 'failed',
    rejection: { name: 'ticket_expired' },
  })
})
