import { equal, ok } from '../support/assert.ts'
import { find, next, openFrame, readiness, until } from '../support/frame.ts'

/** A frame with an empty page, into which a test writes what a host would. */
async function openEmpty(): Promise<{
  window: Window & typeof globalThis
  document: Document
  close: () => void
}> {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument: inner, contentWindow } = frame
  ok(inner && contentWindow, 'a frame')
  inner.open()
  inner.write('<!doctype html><html lang="en"><body></body></html>')
  inner.close()
  return {
    window: contentWindow as Window & typeof globalThis,
    document: inner,
    close: () => frame.remove(),
  }
}

function load(inner: Document, address = '/passport-login.js'): Promise<Event> {
  const script = inner.createElement('script')
  script.type = 'module'
  script.src = address
  const loaded = new Promise<Event>((resolve) => {
    script.addEventListener('load', resolve)
  })
  inner.head.append(script)
  return loaded
}

function element(inner: Document, attributes: Record<string, string> = {}): HTMLElement {
  const made = inner.createElement('passport-login')
  for (const [name, value] of Object.entries({ aid: '1002', server: '', ...attributes })) {
    made.setAttribute(name, value)
  }
  return made
}

test('leaves an element of the same name alone that was defined earlier', async () => {
  const page = await openEmpty()
  const errors: string[] = []
  page.window.addEventListener('error', ({ message }) => errors.push(message))
  page.window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  class Other extends page.window.HTMLElement {}
  page.window.customElements.define('passport-login', Other)
  page.document.body.append(element(page.document))
  await load(page.document)
  await until(
    () =>
      page.window.performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/assets/main-')),
    'the main file',
  )
  equal(page.window.customElements.get('passport-login'), Other)
  equal(errors, [])
  page.close()
})

test('works for elements in the markup and elements created later', async () => {
  const page = await openEmpty()
  const early = element(page.document)
  page.document.body.append(early)
  const ready = next(early, 'passport-ready')
  await load(page.document)
  await load(page.document, '/passport-login.js?twice')
  await ready
  const late = element(page.document, { view: 'sign-up' })
  const lateReady = next(late, 'passport-ready')
  page.document.body.append(late)
  await lateReady
  equal(page.document.querySelectorAll('form').length, 2)
  page.close()
})

test('accepts properties set by frameworks before and after its definition', async () => {
  const page = await openEmpty()
  const made = element(page.document)
  // React sets this for an object while the element is not defined.
  made.setAttribute('messages', '[object Object]')
  made.setAttribute('captchaoptions', '[object Object]')
  // An object of the page's realm, not of the test's.
  const messages: unknown = page.window.JSON.parse('{"signIn":"Come in"}')
  Object.assign(made, { messages, view: 'login' })
  page.document.body.append(made)
  const ready = next(made, 'passport-ready')
  await load(page.document)
  await ready
  await until(() => find(made, '[data-part=button]').textContent === 'Come in', 'its own words')
  Object.assign(made, { view: 'sign-up', popup: true, subjectAid: undefined })
  await until(() => made.getAttribute('view') === 'sign-up', 'the property is the attribute')
  equal(made.hasAttribute('subject-aid'), false)
  page.close()
})

test('keeps state and events of elements apart', async () => {
  const page = await openEmpty()
  const [first, second] = [element(page.document), element(page.document, { lang: 'ja' })]
  const bothReady = Promise.all([first, second].map((one) => next(one, 'passport-ready')))
  page.document.body.append(first, second)
  await load(page.document)
  await bothReady
  const warnings: string[] = []
  second.addEventListener('passport-view', () => warnings.push('second'))
  first.addEventListener('passport-view', () => warnings.push('first'))
  first.setAttribute('view', 'sign-up')
  await until(() => warnings.length > 0, 'the other screen')
  equal(warnings, ['first'])
  const ids = Array.from(page.document.querySelectorAll('[id]'), ({ id }) => id)
  equal(new Set(ids).size, ids.length)
  for (const label of page.document.querySelectorAll('label')) {
    ok(label.control?.closest('passport-login') === label.closest('passport-login'), 'its own')
  }
  page.close()
})

test('is removed and added again with its container', async () => {
  const page = await openEmpty()
  const made = element(page.document)
  const holder = page.document.createElement('section')
  holder.append(made)
  const ready = next(made, 'passport-ready')
  page.document.body.append(holder)
  await load(page.document)
  await ready
  for (let round = 0; round < 3; round++) {
    holder.remove()
    await until(() => made.childElementCount === 0, 'an empty element')
    const again = next(made, 'passport-ready')
    page.document.body.append(holder)
    await again
    equal(made.querySelectorAll('form').length, 1)
  }
  page.close()
})

test('has no unload listener, so that browsers can cache the page', async () => {
  const page = await openEmpty()
  const listened: string[] = []
  for (const target of [page.window, page.document]) {
    const add = target.addEventListener.bind(target)
    target.addEventListener = (type: string, ...rest: [EventListener]) => {
      listened.push(type)
      add(type, ...rest)
    }
  }
  const made = element(page.document)
  const ready = next(made, 'passport-ready')
  page.document.body.append(made)
  await load(page.document)
  await ready
  const input = find<HTMLInputElement>(made, '[name=account]')
  input.value = 'ann@example.com'
  page.window.dispatchEvent(new page.window.PageTransitionEvent('pagehide', { persisted: true }))
  page.window.dispatchEvent(new page.window.PageTransitionEvent('pageshow', { persisted: true }))
  equal(input.value, 'ann@example.com')
  ok(input.isConnected, 'the same field')
  equal(
    listened.filter((type) => type === 'unload' || type === 'beforeunload'),
    [],
  )
  page.close()
})

test('moves nothing on the page and adds nothing outside itself', async () => {
  const frame = await openFrame('/pages/plain.html')
  await readiness(frame)
  equal(
    Array.from(frame.document.body.children, ({ localName }) => localName).filter(
      (name) => name !== 'script',
    ),
    ['main'],
  )
  equal(frame.document.querySelectorAll('style, link[rel=stylesheet]').length, 0)
  equal(frame.document.querySelectorAll('passport-login [style]').length, 0)
  ok(frame.document.activeElement === frame.document.body, 'the focus is where it was')
  frame.close()
})
