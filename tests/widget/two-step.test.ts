import { expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { createTwoStepFlow } from '../../widget/src/ui/flows/two-step.ts'
import type { TwoStepRequest } from '../../widget/src/base/two-step-request.ts'
import type { Instance } from '../../widget/src/base/instance.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { setIdentifiers } from '../support/account-addresses.ts'
import { addApp, codeOf } from '../support/authenticator-apps.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import type { Person } from '../support/create-people.ts'
import { openBrowser } from './browser.ts'
import { form, losing, openInstance } from './instance.ts'

async function strict(): Promise<{ server: TestServer; ann: Person }> {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const ann = await server.person()
  server.clock.passSeconds(3600)
  return { server, ann }
}

function nextRequest({ $second }: Instance): Promise<TwoStepRequest> {
  return new Promise((resolve) => {
    const stop = $second.subscribe((request) => {
      if (request === undefined) return
      queueMicrotask(() => stop())
      resolve(request)
    })
  })
}

test('confirms a new browser by a code, then continues the sign-in', async () => {
  const { server, ann } = await strict()
  const { instance, browser, events } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  expect(request.wanted.ways).toEqual([
    { way: 'email_code_verify', sentTo: expect.stringMatching(/^p\*+@example\.com$/) as string },
  ])
  expect(request.wanted.reason).not.toBe('')
  const [method] = request.wanted.ways
  if (method === undefined) throw new Error('no method to confirm by')
  const flow = createTwoStepFlow(instance, request, method)
  expect(await flow.sendCode()).toBe(true)
  expect(flow.$resendIn.get()).toBe(60)
  expect(await flow.submit(form({ code: '' }))).toBe(false)
  expect(flow.$formError.get()).toEqual({ field: 'code', text: en.common.needCode })
  expect(await flow.submit(form({ code: '000000' }))).toBe(false)
  expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_error })
  expect(await flow.submit(form({ code: await server.codeFor(ann.email) }))).toBe(true)
  expect(await signingIn).toBe(true)
  expect(instance.$second.get()).toBeUndefined()
  expect(events.map(({ name }) => name)).toContain('passport-success')
  expect(browser.sent.at(-1)?.body).toContain('verify_ticket')
  expect(browser.sent.every(({ query }) => !query.has('verify_ticket'))).toBe(true)
  flow.dispose()
})

test('confirms a new browser by an authenticator app, first of all, and sends nothing', async () => {
  const { server, ann } = await strict()
  await ann.client.call(passwordLogin, { email: ann.email, password: ann.password })
  const { secret } = await addApp(server, ann.client)
  const mails = (await server.mail(ann.email)).length
  const { instance } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [method] = request.wanted.ways
  expect(method).toEqual({ way: 'totp_verify', sentTo: '' })
  if (method === undefined) throw new Error('no method to confirm by')
  const flow = createTwoStepFlow(instance, request, method)
  expect(await flow.sendCode()).toBe(false)
  expect(await flow.submit(form({ code: '' }))).toBe(false)
  expect(flow.$formError.get()).toEqual({ field: 'code', text: en.common.needCode })
  expect(await flow.submit(form({ code: codeOf(server, secret, -1) }))).toBe(false)
  expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_used })
  expect(await flow.submit(form({ code: codeOf(server, secret) }))).toBe(true)
  expect(await signingIn).toBe(true)
  expect(await server.mail(ann.email)).toHaveLength(mails)
  flow.dispose()
})

test('takes a recovery code in place of the app, says how many are left, and leads to the lost app', async () => {
  const { server, ann } = await strict()
  await ann.client.call(passwordLogin, { email: ann.email, password: ann.password })
  const { codes, secret } = await addApp(server, ann.client)
  const { instance, events } = openInstance(server, { attributes: { pages: '/ja' } })
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [app] = request.wanted.ways
  const recovery = request.wanted.ways.at(-1)
  if (app === undefined || recovery?.way !== 'recovery_code_verify') throw new Error('no such way')
  const flow = createTwoStepFlow(instance, request, app)
  flow.choose(recovery)
  expect(await flow.submit(form({ code: 'too short' }))).toBe(false)
  expect(flow.$formError.get()).toEqual({ field: 'code', text: en.secondVerify.needRecovery })
  expect(await flow.submit(form({ code: codeOf(server, secret, -1) }))).toBe(false)
  expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_used })
  // The field of the app takes it as well.
  flow.choose(app)
  expect(await flow.submit(form({ code: codes[0]?.toLowerCase() ?? '' }))).toBe(true)
  expect(flow.$codesLeft.get()).toBe(9)
  flow.proceed(true)
  expect(await signingIn).toBe(true)
  expect(events.find(({ name }) => name === 'passport-success')?.detail).toMatchObject({
    next: '/ja/account-setting/security#two-step',
  })
  flow.dispose()
})

test('asks for the code even if the reply to sending it was lost', async () => {
  const { server, ann } = await strict()
  const lost = losing('/send_code')
  const { instance } = openInstance(server, { wrap: lost.wrap })
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [method] = request.wanted.ways
  if (method === undefined) throw new Error('no method to confirm by')
  const flow = createTwoStepFlow(instance, request, method)
  lost.isOn = true
  expect(await flow.sendCode()).toBe(false)
  expect([flow.$sent.get(), flow.$formError.get()?.text]).toEqual([0, en.common.offline])
  lost.isOn = false
  expect(await flow.sendCode()).toBe(true)
  expect([flow.$sent.get(), flow.$resendIn.get()]).toEqual([1, 60])
  expect(await flow.submit(form({ code: await server.codeFor(ann.email) }))).toBe(true)
  expect(await signingIn).toBe(true)
  flow.dispose()
})

