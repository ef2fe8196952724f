import { expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { createResetPasswordFlow } from '../../widget/src/login/flows/reset-password.ts'
import { createSignUpFlow } from '../../widget/src/login/flows/sign-up.ts'
import { createUserNameSignUpFlow } from '../../widget/src/login/flows/user-name-sign-up.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'

const verifyFirst = { attributes: { 'verify-first': '' } }

for (const address of ['bea@example.com', '+819012345678']) {
  test(`verifies the code before it asks for a password, for ${address}`, async () => {
    const server = await createTestServer()
    const { instance, events } = openInstance(server, verifyFirst)
    const flow = createSignUpFlow(instance)
    flow.askPassword()
    await flow.submit(form({ email: address }))
    const code = await server.codeFor(address)
    await flow.submit(form({ code: code === '000000' ? '111111' : '000000' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_error })
    expect(await flow.submit(form({ code }))).toBe(true)
    expect(flow.$ticket.get()).not.toBe('')
    await flow.submit(form({ password: 'password', name: 'Bea' }))
    expect(flow.$formError.get()).toMatchObject({
      field: 'password',
      text: errors.en.password_policy,
    })
    await flow.submit(form({ password: 'nine slow herons', name: 'Bea' }))
    expect(events.find(({ name }) => name === 'passport-success')).toMatchObject({
      detail: { kind: 'sign-up', user: { name: 'Bea', new_user: 1 } },
    })
    flow.dispose()
  })
}

test('starts over if the proof has expired', async () => {
  const server = await createTestServer()
  const { instance } = openInstance(server, verifyFirst)
  const flow = createSignUpFlow(instance)
  flow.askPassword()
  await flow.submit(form({ email: 'bea@example.com' }))
  await flow.submit(form({ code: await server.codeFor('bea@example.com') }))
  const ticket = flow.$ticket.get()
  await flow.submit(form({ password: 'nine slow herons', name: '' }))
  flow.takeTicket(ticket)
  await flow.submit(form({ password: 'nine slow herons', name: '' }))
  expect(flow.$ticket.get()).toBe('')
  expect(flow.code.$state.get()).toEqual({ step: 'address' })
  expect(flow.$formError.get()).toMatchObject({ text: errors.en.ticket_expired })
  flow.dispose()
})

test('resets a password with the ticket of a verified code', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  server.clock.passSeconds(60)
  const { instance } = openInstance(server, verifyFirst)
  const flow = createResetPasswordFlow(instance)
  await flow.submit(form({ email: ann.email }))
  await flow.submit(form({ code: await server.codeFor(ann.email) }))
  const ticket = flow.$ticket.get()
  flow.dispose()

  // The page may store it; another element of the same browser continues with it.
  const later = createResetPasswordFlow(instance)
  later.takeTicket(ticket)
  await later.submit(form({ password: 'eight louder otters' }))
  expect(instance.$view.get()).toMatchObject({ name: 'done', result: 'password-set' })
  later.takeTicket(ticket)
  await later.submit(form({ password: 'eight louder otters' }))
  expect(later.$formError.get()).toMatchObject({ text: errors.en.ticket_expired })
  later.dispose()
})

test('creates an account with a username if the application allows it', async () => {
  const server = await createTestServer()
  await server.database.query
    .updateTable('apps')
    .set({ settings: JSON.stringify({ no_verify_register: true }) })
    .execute()
  // Applications are kept in memory for half a minute.
  server.clock.passSeconds(31)
  const { instance, events } = openInstance(server)
  const flow = createUserNameSignUpFlow(instance, 'Begin with a letter.')
  for (const username of ['', 'ab', '1bea', 'bea@example.com', 'bea__heron', '+819012345678']) {
    await flow.submit(form({ username, password: 'nine slow herons' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'username', text: 'Begin with a letter.' })
  }
  await flow.submit(form({ username: 'bea.heron', password: 'short' }))
  expect(flow.$formError.get()?.field).toBe('password')
  await flow.submit(form({ username: ' Bea.Heron ', password: 'nine slow herons' }))
  expect(events[0]).toMatchObject({ name: 'passport-success', detail: { kind: 'sign-up' } })
  const other = createUserNameSignUpFlow(openInstance(server).instance, '')
  await other.submit(form({ username: 'bea.heron', password: 'nine slow herons' }))
  expect(other.$formError.get()).toMatchObject({ field: 'username', text: errors.en.name_taken })
})
