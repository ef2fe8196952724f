import { expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { createSignUpFlow } from '../../widget/src/login/flows/sign-up.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'

test('creates an account with code, password and name', async () => {
  const server = await createTestServer()
  const { instance, events } = openInstance(server, { attributes: { view: 'sign-up' } })
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: 'bea@example.com' }))
  const code = await server.codeFor('bea@example.com')
  await flow.submit(form({ code, password: 'nine slow herons', name: ' Bea ' }))
  expect(events[0]).toMatchObject({
    name: 'passport-success',
    detail: { kind: 'sign-up', user: { name: 'Bea', new_user: 1 } },
  })
  flow.dispose()
})

test('stays at the address step if the person changes it while a code is being sent', async () => {
  const server = await createTestServer()
  const { instance } = openInstance(server)
  const { code, submit, dispose } = createSignUpFlow(instance)
  const sending = submit(form({ email: 'bea@example.com' }))
  code.restart()
  await sending
  expect(code.$state.get()).toEqual({ step: 'address' })
  expect(code.$resendIn.get()).toBe(0)
  dispose()
})

test('creates an account for a mobile number, without a name', async () => {
  const server = await createTestServer()
  const { instance, events } = openInstance(server)
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: '+44 20 7946 0018' }))
  const code = await server.codeFor('+442079460018')
  await flow.submit(form({ code, password: 'nine slow herons', name: '' }))
  expect(events[0]?.name).toBe('passport-success')
  flow.dispose()
})

test('validates the input before sending', async () => {
  const server = await createTestServer()
  const { instance, browser } = openInstance(server)
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: 'bea@example.com' }))
  const before = browser.sent.length
  flow.askPassword()
  await flow.submit(form({ code: '', password: 'nine slow herons' }))
  expect(flow.$formError.get()).toMatchObject({ field: 'code', text: en.common.needCode })
  // Half of a code is told together with what is wrong with the password.
  await flow.submit(form({ code: '123', password: 'otters!' }))
  expect(flow.$formError.get()).toMatchObject({
    field: 'code',
    text: en.common.needCode,
    others: { password: en.common.passwordShort },
  })
  for (const [password, text] of [
    ['', en.common.passwordShort],
    ['otters!', en.common.passwordShort],
    ['🦦'.repeat(129), en.common.passwordLong],
  ]) {
    await flow.submit(form({ code: '123456', password: password ?? '' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'password', text })
  }
  expect(browser.sent).toHaveLength(before)
  flow.dispose()
})

test('shows an error at the password if it is too common, and keeps the code valid', async () => {
  const server = await createTestServer()
  const { instance } = openInstance(server)
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: 'bea@example.com' }))
  const code = await server.codeFor('bea@example.com')
  await flow.submit(form({ code, password: 'password' }))
  expect(flow.$formError.get()).toMatchObject({
    field: 'password',
    text: errors.en.password_policy,
  })
  await flow.submit(form({ code, password: 'nine slow herons' }))
  expect(instance.$view.get().name).toBe('done')
  flow.dispose()
})

test('offers sign-in to a person with an account, once the address is proved', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  server.clock.passSeconds(60)
  const { instance } = openInstance(server)
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: ann.email }))
  await flow.submit(form({ code: await server.codeFor(ann.email), password: 'nine slow herons' }))
  expect(flow.$formError.get()).toMatchObject({ text: errors.en.has_registered, remedy: 'sign-in' })
  flow.dispose()
})

test('needs no more than an address and a code', async () => {
  const server = await createTestServer()
  const { instance, events } = openInstance(server)
  const flow = createSignUpFlow(instance)
  await flow.submit(form({ email: 'bea@example.com' }))
  await flow.submit(form({ code: await server.codeFor('bea@example.com') }))
  expect(events[0]).toMatchObject({
    name: 'passport-success',
    detail: { kind: 'sign-up', user: { has_password: 0, new_user: 1 } },
  })
  flow.dispose()
})

for (const attributes of [{}, { 'verify-first': '' }]) {
  const how = JSON.stringify(attributes)
  test(`asks for a password where the application requires one, with ${how}`, async () => {
    const server = await createTestServer()
    await server.database.query
      .updateTable('apps')
      .set({ settings: JSON.stringify({ password_required: true }) })
      .execute()
    server.clock.passSeconds(60)
    const { instance, events } = openInstance(server, { attributes })
    const flow = createSignUpFlow(instance)
    await flow.submit(form({ email: 'bea@example.com' }))
    const code = await server.codeFor('bea@example.com')
    await flow.submit(form({ code }))
    expect(flow.$hasPassword.get()).toBe(true)
    await flow.submit(form({ code, password: 'nine slow herons' }))
    expect(events.at(-1)).toMatchObject({
      name: 'passport-view',
      detail: { view: 'done' },
    })
    expect(instance.$view.get().name).toBe('done')
    expect(events).toContainEqual({
      name: 'passport-success',
      detail: expect.objectContaining({
        user: expect.objectContaining({ has_password: 1 }) as unknown,
      }) as unknown,
    })
    flow.dispose()
  })
}
