import { describe, expect, test } from 'vitest'
import { errorMessages as errors } from '#protocol/messages/all-errors.ts'
import { serverMessages } from '../../server/messages/all-messages.ts'
import { ChallengeClosed } from '../../widget/src/client/index.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import { messages as en } from '../../widget/src/messages/en/messages.ts'
import { createTestServer } from '../support/test-server.ts'
import { form, openInstance } from './instance.ts'

describe('by password', () => {
  test('signs in and shows the person if there is no return URL', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { instance, events, visited } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByPassword(form({ account: ` ${ann.email} `, password: ann.password }))
    expect(instance.$view.get()).toMatchObject({ name: 'done', person: { isEmailOpen: false } })
    expect(events.map(({ name }) => name)).toEqual(['passport-success', 'passport-view'])
    expect(visited).toEqual([])
  })

  test('shows the errors of both fields at once', async () => {
    const { instance } = openInstance(await createTestServer())
    const flow = createLoginFlow(instance)
    const { needAccount, needPassword } = en.common
    expect(await flow.signInByPassword(form({ account: '', password: '' }))).toBe(false)
    expect(flow.$formError.get()).toMatchObject({
      field: 'account',
      text: needAccount,
      others: { password: needPassword },
    })
    expect(await flow.signInByPassword(form({ account: 'ann', password: '' }))).toBe(false)
    expect(flow.$formError.get()).toMatchObject({ field: 'password', text: needPassword })
  })

  test('continues to the return URL unless the page prevents it', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const filled = form({ account: ann.email, password: ann.password })
    const first = openInstance(server, { attributes: { next: '/orders' } })
    await createLoginFlow(first.instance).signInByPassword(filled)
    expect(first.visited).toEqual(['/orders'])
    const second = openInstance(server, {
      attributes: { next: '/orders' },
      prevents: 'passport-success',
    })
    await createLoginFlow(second.instance).signInByPassword(filled)
    expect(second.visited).toEqual([])
    expect(second.instance.$view.get().name).toBe('login')
  })

  test('shows an error at the empty field and sends nothing', async () => {
    const server = await createTestServer()
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByPassword(form({ account: '  ', password: 'x' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'account', text: en.common.needAccount })
    await flow.signInByPassword(form({ account: 'ann', password: '' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'password', text: en.common.needPassword })
    expect(browser.sent).toEqual([])
  })

  test('shows a wrong password as an error of the form, in the language of the page', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { instance, events } = openInstance(server, { attributes: { lang: 'ja' } })
    const flow = createLoginFlow(instance)
    await flow.signInByPassword(form({ account: ann.email, password: 'not it at all' }))
    expect(flow.$formError.get()).toMatchObject({
      text: errors.ja.password_error,
      focus: 'password',
    })
    expect(events.at(-1)).toMatchObject({
      name: 'passport-error',
      detail: { reason: 'call', name: 'password_error' },
    })
    expect(flow.$isBusy.get()).toBe(false)
  })

  test('offers a new password or a code from the third wrong password on, for any account', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const accounts = [ann.email, 'nobody@example.com']
    for (const account of accounts) {
      const { instance } = openInstance(server)
      const flow = createLoginFlow(instance)
      const remedies: unknown[] = []
      for (const password of ['first guess', 'second guess', 'third guess', 'fourth guess']) {
        await flow.signInByPassword(form({ account, password }))
        expect(flow.$formError.get()?.text).toBe(errors.en.password_error)
        remedies.push(flow.$formError.get()?.remedy)
      }
      expect(remedies).toEqual([undefined, undefined, 'forgot', 'forgot'])
    }
  })

  test('sends once for two clicks', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    const filled = form({ account: ann.email, password: ann.password })
    await Promise.all([flow.signInByPassword(filled), flow.signInByPassword(filled)])
    expect(browser.sent.filter(({ path }) => path.endsWith('/user/login'))).toHaveLength(1)
  })

  test('fires nothing if the element is removed before the reply', async () => {
    const server = await createTestServer()
    const { instance, events } = openInstance(server)
    const flow = createLoginFlow(instance)
    const attempt = flow.signInByPassword(form({ account: 'ann', password: 'x' }))
    instance.dispose()
    await attempt
    expect(events).toEqual([])
    expect(flow.$formError.get()).toBeUndefined()
  })
})

