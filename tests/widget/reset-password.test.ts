import { expect, test } from 'vitest'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { createResetPasswordFlow } from '../../widget/src/login/flows/reset-password.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'

test('sets a new password, signs in, and accepts the new password', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { instance, events } = openInstance(server, { attributes: { view: 'reset-password' } })
  const flow = createResetPasswordFlow(instance)
  await flow.submit(form({ email: ann.email }))
  await flow.submit(
    form({ code: await server.codeFor(ann.email), password: 'eight louder otters' }),
  )
  expect(instance.$view.get()).toMatchObject({ name: 'done', result: 'password-set' })
  expect(events[0]).toMatchObject({ detail: { user: { user_id_str: ann.userId } } })
  expect(events.map(({ name }) => name)).toEqual(['passport-success', 'passport-view'])
  flow.dispose()

  instance.go({ name: 'login' })
  const login = createLoginFlow(instance)
  await login.signInByPassword(form({ account: ann.email, password: ann.password }))
  expect(login.$formError.get()).toBeDefined()
  await login.signInByPassword(form({ account: ann.email, password: 'eight louder otters' }))
  expect(events.at(-2)?.name).toBe('passport-success')
})

test('does not reveal who has an account', async () => {
  const server = await createTestServer()
  const { instance } = openInstance(server)
  const flow = createResetPasswordFlow(instance)
  expect(await flow.submit(form({ email: 'nobody@example.com' }))).toBe(true)
  expect(flow.code.$state.get()).toMatchObject({ step: 'code' })
  flow.dispose()
})
