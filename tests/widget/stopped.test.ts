import { expect, test } from 'vitest'
import { createCancelDeletionFlow } from '../../widget/src/login/flows/cancel-deletion.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import type { View } from '../../widget/src/base/views.ts'
import type { Person } from '../support/create-people.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

async function signInAs(
  state: 'banned' | 'frozen' | 'limited' | 'cancelling',
): Promise<TestInstance & { view: View; ann: Person }> {
  const server = await createTestServer()
  const ann = await server.person()
  await server.database.query
    .updateTable('accounts')
    .set({
      state,
      ...(state === 'cancelling' ? { cancel_at: server.clock.now() + 86_400_000 } : {}),
    })
    .execute()
  const opened = openInstance(server)
  const flow = createLoginFlow(opened.instance)
  await flow.signInByPassword(form({ account: ann.email, password: ann.password }))
  expect(flow.$formError.get()).toBeUndefined()
  flow.dispose()
  return { ...opened, ann, view: opened.instance.$view.get() }
}

for (const [state, name, data] of [
  ['banned', 'account_banned', { desc_url: '/banned' }],
  ['frozen', 'frozen', {}],
  ['limited', 'account_limited', {}],
] as const) {
  test(`explains to somebody whose account is ${state} why and what to do`, async () => {
    const { view, events } = await signInAs(state)
    expect(view).toMatchObject({ name: 'blocked', rejection: { name, data } })
    expect(events.map((event) => event.name)).toEqual(['passport-view', 'passport-error'])
  })
}

test('lets a person cancel a scheduled deletion, and signs in', async () => {
  const { instance, view, ann, events } = await signInAs('cancelling')
  if (view.name !== 'keep-account') throw new Error(`is at ${view.name}`)
  const flow = createCancelDeletionFlow(instance, view.rejection)
  expect(await flow.keep()).toBe(true)
  expect(instance.$view.get()).toMatchObject({ name: 'done', result: 'kept' })
  const success = events.find(({ name }) => name === 'passport-success')
  expect(success).toMatchObject({ detail: { user: { user_id_str: ann.userId } } })
  const login = createLoginFlow(instance)
  await login.signInByPassword(form({ account: ann.email, password: 'wrong' }))
  expect(login.$formError.get()).toMatchObject({ focus: 'password' })
  expect(await flow.keep()).toBe(false)
  expect(flow.$formError.get()?.text).toBe('That took too long. Please start again.')
})

test('counts down to the next attempt and offers a code instead of the password', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { instance } = openInstance(server)
  const flow = createLoginFlow(instance)
  for (let tries = 0; tries < 6; tries++) {
    await flow.signInByPassword(form({ account: ann.email, password: 'wrong' }))
  }
  await flow.signInByPassword(form({ account: ann.email, password: ann.password }))
  const formError = flow.$formError.get()
  expect(formError).toMatchObject({ remedy: 'code' })
  expect(formError?.wait).toBeGreaterThan(0)
  expect(formError?.text).not.toMatch(/\d/)
  flow.dispose()
})
