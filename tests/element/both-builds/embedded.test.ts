import { equal, ok } from '../support/assert.ts'
import { testWithProofOfWork } from '../support/standalone-captcha.ts'
import { find, next, until, WORK_MS } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
const loader = `${origin}/passport-login.js`
await import(loader)

async function mount(attributes: Record<string, string> = {}): Promise<HTMLElement> {
  const element = document.createElement('passport-login')
  for (const [name, value] of Object.entries({ aid: '1002', lang: 'en', ...attributes })) {
    element.setAttribute(name, value)
  }
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  return element
}

function fill(element: HTMLElement, fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields)) {
    find<HTMLInputElement>(element, `[name=${name}]`).value = value
  }
  find<HTMLFormElement>(element, 'form').requestSubmit()
}

async function codeFor(address: string): Promise<string> {
  const codes = (await (await fetch(`/mailed?to=${address}`)).json()) as string[]
  return codes[0] ?? ''
}

const dialog = (): HTMLDialogElement | null =>
  document.querySelector('[data-passport-captcha]')?.shadowRoot?.querySelector('dialog') ?? null

teardown(() => {
  document.body.replaceChildren()
})

const email = `guest-${Date.now()}@example.com`
const password = 'seven quiet otters'

const NOT_SET_UP = 'This page is not set up for sign-in.'

for (const [what, aid, method, cause] of [
  ['is not registered', '4999', 'error', 'has no application 4999'],
  ['is that of other pages', '1001', 'warn', `does not know ${location.origin}`],
] as const) {
  test(`tells at once that its application ${what}, and people when they ask`, async () => {
    const usual = console[method]
    const told: string[] = []
    console[method] = (...all: unknown[]) => told.push(all.join(' '))
    const element = await mount({ aid })
    await until(() => told.some((text) => text.includes(cause)), 'the cause')
    const notice = find(element, '[role=alert]')
    equal(notice.innerText, '')
    fill(element, { account: email, password })
    await until(() => notice.innerText.includes(NOT_SET_UP), 'true words')
    console[method] = usual
    equal(told.filter((text) => text.includes(cause)).length, 1, 'told once')
  })
}

test('says to people that a page without an origin is not set up', async () => {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts', 'allow-forms')
  frame.srcdoc = `<!doctype html><html lang="en"><passport-login aid="1002"></passport-login>
<script type="module" src="${loader}"></script><script type="module">
const element = document.querySelector('passport-login')
let told = ''
console.warn = (text) => { told += text }
element.addEventListener('passport-ready', () => {
  for (const field of element.querySelectorAll('input:not([type=hidden])')) field.value = 'ann@example.com'
  element.querySelector('form').requestSubmit()
  setInterval(() => parent.postMessage({ told, shown: element.querySelector('[role=alert]').innerText }, '*'), 50)
})</script>`
  let said: { told?: string; shown?: string } = {}
  const onMessage = ({ data }: MessageEvent): void => {
    said = data
  }
  addEventListener('message', onMessage)
  document.body.append(frame)
  await until(() => said.shown?.includes(NOT_SET_UP) === true, 'true words')
  removeEventListener('message', onMessage)
  ok(said.told?.includes('This page has no origin'), 'the console knows more')
})

// Nobody is signed in yet, so the first code of a browser needs a captcha.
test('lets the page show the captcha, and shows no error if it is cancelled', async () => {
  const element = await mount({ view: 'reset-password' })
  element.addEventListener('passport-challenge', (event) => {
    event.preventDefault()
    const { decision, close } = (event as CustomEvent).detail
    ok(JSON.parse(decision).detail, 'a decision')
    close()
  })
  const cancel = next(element, 'passport-cancel')
  fill(element, { email: `other-${email}` })
  await cancel
  await until(
    () => find(element, '[data-part=button]').getAttribute('aria-busy') === null,
    'an idle button',
  )
  equal(find(element, '[role=alert]').innerText, '')
  equal(dialog(), null)
})

test('asks for captcha and second step where a library of the page replaced its promises', async () => {
  const { withResolvers } = Promise
  // As zone.js did, and Angular with it, until 2023.
  Reflect.deleteProperty(Promise, 'withResolvers')
  try {
    const person = `person-${Date.now()}@example.com`
    const reply = await fetch(`/person?email=${person}`)
    const given = (await reply.json()) as { password: string }
    const login = await mount()
    const second = next(login, 'passport-second-verify')
    fill(login, { account: person, password: given.password })
    await second
    login.remove()
    const element = await mount({ view: 'reset-password' })
    fill(element, { email: `fifth-${email}` })
    await until(() => dialog()?.open === true, 'the captcha')
    element.remove()
    await until(() => dialog() === null, 'no captcha')
  } finally {
    Promise.withResolvers = withResolvers
  }
})