describe('by code', () => {
  test('shows no field where no further code can be sent, but until when and the password', async () => {
    const server = await createTestServer({ settings: { CODES_PER_TARGET_HOUR: '1' } })
    const { instance } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: 'bob@example.com' }))
    flow.code.restart()
    server.clock.passSeconds(30)
    // Within a minute the first one still works, so its field is shown.
    await flow.signInByCode(form({ email: 'bob@example.com' }))
    expect(flow.code.$state.get()).toMatchObject({ step: 'code' })
    flow.code.restart()
    server.clock.passSeconds(30)
    expect(await flow.signInByCode(form({ email: 'bob@example.com' }))).toBe(false)
    expect(flow.code.$state.get()).toEqual({ step: 'address' })
    expect(flow.$formError.get()).toMatchObject({
      text: serverMessages.en.codeLimit,
      remedy: 'password',
      wait: 3540,
    })
    expect(en.common.waitSeconds(3540)).toContain('59 minutes')
    expect(en.common.waitSeconds(80_000)).toContain('23 hours')
  })

  test('knows that the last mail to the address was refused', async () => {
    const server = await createTestServer()
    const { instance } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: 'bob@example.com' }))
    expect(flow.code.$state.get()).toMatchObject({ sentTo: 'bob@example.com', wasRefused: false })
    flow.code.restart()
    await server.app.services.mailRefusals.note('bob@example.com')
    server.clock.passSeconds(60)
    await flow.signInByCode(form({ email: 'bob@example.com' }))
    expect(flow.code.$state.get()).toMatchObject({ sentTo: 'bob@example.com', wasRefused: true })
    expect(en.common.codeSent('bob@example.com', true)).toContain('refused')
  })

  test('signs in with the mailed code, also from a pasted sentence', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { instance, events } = openInstance(server)
    const flow = createLoginFlow(instance)
    flow.choose('code')
    await flow.signInByCode(form({ email: ann.email }))
    expect(flow.code.$state.get()).toMatchObject({ step: 'code', sent: 1 })
    expect(flow.code.$resendIn.get()).toBe(60)
    const code = await server.codeFor(ann.email)
    const pasted = `Your code is ${code.slice(0, 3)} ${code.slice(3)}.`
    await flow.signInByCode(form({ code: pasted }))
    expect(events[0]).toMatchObject({
      name: 'passport-success',
      detail: { kind: 'sign-in', user: { user_id_str: ann.userId } },
    })
    flow.dispose()
  })

  test('signs in with a mobile number typed with spaces, and creates the account', async () => {
    const server = await createTestServer()
    const { instance, events } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: '+81 90-1234-5678' }))
    await flow.signInByCode(form({ code: await server.codeFor('+819012345678') }))
    expect(events[0]).toMatchObject({ name: 'passport-success', detail: { kind: 'sign-up' } })
    flow.dispose()
  })

  test.each([
    ['', en.common.needAddress],
    ['ann@', en.common.needAddress],
    ['090 1234 5678', en.common.needCountryCode],
    ['ann', en.common.needAddress],
  ])('does not send a code to "%s"', async (typed, text) => {
    const server = await createTestServer()
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: typed }))
    expect(flow.$formError.get()).toMatchObject({ field: 'email', text })
    expect(browser.sent).toEqual([])
  })

  test('asks again after a wrong code', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { instance } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: ann.email }))
    const code = await server.codeFor(ann.email)
    await flow.signInByCode(form({ code: code === '000000' ? '111111' : '000000' }))
    expect(flow.$formError.get()).toMatchObject({ field: 'code', text: errors.en.code_error })
    await flow.signInByCode(form({ code }))
    expect(instance.$view.get().name).toBe('done')
    flow.dispose()
  })

  test('sends another code after the waiting time', async () => {
    const server = await createTestServer({ settings: { RESEND_SECONDS: '1' } })
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: 'ann@example.com' }))
    expect(await flow.code.resend()).toBe(false)
    await expect.poll(() => flow.code.$resendIn.get()).toBe(0)
    server.clock.passSeconds(1)
    expect(await flow.code.resend()).toBe(true)
    expect(flow.code.$state.get()).toMatchObject({ step: 'code', sent: 2 })
    expect(browser.sent.filter(({ path }) => path.endsWith('/send_code'))).toHaveLength(2)
    flow.code.restart()
    expect(flow.code.$state.get()).toEqual({ step: 'address' })
  })

  test('signs in by password with a mobile number in any format, and asks for its country', async () => {
    const server = await createTestServer()
    const ann = await server.person({ mobile: '+819012345678' })
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByPassword(form({ account: '090-1234-5678', password: ann.password }))
    expect(flow.$formError.get()).toMatchObject({
      field: 'account',
      text: en.common.needCountryCode,
    })
    expect(browser.sent).toEqual([])
    await flow.signInByPassword(form({ account: '0081 90 1234 5678', password: ann.password }))
    expect(instance.$view.get().name).toBe('done')
    flow.dispose()
  })

  test('requests a voice call, and accepts its code', async () => {
    const server = await createTestServer({ settings: { RESEND_SECONDS: '1' } })
    const { instance, browser } = openInstance(server)
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: '+81 90-1234-5678' }))
    await expect.poll(() => flow.code.$resendIn.get()).toBe(0)
    server.clock.passSeconds(1)
    expect(await flow.code.call()).toBe(true)
    expect(flow.code.$state.get()).toMatchObject({ sent: 2, isCall: true })
    expect(browser.sent.at(-1)?.path).toBe('/passport/web/send_voice_code')
    await flow.signInByCode(form({ code: await server.codeFor('+819012345678') }))
    expect(instance.$view.get().name).toBe('done')
    flow.dispose()
  })

  test('passes the captcha before the first code', async () => {
    const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
    const { instance } = openInstance(server)
    const flow = createLoginFlow(instance)
    expect(await flow.signInByCode(form({ email: 'ann@example.com' }))).toBe(true)
    expect(flow.code.$state.get()).toMatchObject({ step: 'code' })
    flow.dispose()
  })

  test('shows nothing to a person who closed the captcha, but fires an event', async () => {
    const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
    const { instance, events } = openInstance(server, {
      closesCaptcha: () => Promise.reject(new ChallengeClosed()),
    })
    const flow = createLoginFlow(instance)
    expect(await flow.signInByCode(form({ email: 'ann@example.com' }))).toBe(false)
    expect(flow.$formError.get()).toBeUndefined()
    expect(flow.code.$state.get()).toEqual({ step: 'address' })
    expect(events).toEqual([{ name: 'passport-cancel', detail: { view: 'login' } }])
  })
})