test('takes the code of a moment ago when the person signs in once more', async () => {
  const { server, ann } = await strict()
  const { instance } = openInstance(server)
  const login = createLoginFlow(instance)
  const begin = async (): Promise<[Promise<boolean>, ReturnType<typeof createTwoStepFlow>]> => {
    const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
    const request = await nextRequest(instance)
    const [method] = request.wanted.ways
    if (method === undefined) throw new Error('no method to confirm by')
    return [signingIn, createTwoStepFlow(instance, request, method)]
  }
  const [given, first] = await begin()
  expect(await first.sendCode()).toBe(true)
  const code = await server.codeFor(ann.email)
  first.close()
  expect(await given).toBe(false)
  const [signingIn, second] = await begin()
  expect(await second.sendCode()).toBe(true)
  expect([second.$sent.get(), second.$resendIn.get()]).toEqual([1, 60])
  expect(await second.submit(form({ code }))).toBe(true)
  expect(await signingIn).toBe(true)
  first.dispose()
  second.dispose()
})

test('shows the address that the code went to if it changed since the methods were listed', async () => {
  const { server, ann } = await strict()
  const { instance } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [method] = request.wanted.ways
  if (method === undefined) throw new Error('no method to confirm by')
  const flow = createTwoStepFlow(instance, request, method)
  const email = 'moved@example.net'
  await setIdentifiers(server, ann.userId, { email })
  expect(await flow.sendCode()).toBe(true)
  expect(flow.$method.get().sentTo).toBe('m***@example.net')
  expect(await server.codeFor(email)).toMatch(/^\d{6}$/)
  flow.close()
  await signingIn
  flow.dispose()
})

test('falls back to another method if the first one fails', async () => {
  const { server, ann } = await strict()
  await setIdentifiers(server, ann.userId, { mobile: '+819012345678' })
  const { instance, browser } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [mobile, email] = request.wanted.ways
  if (mobile?.way !== 'mobile_sms_verify' || email === undefined) throw new Error('too few ways')
  const flow = createTwoStepFlow(instance, request, mobile)
  expect(await flow.sendCode(true)).toBe(true)
  expect(browser.sent.at(-1)?.path).toBe('/passport/web/send_voice_code')
  await flow.submit(form({ code: '000000' }))
  expect(flow.$formError.get()?.field).toBe('code')
  flow.choose(email)
  expect(flow.$formError.get()).toBeUndefined()
  expect([flow.$sent.get(), flow.$resendIn.get()]).toEqual([0, 0])
  expect(await flow.sendCode()).toBe(true)
  expect(await flow.submit(form({ code: await server.codeFor(ann.email) }))).toBe(true)
  expect(await signingIn).toBe(true)
  flow.dispose()
})

test('sends no code for a method that is no code', async () => {
  const { server, ann } = await strict()
  const { instance, browser } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const flow = createTwoStepFlow(instance, request, { way: 'pwd_verify', sentTo: '' })
  const calls = browser.sent.length
  expect(await flow.sendCode()).toBe(false)
  expect(browser.sent).toHaveLength(calls)
  request.close()
  await signingIn
  flow.dispose()
})

test('uses the method that was chosen while a code of another was being sent', async () => {
  const { server, ann } = await strict()
  await setIdentifiers(server, ann.userId, { mobile: '+819012345678' })
  const { instance } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  const [mobile, email] = request.wanted.ways
  if (mobile === undefined || email === undefined) throw new Error('too few ways')
  const flow = createTwoStepFlow(instance, request, mobile)
  const sending = flow.sendCode()
  flow.choose(email)
  await sending
  expect([flow.$sent.get(), flow.$resendIn.get()]).toEqual([0, 0])
  request.close()
  await signingIn
  flow.dispose()
})

test('cancels the sign-in without a message if the person closes it', async () => {
  const { server, ann } = await strict()
  const { instance, events } = openInstance(server)
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  request.close()
  expect(await signingIn).toBe(false)
  expect(login.$formError.get()).toBeUndefined()
  expect(instance.$second.get()).toBeUndefined()
  expect(events.at(-1)?.name).toBe('passport-cancel')
})

test('offers the page’s preferred method first, and passes its options to the event', async () => {
  const { server, ann } = await strict()
  await setIdentifiers(server, ann.userId, { mobile: '+819012345678' })
  const options = { way: 'email_code_verify', theme: 'plain' }
  const { instance, events } = openInstance(server, { secondVerifyOptions: options })
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  const request = await nextRequest(instance)
  expect(request.wanted.ways.map(({ way }) => way)).toEqual([
    'email_code_verify',
    'mobile_sms_verify',
  ])
  expect(events.at(-1)?.detail).toMatchObject({ options })
  request.close()
  expect(await signingIn).toBe(false)
})

test('lets the page show its own two-step verification', async () => {
  const { server, ann } = await strict()
  const { instance, events } = openInstance(server, { prevents: 'passport-second-verify' })
  const login = createLoginFlow(instance)
  const signingIn = login.signInByPassword(form({ account: ann.email, password: ann.password }))
  await expect.poll(() => events.at(-1)?.name).toBe('passport-second-verify')
  expect(instance.$second.get()).toBeUndefined()
  const detail = events.at(-1)?.detail as TwoStepRequest | undefined
  detail?.close()
  expect(await signingIn).toBe(false)
})

test('rejects with SECOND_VALID and its data if nothing can show it', async () => {
  const { server, ann } = await strict()
  const { client } = openBrowser(server)
  const call = client.send(passwordLogin, { account: ann.email, password: ann.password })
  await expect(call).rejects.toMatchObject({
    name: 'SECOND_VALID',
    description: 'SECOND_VALID',
    code: 2046,
    data: { sms_code_key: expect.stringMatching(/^sck_/) as string },
  })
})