test('closes the captcha with the element', async () => {
  const element = await mount({ view: 'reset-password' })
  fill(element, { email: `third-${email}` })
  await until(() => dialog()?.open === true, 'the captcha')
  element.remove()
  await until(() => dialog() === null, 'no captcha')
})

test('reports a captcha picture that cannot be shown, and loads another', async () => {
  const element = await mount({ view: 'reset-password' })
  const decode = globalThis.createImageBitmap
  globalThis.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'))
  try {
    fill(element, { email: `fourth-${email}` })
    await until(
      () => dialog()?.textContent.includes('The picture could not be shown.') === true,
      'the reason',
    )
  } finally {
    globalThis.createImageBitmap = decode
  }
  const retry = Array.from(dialog()?.querySelectorAll('button') ?? []).find(
    ({ textContent }) => textContent === 'Try again',
  )
  retry?.click()
  await until(() => Boolean(dialog()?.querySelector('[data-drawn=true]')), 'a picture')
  element.remove()
  await until(() => dialog() === null, 'no captcha')
})

testWithProofOfWork('calls the server of its script and signs a new person up', async () => {
  const element = await mount({ view: 'sign-up' })
  fill(element, { email })
  await until(() => dialog()?.open === true, 'the captcha')
  const button = (text: string): HTMLButtonElement | undefined =>
    Array.from(dialog()?.querySelectorAll('button') ?? []).find(({ textContent }) =>
      textContent.startsWith(text),
    )
  // Before the captcha is loaded, the only alternative is proof of work, which begins at once.
  await until(() => Boolean(dialog()?.querySelector('[data-drawn=true]')), 'a picture')
  await until(() => button('Use another way') !== undefined, 'a way without a picture')
  button('Use another way')?.click()
  await until(() => button('Let this device compute') !== undefined, 'the ways there are')
  button('Let this device compute')?.click()
  await until(() => element.querySelector('[name=code]') !== null, 'the code field', WORK_MS)
  const code = find<HTMLInputElement>(element, '[name=code]')
  ok(document.activeElement === code, 'the code can be typed at once')
  const described = document.getElementById(code.getAttribute('aria-describedby') ?? '')
  ok(described?.innerText.startsWith('We sent a code to g'), 'it says where the code went')
  equal(find<HTMLInputElement>(element, '[name=email]').autocomplete, 'username')
  // Firefox does not know this token, and leaves it out of the property.
  equal(code.getAttribute('autocomplete'), 'one-time-code')
  find(element, '[data-part=form] > [data-part=link]').click()
  await until(() => element.querySelector('[name=password]') !== null, 'more fields')
  equal(find<HTMLInputElement>(element, '[name=password]').autocomplete, 'new-password')
  const success = next(element, 'passport-success')
  fill(element, { code: await codeFor(email), password, name: 'Guest' })
  const { detail } = await success
  equal([detail.kind, detail.user.name], ['sign-up', 'Guest'])
  await until(() => element.innerText.includes('Welcome, Guest.'), 'the last screen')
  await until(() => document.activeElement?.textContent === 'You are signed in', 'the focus')
})

test('shows the error, focuses the password, and signs in with the right one', async () => {
  const element = await mount()
  const passwordField = find(element, '[name=password]')
  const button = find(element, '[type=submit]')
  const places = (): number[] =>
    [passwordField, button].map((one) => one.getBoundingClientRect().top + scrollY)
  const before = places()
  fill(element, { account: email, password: 'not this one' })
  const notice = find(element, '[role=alert]')
  await until(() => notice.innerText !== '', 'the refusal')
  const [said, ...others] = notice.innerText.trim().split('\n')
  equal(said, 'The account or the password is incorrect.')
  // The log id is closed, so that nobody else has to read it.
  equal(others.join('').trim(), 'Details')
  equal(places(), before)
  await until(() => document.activeElement === passwordField, 'the focus')
  const success = next(element, 'passport-success')
  fill(element, { password })
  equal((await success).detail.user.name, 'Guest')
})

test('does not redirect if the page prevents the success event', async () => {
  const element = await mount({ next: '/never' })
  element.addEventListener('passport-success', (event) => event.preventDefault())
  const success = next(element, 'passport-success')
  fill(element, { account: email, password })
  equal((await success).detail.next, '/never')
  equal(find(element, '[data-part=heading]').textContent, 'Sign in')
})
