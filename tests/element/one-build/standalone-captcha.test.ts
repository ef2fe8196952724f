import { equal, ok } from '../support/assert.ts'
import {
  clear,
  focused,
  loadCaptcha,
  makeForm,
  siteverify,
  surface,
  testWithProofOfWork,
} from '../support/standalone-captcha.ts'
import { find, next, until, WORK_MS } from '../support/frame.ts'

const captcha = await loadCaptcha()

function press(container: HTMLElement): void {
  const button = container.querySelector('div')?.shadowRoot?.querySelector('button')
  ok(button, 'the box')
  button.focus()
  button.click()
}

/** Has the device compute, which every captcha offers. */
async function passByWork(): Promise<void> {
  const other = (): HTMLElement | undefined =>
    Array.from(surface()?.querySelectorAll('button') ?? []).find(
      ({ textContent }) => textContent === 'Use another way',
    )
  await until(() => other() !== undefined, 'another way')
  other()?.click()
  await until(() => surface() === null, 'the end of the check', WORK_MS)
}

teardown(clear)

testWithProofOfWork(
  'puts a ticket into the form, which the server of the site has checked once',
  async () => {
    const { form, container } = makeForm({ action: 'comment', callback: 'onTicket' })
    const messages: string[] = []
    Object.assign(globalThis, { onTicket: (ticket: string) => messages.push(ticket) })
    const id = captcha.render(container)
    const event = next(container, 'passport-captcha-passed')
    press(container)
    await passByWork()
    const { response } = (await event).detail as { response: string }
    equal(new FormData(form).get('passport-captcha-response'), response)
    equal(messages, [response])
    equal(captcha.getResponse(id), response)
    equal(await captcha.execute(id), response)
    const first = await siteverify(response)
    equal([first.success, first.hostname, first.action], [true, 'localhost', 'comment'])
    equal(await siteverify(response), { success: false, 'error-codes': ['timeout-or-duplicate'] })
  },
)

testWithProofOfWork(
  'opens when a form without a ticket is submitted, then submits it',
  async () => {
    const { form, container } = makeForm()
    captcha.render(container)
    const sent: FormData[] = []
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      sent.push(new FormData(form))
    })
    form.requestSubmit()
    equal(sent.length, 0)
    await passByWork()
    await until(() => sent.length === 1, 'the form')
    equal(textIn(sent[0], 'passport-captcha-response').length, 43)
  },
)

test('leaves a form alone if its container says so', async () => {
  const { form, container } = makeForm({ onSubmit: 'off' })
  captcha.render(container)
  const sent = next(form, 'submit')
  form.addEventListener('submit', (event) => event.preventDefault())
  form.requestSubmit()
  await sent
  equal(surface(), null)
})

testWithProofOfWork(
  'keeps its ticket if a callback of the page throws, and reports the error',
  async () => {
    const { container } = makeForm({ callback: 'onFault' })
    const fault = new Error('of the page')
    Object.assign(globalThis, {
      onFault: () => {
        throw fault
      },
    })
    const errors: unknown[] = []
    const real = globalThis.reportError
    globalThis.reportError = (error) => errors.push(error)
    try {
      const id = captcha.render(container)
      press(container)
      await passByWork()
      equal(captcha.getResponse(id).length, 43)
    } finally {
      globalThis.reportError = real
    }
    equal(errors, [fault])
  },
)

testWithProofOfWork(
  'keeps several boxes of a page apart, and renders a container once',
  async () => {
    const first = makeForm()
    const second = makeForm({ responseFieldName: 'proof' })
    const ids = [captcha.render(first.container), captcha.render(second.container)]
    ok(ids[0] !== ids[1], 'two numbers')
    equal(captcha.render(first.container), ids[0])
    press(second.container)
    await passByWork()
    equal(captcha.getResponse(ids[0]), '')
    equal(textIn(new FormData(second.form), 'proof').length, 43)
    captcha.reset(ids[1])
    equal(captcha.getResponse(ids[1]), '')
    captcha.remove(ids[1])
    equal(second.container.childElementCount, 0)
  },
)

test('focuses the box if a click did not', async () => {
  const { container } = makeForm()
  const id = captcha.render(container)
  // As in Safari, where buttons take no focus from a mouse.
  void captcha.execute(id).catch(() => undefined)
  await until(() => surface() !== null, 'the check')
  find(surface() ?? document, '.close').click()
  await until(() => surface() === null, 'no check')
  await until(() => focused()?.textContent === 'Confirm that you are human', 'the box')
})

