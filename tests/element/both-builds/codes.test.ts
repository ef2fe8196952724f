import { equal, ok } from '../support/assert.ts'
import { find, next, until } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
await import(`${origin}/passport-login.js`)

const real = globalThis.fetch

/** Paths of calls to the account server, in their order. */
let called: string[] = []

/** Answers a call for a code; the next may be asked for after `wait` seconds. */
let sendCode: () => Promise<Response>

const sent = (wait: number): Response =>
  Response.json({
    message: 'success',
    data: { mobile: '901****5678', retry_time: wait, expire_time: 600, code_length: 6 },
  })

// The real server requires a captcha for every first code, so this call is answered here.
setup(() => {
  called = []
  sendCode = () => Promise.resolve(sent(60))
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    called.push(pathname)
    return pathname.endsWith('/send_code') ? sendCode() : real(input, init)
  }
})

teardown(() => {
  globalThis.fetch = real
  document.body.replaceChildren()
})

async function openCodeStep(view: string): Promise<HTMLElement> {
  const element = document.createElement('passport-login')
  for (const [name, value] of Object.entries({ aid: '1002', lang: 'en', view, methods: 'code' })) {
    element.setAttribute(name, value)
  }
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  find<HTMLInputElement>(element, '[name=email]').value = '+81 90 1234 5678'
  find<HTMLFormElement>(element, 'form').requestSubmit()
  await until(() => element.querySelector('[name=code]') !== null, 'the code field')
  return element
}

const codeOf = (element: HTMLElement): HTMLInputElement =>
  find<HTMLInputElement>(element, '[name=code]')

test('extracts the code from a pasted message', async () => {
  const element = await openCodeStep('login')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'Sable: 123 456 is your code, good for 10 minutes.')
  // In Firefox, pages cannot set the data of such an event.
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData,
  })
  codeOf(element).dispatchEvent(paste)
  equal(codeOf(element).value, '123456')
  ok(paste.defaultPrevented, 'nothing else is pasted')
})

test('submits a code after its last digit', async () => {
  const element = await openCodeStep('login')
  const code = codeOf(element)
  for (const value of ['1', '12345', '123456']) {
    code.value = value
    code.dispatchEvent(new InputEvent('input', { bubbles: true }))
    equal(called.filter((path) => path.endsWith('/sms_login')).length, 0)
  }
  await until(() => called.some((path) => path.endsWith('/sms_login')), 'the sign-in')
})

test('submits a code that was typed while another code was asked for', async () => {
  sendCode = () => Promise.resolve(sent(0))
  const element = await openCodeStep('login')
  const again = Promise.withResolvers<Response>()
  sendCode = () => again.promise
  const link = Array.from(element.querySelectorAll('button')).find(
    ({ textContent }) => textContent === 'Send a new code',
  )
  await until(() => {
    link?.click()
    return called.filter((path) => path.endsWith('/send_code')).length === 2
  }, 'the call for another code')
  const code = codeOf(element)
  code.value = '123456'
  code.dispatchEvent(new InputEvent('input', { bubbles: true }))
  equal(called.filter((path) => path.endsWith('/sms_login')).length, 0)
  again.resolve(sent(60))
  await until(() => code.getAttribute('aria-invalid') === 'true', 'the answer')
  equal(called.filter((path) => path.endsWith('/sms_login')).length, 1)
})

test('sends a form once, even if it is submitted again meanwhile', async () => {
  const element = await openCodeStep('login')
  equal(called.filter((path) => path.endsWith('/send_code')).length, 1)
  const code = codeOf(element)
  code.value = '１２３ ４５６'
  for (let times = 0; times < 3; times++) code.form?.requestSubmit()
  await until(() => code.getAttribute('aria-invalid') === 'true', 'the answer')
  equal(called.filter((path) => path.endsWith('/sms_login')).length, 1)
  // The focus was in the field before, so nothing else reads it out.
  equal(find(element, `#${code.id}-error`).role, 'alert')
})

/** Imitates WebOTP; the test provides the code, and sees when the request is aborted. */
function offerCodes(): { hand: (code: string) => void; signals: AbortSignal[] } {
  const credential = Promise.withResolvers<object>()
  const signals: AbortSignal[] = []
  Reflect.set(globalThis, 'OTPCredential', Object)
  const get: CredentialsContainer['get'] = (asked) => {
    if (asked?.signal) signals.push(asked.signal)
    return credential.promise as Promise<Credential>
  }
  // WebKitGTK has none of its own.
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  return { hand: (code) => credential.resolve({ code }), signals }
}

function removeWebOtp(): void {
  Reflect.deleteProperty(globalThis, 'OTPCredential')
  Reflect.deleteProperty(navigator, 'credentials')
}

test('fills in a code from the browser’s WebOTP and submits it once', async () => {
  const { hand } = offerCodes()
  try {
    const element = await openCodeStep('login')
    hand('123456')
    await until(() => called.some((path) => path.endsWith('/sms_login')), 'the sign-in')
    await until(() => codeOf(element).getAttribute('aria-invalid') === 'true', 'the answer')
    equal(codeOf(element).value, '123456')
    equal(called.filter((path) => path.endsWith('/sms_login')).length, 1)
  } finally {
    removeWebOtp()
  }
})

test('fills in a code without submitting if a password is needed too', async () => {
  const { hand } = offerCodes()
  try {
    const element = await openCodeStep('sign-up')
    find(element, '[data-part=form] > [data-part=link]').click()
    await until(() => element.querySelector('[name=password]') !== null, 'the password')
    ok(document.activeElement === codeOf(element), 'typing goes on in the code')
    hand('123456')
    await until(() => codeOf(element).value === '123456', 'the code')
    equal(called.filter((path) => path.includes('register')).length, 0)
  } finally {
    removeWebOtp()
  }
})

test('stops waiting for a text message when the person leaves the step', async () => {
  const { signals } = offerCodes()
  try {
    const element = await openCodeStep('login')
    await until(() => signals.length === 1, 'the wait')
    equal(signals[0]?.aborted, false)
    const other = Array.from(element.querySelectorAll('button')).find(
      ({ textContent }) => textContent === 'Use another address',
    )
    other?.click()
    await until(() => signals[0]?.aborted === true, 'the end of it')
  } finally {
    removeWebOtp()
  }
})
