import { expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import {
  createBindFlow,
  type BindFlow,
  type BindPlan,
} from '../../widget/src/account/flows/bind.ts'
import type { StepUp } from '../../widget/src/account/flows/step-up.ts'
import { createTwoStepFlow } from '../../widget/src/ui/flows/two-step.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import { form, losing } from './instance.ts'
import { openSignedIn, stepAt, type SignedIn } from './signed-in.ts'

const mobile = '+819012345678'
const add: BindPlan = { does: 'add', channel: 'mobile', present: '' }

interface Opened extends SignedIn {
  server: TestServer
  flow: BindFlow
}

async function open(): Promise<Opened> {
  const server = await createTestServer()
  const signedIn = await openSignedIn(server)
  const flow = createBindFlow(signedIn)
  return { ...signedIn, server, flow }
}

async function prove(server: TestServer, proof: StepUp, to: string): Promise<void> {
  expect(await proof.flow.sendCode()).toBe(true)
  expect(await proof.flow.submit(form({ code: await server.codeFor(to) }))).toBe(true)
}

async function addMobile({ server, flow }: Opened): Promise<void> {
  flow.begin(add)
  await flow.submit(form({ mobile: '90-1234-5678', number: mobile }))
  expect(await flow.submit(form({ code: await server.codeFor(mobile) }))).toBe(true)
}

test('adds a mobile number, shows errors, and fires an event', async () => {
  const opened = await open()
  const { server, flow, account, events } = opened
  flow.begin(add)
  expect(await flow.submit(form({ mobile: 'ann@example.com' }))).toBe(false)
  expect(flow.$formError.get()).toEqual({ field: 'mobile', text: en.common.needMobile })
  expect(await flow.submit(form({ mobile: '090 1234 5678' }))).toBe(false)
  expect(flow.$formError.get()?.field).toBe('mobile')
  expect(await flow.submit(form({ mobile }))).toBe(true)
  const { code } = stepAt(flow.$step.get(), 'code')
  expect(code.$state.get()).toMatchObject({ address: { value: mobile }, sent: 1 })
  expect(code.$resendIn.get()).toBe(60)
  expect(await code.resend()).toBe(false)
  expect(await flow.submit(form({ code: '000000' }))).toBe(false)
  expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_error })
  expect(await flow.submit(form({ code: await server.codeFor(mobile) }))).toBe(true)
  expect(flow.$step.get()).toEqual({ at: 'list', done: add })
  expect(account.$state.get()).toMatchObject({ user: { isMobileProved: true } })
  expect(events.at(-1)).toEqual({
    name: 'passport-changed',
    detail: { what: 'mobile', did: 'set' },
  })
})

test('asks for the code even if the reply to sending it was lost', async () => {
  const server = await createTestServer()
  const lost = losing('/send_code')
  const { instance, account } = await openSignedIn(server, { wrap: lost.wrap })
  const flow = createBindFlow({ instance, account })
  flow.begin(add)
  lost.isOn = true
  expect(await flow.submit(form({ mobile }))).toBe(false)
  expect(stepAt(flow.$step.get(), 'code').code.$state.get().step).toBe('address')
  lost.isOn = false
  expect(await flow.submit(form({ mobile }))).toBe(true)
  expect(flow.$formError.get()).toBeUndefined()
  const { code } = stepAt(flow.$step.get(), 'code')
  expect(code.$state.get()).toMatchObject({ sentTo: mobile, sent: 1 })
  expect(await flow.submit(form({ code: await server.codeFor(mobile) }))).toBe(true)
  expect(flow.$step.get()).toEqual({ at: 'list', done: add })
})

test('asks for a step-up after an old sign-in, and continues automatically', async () => {
  const { server, flow, instance, person } = await open()
  server.clock.passSeconds(3600)
  flow.begin(add)
  await flow.submit(form({ mobile }))
  const saving = flow.submit(form({ code: await server.codeFor(mobile) }))
  await expect.poll(() => instance.$second.get()).toBeDefined()
  const request = instance.$second.get()
  const [method] = request?.wanted.ways ?? []
  if (!request || !method) throw new Error('nothing is asked')
  const second = createTwoStepFlow(instance, request, method)
  await second.sendCode()
  await second.submit(form({ code: await server.codeFor(person.email) }))
  expect(await saving).toBe(true)
  expect(flow.$step.get()).toMatchObject({ at: 'list' })
})