test('returns to its previous state when the person closes the captcha', async () => {
  const { container } = makeForm()
  const id = captcha.render(container)
  press(container)
  await until(() => surface() !== null, 'the check')
  find(surface() ?? document, '.close').click()
  await until(() => surface() === null, 'no check')
  equal(captcha.getResponse(id), '')
  await until(() => focused()?.textContent === 'Confirm that you are human', 'the box')
})

test('keeps its letters on a page with a small root size', async () => {
  document.documentElement.style.fontSize = '62.5%'
  const { container } = makeForm()
  captcha.render(container)
  press(container)
  await until(() => surface() !== null, 'the check')
  const box = container.querySelector('div')?.shadowRoot?.querySelector('button')
  const shown = [box, surface()].map((one) => one && getComputedStyle(one).fontSize)
  document.documentElement.style.fontSize = ''
  equal(shown, ['15px', '15px'])
})

test('reports that it is offline, and continues when the network is back', async () => {
  const { container } = makeForm()
  captcha.render(container)
  const real = globalThis.fetch
  let isDown = true
  globalThis.fetch = (input, init) =>
    isDown && urlOf(input).includes('/captcha/get')
      ? Promise.reject(new TypeError())
      : real(input, init)
  try {
    press(container)
    await until(() => Boolean(surface()?.querySelector('[data-step=offline]')), 'offline')
    equal(surface()?.querySelector('.status')?.textContent, 'The check could not be reached.')
  } finally {
    globalThis.fetch = real
  }
  isDown = false
  dispatchEvent(new Event('online'))
  await until(() => Boolean(surface()?.querySelector('[data-drawn=true]')), 'a picture')
  find(surface() ?? document, '.close').click()
})

test('closes the captcha when the box is reset', async () => {
  const { container } = makeForm()
  const id = captcha.render(container)
  press(container)
  await until(() => surface() !== null, 'the check')
  captcha.reset(id)
  await until(() => surface() === null, 'no check')
})

testWithProofOfWork('resets with its form, and when the page is restored', async () => {
  const { form, container } = makeForm()
  const id = captcha.render(container)
  for (const again of [
    () => form.reset(),
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ]) {
    press(container)
    await passByWork()
    equal(captcha.getResponse(id).length, 43)
    again()
    equal(captcha.getResponse(id), '')
  }
})

testWithProofOfWork('reports an expired ticket', async () => {
  const { container } = makeForm({ expiredCallback: 'onOld' })
  let calls = 0
  Object.assign(globalThis, { onOld: () => (calls += 1) })
  const id = captcha.render(container)
  const after = globalThis.setTimeout
  // A ticket is valid for two minutes; here the clock is advanced.
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    after(run, ms > 100_000 && ms < 120_000 ? 300 : ms)) as typeof setTimeout
  try {
    const expired = next(container, 'passport-captcha-expired')
    press(container)
    await passByWork()
    await expired
  } finally {
    globalThis.setTimeout = after
  }
  ok(captcha.isExpired(id), 'it says so')
  equal(calls, 1, 'the callback of the page')
  equal(captcha.getResponse(id), '')
})

test('reports to the page that the site is not registered', async () => {
  const { container } = makeForm({ sitekey: '99', errorCallback: 'onFault' })
  const errors: unknown[] = []
  Object.assign(globalThis, { onFault: (reason: unknown) => errors.push(reason) })
  captcha.render(container)
  const error = next(container, 'passport-captcha-error')
  press(container)
  const { reason } = (await error).detail as { reason: string }
  ok(reason !== '', 'a reason')
  equal(errors, [reason])
  const shown = container.querySelector('div')?.shadowRoot?.querySelector('button')
  equal(shown?.textContent, 'The check could not be reached. Try again.')
})

test('warns about a wrong attribute', () => {
  const { container } = makeForm({ sitekey: 'mine' })
  let message = ''
  try {
    captcha.render(container)
  } catch (error) {
    message = String(error)
  }
  ok(message.includes('data-sitekey is "mine"'), message)
})

function textIn(data: FormData | undefined, name: string): string {
  const value = data?.get(name)
  return typeof value === 'string' ? value : ''
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input)
}
