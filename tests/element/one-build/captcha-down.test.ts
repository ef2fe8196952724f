import { equal, ok } from '../support/assert.ts'
import {
  clear,
  loadCaptcha,
  makeForm,
  surface,
  testWithProofOfWork,
} from '../support/standalone-captcha.ts'
import { find, next, until, WORK_MS } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
const loader = `${origin}/passport-login.js`
await import(loader)

testWithProofOfWork('lets people pass if no captcha file can be loaded', async () => {
  // An address that no other test uses, so that no earlier captcha counts.
  const forget = () => {
    document.cookie = 's_v_web_id=; path=/; max-age=0'
  }
  forget()
  const real = globalThis.fetch
  globalThis.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes('/vc/setting')
      ? Promise.reject(new TypeError('the settings are down'))
      : real(input, init)
  try {
    const element = document.createElement('passport-login')
    const attributes = { aid: '1002', lang: 'en', view: 'sign-up' }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const ready = next(element, 'passport-ready')
    document.body.append(element)
    await ready
    find<HTMLInputElement>(element, '[name=email]').value = `down-${Date.now()}@example.com`
    find<HTMLFormElement>(element, 'form').requestSubmit()
    await until(() => Boolean(surface()?.querySelector('progress:not([hidden])')), 'computing')
    equal(surface()?.querySelector('canvas'), null, 'no picture')
    ok(surface()?.textContent.includes('Nothing to do for you.'), 'what goes on')
    await until(() => element.querySelector('[name=code]') !== null, 'the code field', WORK_MS)
    equal(surface(), null)
  } finally {
    globalThis.fetch = real
    clear()
    forget()
  }
})

testWithProofOfWork('does not wait for a script that never loads', async () => {
  const captcha = await loadCaptcha()
  const real = globalThis.fetch
  let requests = 0
  globalThis.fetch = (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes('/vc/setting'))
      return real(input, init)
    requests += 1
    return new Promise(() => undefined)
  }
  try {
    const { container } = makeForm()
    const id = captcha.render(container)
    const passed = captcha.execute(id)
    await until(() => surface() !== null, 'the check')
    const other = find<HTMLElement>(surface() ?? document, '.link')
    equal(other.textContent, 'Use another way')
    other.click()
    equal((await passed).length, 43)
    equal([requests, surface()], [1, null])
  } finally {
    globalThis.fetch = real
    clear()
  }
})
