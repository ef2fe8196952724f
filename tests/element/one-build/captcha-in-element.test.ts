import { equal, ok } from '../support/assert.ts'
import { press } from '../support/commands.ts'
import { clear, focused, pictureOf, surface, requestKind } from '../support/standalone-captcha.ts'
import { find, next, until } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
const loader = `${origin}/passport-login.js`
await import(loader)

let people = 0

/** Asks for a code to a new address, which nobody does without a captcha. */
async function ask(
  attributes: Record<string, string> = {},
  prepare: (element: HTMLElement) => void = () => undefined,
): Promise<{ element: HTMLElement; email: string }> {
  const element = document.createElement('passport-login')
  const given = { aid: '1002', lang: 'en', view: 'sign-up', ...attributes }
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
  prepare(element)
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  const email = `check-${Date.now()}-${(people += 1)}@example.com`
  find<HTMLInputElement>(element, '[name=email]').value = email
  find<HTMLFormElement>(element, 'form').requestSubmit()
  return { element, email }
}

function buttonOf(text: string): HTMLButtonElement | undefined {
  return Array.from(surface()?.querySelectorAll('button') ?? []).find(({ textContent }) =>
    textContent.startsWith(text),
  )
}

teardown(clear)

test('opens under the form if the show mode names a kind, and closes without an error', async () => {
  await requestKind('whirl')
  const { element } = await ask({ 'captcha-show-mode': 'whirl' })
  const shown = await pictureOf('whirl')
  const { host } = shown.getRootNode() as ShadowRoot
  ok(host.parentElement === find(element, '[data-part=card]'), 'it stands in the card')
  equal(shown.getAttribute('aria-labelledby'), 'title')
  ok(getComputedStyle(shown).animationName !== undefined, 'styled')
  const cancel = next(element, 'passport-cancel')
  find(shown, '.close').focus()
  await press('Escape')
  await cancel
  equal(surface(), null)
})

test('leaves a popover open that the sign-in is in, and is no place outside of it', async () => {
  await requestKind('slide')
  const { element } = await ask({ popover: '' }, (made) =>
    made.addEventListener('passport-ready', () => made.showPopover()),
  )
  const shown = await pictureOf('slide')
  ok(element.matches(':popover-open'), 'the popover is open')
  const clicked = next(document, 'click')
  find(shown, '#title').click()
  ok(element.contains((await clicked).target as Node), 'a click in it is one in the element')
  const cancel = next(element, 'passport-cancel')
  find(shown, '.close').click()
  await cancel
  ok(element.matches(':popover-open'), 'the popover is still open')
})

for (const shadow of [false, true]) {
  test(`stays over the page that moves the element, ${shadow ? 'in a shadow root' : 'in the page'}`, async () => {
    await requestKind('slide')
    const { element } = await ask()
    const shown = await pictureOf('slide')
    const other = document.createElement('section')
    document.body.append(other)
    const place = shadow ? other.attachShadow({ mode: 'open' }) : other
    place.append(element)
    await until(() => shown.matches(':modal'), 'a modal dialog')
    document.body.prepend(other)
    await until(() => shown.matches(':modal'), 'a modal dialog after the second move')
    const cancel = next(element, 'passport-cancel')
    await press('Escape')
    await cancel
  })
}

test('enters from the side that an attribute names', async () => {
  await requestKind('slide')
  const { element } = await ask({ 'captcha-side-slide': '' })
  const shown = await pictureOf('slide')
  equal(shown.dataset.presentation, 'side')
  const { right, height } = shown.getBoundingClientRect()
  equal([Math.round(right), Math.round(height)], [innerWidth, innerHeight])
  const cancel = next(element, 'passport-cancel')
  await press('Escape')
  await cancel
})

test('uses messages, class names and options of the page', async () => {
  await requestKind('slide')
  const real = globalThis.fetch
  const requests: URL[] = []
  globalThis.fetch = (input, init) => {
    requests.push(new URL(input instanceof Request ? input.url : input, location.href))
    return real(input, init)
  }
  try {
    const { element } = await ask({ 'app-name': 'Shop', did: 'device-1' }, (made) =>
      Object.assign(made, { iid: '77', captchaOptions: { messages: { title: 'Are you there?' } } }),
    )
    const shown = await pictureOf('slide')
    equal(find(shown, '#title').textContent, 'Are you there?')
    equal(shown.dataset.version, '3.8.7-beta.2')
    ok(!shown.textContent.includes('3.8.7'), 'the version is not shown')
    const got = requests.find(({ pathname }) => pathname.endsWith('/captcha/get'))
    equal(
      ['app_name', 'did', 'iid'].map((name) => got?.searchParams.get(name)),
      ['Shop', 'device-1', '77'],
    )
    const cancel = next(element, 'passport-cancel')
    await press('Escape')
    await cancel
  } finally {
    globalThis.fetch = real
  }
})

test('asks for a new captcha if a page reports one that the server did not pass', async () => {
  const { element } = await ask()
  const decisions: string[] = []
  element.addEventListener('passport-challenge', (event) => {
    event.preventDefault()
    const { decision, pass } = (event as CustomEvent).detail
    decisions.push(JSON.parse(decision).detail)
    pass()
  })
  find<HTMLFormElement>(element, 'form').requestSubmit()
  await until(() => decisions.length === 3, 'three decisions')
  await until(() => find(element, '[role=alert]').innerText !== '', 'the refusal')
  equal(decisions.length, 3, 'it gives up then')
  equal(new Set(decisions).size, 3, 'each is another one')
})

test('passes by a mailed link that is opened elsewhere', async () => {
  await requestKind('3d')
  const { element, email } = await ask()
  await pictureOf('3d')
  buttonOf('Use another way')?.click()
  await until(() => buttonOf('Get a link by e-mail') !== undefined, 'the list')
  equal(buttonOf('Use another way')?.getAttribute('aria-expanded'), 'true')
  const list = surface()?.querySelector('.choices')
  ok(list && list.getBoundingClientRect().bottom <= innerHeight, 'the list is in view')
  buttonOf('Get a link by e-mail')?.click()
  await until(
    () => surface()?.querySelector('.status')?.textContent.includes('@example.com') === true,
    'where the link went',
  )
  ok(surface()?.contains(focused()), 'the focus stays in the dialog')
  const [token = ''] = (await (await fetch(`/mailed?to=${email}`)).json()) as string[]
  // Another browser: no cookies, and no page of this one.
  const opened = await fetch(`/link?token=${token}`)
  equal(await opened.json(), { status: 200 })
  await until(() => surface() === null, 'the end of the check')
  await until(() => element.querySelector('[name=code]') !== null, 'the code field')
})
