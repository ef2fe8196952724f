import { equal, ok } from '../support/assert.ts'
import { find, next, until } from '../support/frame.ts'

const loader: string = '/passport-login.js'
const { load }: { load: () => void } = await import(loader)
load()
await customElements.whenDefined('passport-login')

interface Options {
  [attribute: string]: string
}

function make(attributes: Options = {}): HTMLElement {
  const element = document.createElement('passport-login')
  for (const [name, value] of Object.entries({
    aid: '1002',
    server: '',
    lang: 'en',
    ...attributes,
  })) {
    element.setAttribute(name, value)
  }
  return element
}

async function mount(attributes: Options = {}): Promise<HTMLElement> {
  const element = make(attributes)
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  return element
}

const heading = (element: HTMLElement): string => find(element, '[data-part=heading]').innerText

teardown(() => {
  document.body.replaceChildren()
})

test('is defined once, however often its script runs', async () => {
  const again: string = '/passport-login.js?again'
  await import(again)
  ok(customElements.get('passport-login'), 'still defined')
})

test('stays empty until it is in the page', async () => {
  const element = make()
  element.setAttribute('theme', 'dark')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  equal(element.childElementCount, 0)
})

test('renders once for the attributes of one task', async () => {
  const element = await mount()
  let changes = 0
  const observer = new MutationObserver((records) => {
    changes += records.length > 0 ? 1 : 0
  })
  observer.observe(element, { childList: true, subtree: true, characterData: true })
  element.setAttribute('lang', 'zh')
  element.setAttribute('next', '/a')
  element.setAttribute('lang', 'ja')
  await until(() => heading(element) === 'サインイン', 'Japanese')
  observer.disconnect()
  equal(changes, 1)
})

test('removes a sign-in method that the page disables', async () => {
  const element = await mount()
  element.setAttribute('methods', 'code')
  await until(() => element.querySelector('[name=password]') === null, 'no password')
  ok(element.querySelector('[name=email]'), 'a code can be asked for')
  equal(element.querySelector('[role=tab]'), null)
})

test('returns to the default when an attribute is removed', async () => {
  const element = await mount({ view: 'sign-up' })
  equal(heading(element), 'Create account')
  element.removeAttribute('view')
  await until(() => heading(element) === 'Sign in', 'the login view')
})

test('tells of each value that cannot be used once', async () => {
  const element = make({ view: 'nowhere' })
  const told: unknown[] = []
  element.addEventListener('passport-error', (event) => {
    told.push((event as CustomEvent).detail.value)
  })
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  const changes = [
    ['next', '/a'],
    ['lang', 'ja'],
    ['view', 'elsewhere'],
    ['theme', 'pink'],
  ] as const
  for (const [name, value] of changes) {
    element.setAttribute(name, value)
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  equal(told, ['nowhere', 'elsewhere', 'pink'])
})

test('keeps what was typed while it is out of the page, but no password', async () => {
  const element = await mount()
  const input = (name: string): HTMLInputElement => find(element, `[name=${name}]`)
  input('account').value = 'ann@example.com'
  input('password').value = 'seven quiet otters'
  find(element, '[data-part=show]').click()
  const back = async (): Promise<void> => {
    element.remove()
    await until(() => element.childElementCount === 0, 'an empty element')
    const again = next(element, 'passport-ready')
    document.body.append(element)
    await again
  }
  await back()
  equal([input('account').value, input('password').value], ['ann@example.com', ''])
  find(element, '[data-part=foot] button').click()
  await until(() => heading(element) === 'Create account', 'another screen')
  input('email').value = 'bea@example.com'
  input('email').dispatchEvent(new Event('input', { bubbles: true }))
  await back()
  equal([heading(element), input('email').value], ['Create account', 'bea@example.com'])
})

test('treats an attribute without a value as true', async () => {
  const element = await mount({ autofocus: '' })
  equal(document.activeElement?.getAttribute('name'), 'account')
  element.remove()
})

test('does not take the focus unless asked to', async () => {
  await mount()
  ok(document.activeElement === document.body, 'focus is where it was')
})

test('keeps a property that was set before the definition', async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument: inner, contentWindow: window } = frame
  ok(inner && window, 'a frame')
  inner.open()
  inner.write('<!doctype html><html lang="en"><body></body></html>')
  inner.close()
  const element = inner.createElement('passport-login')
  Object.assign(element, { aid: 1002, view: 'sign-up' })
  inner.body.append(element)
  const script = inner.createElement('script')
  script.type = 'module'
  script.src = '/passport-login.js'
  const ready = next(element, 'passport-ready')
  inner.head.append(script)
  await ready
  equal(find(element, '[data-part=heading]').textContent, 'Create account')
  equal(element.getAttribute('aid'), '1002')
  Object.assign(element, { view: 'login' })
  await until(() => find(element, '[data-part=heading]').textContent === 'Sign in', 'a later value')
})

for (const [attribute, value] of [
  ['aid', 'one'],
  ['view', 'nowhere'],
  ['server', 'not an origin'],
  ['next', 'javascript:alert(1)'],
  ['methods', 'password telepathy'],
  ['theme', 'pink'],
] as const) {
  test(`warns that ${attribute}="${value}" cannot be used, and renders anyway`, async () => {
    const element = make({ [attribute]: value })
    const error = next(element, 'passport-error')
    document.body.append(element)
    const { detail } = await error
    equal(detail.reason, 'attribute')
    equal(detail.attribute, attribute)
    equal(detail.value, value)
    await until(() => element.querySelector('form') !== null, 'a form')
  })
}

test('keeps input when it is moved', async () => {
  const element = await mount()
  const input = find<HTMLInputElement>(element, '[name=account]')
  input.value = 'ann@example.com'
  const elsewhere = document.createElement('section')
  document.body.append(elsewhere)
  elsewhere.append(element)
  await new Promise((resolve) => {
    setTimeout(resolve, 30)
  })
  equal(find<HTMLInputElement>(element, '[name=account]').value, 'ann@example.com')
  const { moveBefore } = document.body as { moveBefore?: (node: Node, child: null) => void }
  moveBefore?.call(document.body, element, null)
  await new Promise((resolve) => {
    setTimeout(resolve, 30)
  })
  ok(find(element, '[name=account]') === input, 'the same input')
  equal(input.value, 'ann@example.com')
})

test('moves the focus to another screen before that is painted', async () => {
  const element = await mount({ view: 'sign-up' })
  const turn = async (to: string): Promise<void> => {
    find(element, '[data-part=foot] button').click()
    await until(() => heading(element) === to, to)
  }
  await turn('Sign in')
  await turn('Create account')
  // Now both screens are loaded.
  find(element, '[data-part=foot] button').click()
  const focused = await new Promise((resolve) => {
    requestAnimationFrame(() => resolve(document.activeElement?.textContent))
  })
  equal(focused, 'Sign in')
})

test('shares no id and no state with another element of the page', async () => {
  const first = await mount()
  const second = await mount({ lang: 'ja' })
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
  equal(new Set(ids).size, ids.length, 'distinct ids')
  find(first, '[role=tab]:last-child').click()
  await until(() => first.querySelector('[name=email]') !== null, 'the code form')
  ok(second.querySelector('[name=password]'), 'the other element is as it was')
})

test('adopts its styles in a shadow root too', async () => {
  const host = document.createElement('div')
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  const element = make()
  const ready = next(element, 'passport-ready')
  shadow.append(element)
  await ready
  equal(getComputedStyle(find(element, '[data-part=card]')).display, 'grid')
})