test('changes an address only after a code to an address of the account', async () => {
  const { server, flow, person, account } = await open()
  flow.begin({ does: 'change', channel: 'email', present: person.email })
  const { proof } = stepAt(flow.$step.get(), 'proof')
  // Otherwise a password would be enough to change the address that resets it.
  expect(proof.methods.map(({ way }) => way)).toEqual(['email_code_verify'])
  await prove(server, proof, person.email)
  await flow.submit(form({ email: 'ann@new.example' }))
  await flow.submit(form({ code: await server.codeFor('ann@new.example'), signsOutOthers: 'on' }))
  expect(flow.$step.get()).toMatchObject({ at: 'list', done: { does: 'change' } })
  expect(account.$state.get()).toMatchObject({ user: { email: 'ann@new.example' } })
})

test('asks for the proof again if it expired before the new code arrived', async () => {
  const { server, flow, person } = await open()
  flow.begin({ does: 'change', channel: 'email', present: person.email })
  await prove(server, stepAt(flow.$step.get(), 'proof').proof, person.email)
  await flow.submit(form({ email: 'ann@new.example' }))
  await server.database.query.deleteFrom('tickets').execute()
  const code = await server.codeFor('ann@new.example')
  expect(await flow.submit(form({ code }))).toBe(false)
  expect(flow.$step.get().at).toBe('proof')
  expect(flow.$formError.get()?.text).toBe(errors.en.ticket_expired)
})

test('removes a number after a proof by another method, also by password', async () => {
  const opened = await open()
  const { flow, person, account, events } = opened
  await addMobile(opened)
  flow.begin({ does: 'remove', channel: 'mobile', present: mobile })
  await flow.submit(form({ signsOutOthers: 'on' }))
  const { proof } = stepAt(flow.$step.get(), 'proof')
  expect(proof.methods.map(({ way }) => way)).toEqual([
    'mobile_sms_verify',
    'email_code_verify',
    'pwd_verify',
  ])
  const password = proof.methods.find(({ way }) => way === 'pwd_verify')
  if (!password) throw new Error('no password')
  proof.flow.choose(password)
  await proof.flow.submit(form({ password: 'not the one' }))
  // The message is not about the account, for which there is no field.
  const { wrong } = allMessages.en.secondVerify
  expect(proof.flow.$formError.get()).toMatchObject({ field: 'password', text: wrong })
  await proof.flow.submit(form({ password: person.password }))
  await expect.poll(() => flow.$step.get().at).toBe('list')
  await expect.poll(() => account.$state.get()).toMatchObject({ user: { mobile: '' } })
  expect(events.map(({ detail }) => detail)).toContainEqual({ what: 'mobile', did: 'removed' })
})

test('moves an address from another account after confirmation', async () => {
  const { server, flow, account } = await open()
  const other = await server.person({ mobile })
  const { client } = other
  await openSignedIn(server, { person: other }).then(async ({ instance, account: own }) => {
    const bind = createBindFlow({ instance, account: own })
    bind.begin({ does: 'add', channel: 'email', present: '' })
    await bind.submit(form({ email: 'other@example.com' }))
    await bind.submit(form({ code: await server.codeFor('other@example.com') }))
  })
  expect(client.cookies.has('sessionid')).toBe(true)
  flow.begin(add)
  await flow.submit(form({ mobile }))
  await flow.submit(form({ code: await server.codeFor(mobile) }))
  expect(stepAt(flow.$step.get(), 'move').address).toBe(mobile)
  expect(await flow.submit(form({}))).toBe(true)
  expect(account.$state.get()).toMatchObject({ user: { isMobileProved: true } })
})

test('goes back to the list without changes, and from the code to another address', async () => {
  const { flow } = await open()
  flow.begin(add)
  await flow.submit(form({ mobile }))
  flow.restart()
  const { code } = stepAt(flow.$step.get(), 'code')
  expect(code.$state.get()).toEqual({ step: 'address' })
  expect(code.$resendIn.get()).toBe(0)
  flow.close()
  expect(flow.$step.get()).toEqual({ at: 'list', left: add })
  flow.dispose()
})

test('stays at the list if it was cancelled while a code was being sent', async () => {
  const { flow } = await open()
  flow.begin(add)
  const { code } = stepAt(flow.$step.get(), 'code')
  const sending = flow.submit(form({ mobile }))
  flow.close()
  await sending
  expect(flow.$step.get()).toEqual({ at: 'list', left: add })
  expect(code.$state.get()).toEqual({ step: 'address' })
  expect(code.$resendIn.get()).toBe(0)
  flow.dispose()
})

test('asks to sign in if the session has ended', async () => {
  const { flow, account, browser } = await open()
  flow.begin(add)
  browser.cookies.delete('sessionid')
  expect(await flow.submit(form({ mobile }))).toBe(false)
  expect(account.$state.get()).toMatchObject({ step: 'signed-out' })
})
