import { equal, ok } from './support/assert.ts'
import { find, next, until, type Frame } from './support/frame.ts'

/** A page with the loader and no element. */
async function openBare(): Promise<Omit<Frame, 'element'>> {
  const frame = document.createElement('iframe')
  frame.width = '600'
  frame.height = '800'
  frame.src = '/pages/none.html'
  document.body.append(frame)
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
  })
  const window = frame.contentWindow as Frame['window']
  return { window, document: window.document, close: () => frame.remove() }
}

function scriptsOf({ window }: Pick<Frame, 'window'>): string[] {
  return window.performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((name) => name.startsWith('/assets/') || name === '/passport-login.js')
}

function make({ document: inner }: Pick<Frame, 'document'>): HTMLElement {
  const element = inner.createElement('passport-login')
  element.setAttribute('aid', '1002')
  return element
}

test('costs a page without an element no more than the loader, until there is one', async () => {
  const page = await openBare()
  // Whatever was asked for before has come when this has.
  await page.window.fetch('/pages/watch.js')
  equal(scriptsOf(page), ['/passport-login.js'])
  const element = make(page)
  page.document.body.append(element)
  await until(() => element.querySelector('form') !== null, 'the form that the loader draws')
  await until(() => page.window.customElements.get('passport-login') !== undefined, 'the rest')
  await until(
    () => page.window.watched.events.some(({ name }) => name === 'passport-ready'),
    'a form that works',
  )
  ok(scriptsOf(page).length > 1, 'the main file came')
  page.close()
})

test('is called by a page that keeps its element in a shadow root', async () => {
  const page = await openBare()
  const host = page.document.createElement('section')
  const root = host.attachShadow({ mode: 'open' })
  const element = make(page)
  root.append(element)
  page.document.body.append(host)
  const script = page.document.createElement('script')
  script.type = 'module'
  script.src = '/pages/load.js'
  page.document.body.append(script)
  await until(() => element.querySelector('form') !== null, 'a form in the shadow root')
  page.close()
})

test('says once on the console what a page on another site has to set', async () => {
  const page = await openBare()
  const said: string[] = []
  page.window.console.warn = (text: string) => said.push(text)
  const add = async (server: string, attributes: Record<string, string> = {}): Promise<void> => {
    const element = make(page)
    for (const [name, value] of Object.entries({ server, ...attributes })) {
      element.setAttribute(name, value)
    }
    const ready = next(element, 'passport-ready')
    page.document.body.append(element)
    await ready
  }
  await add('http://localhost:1')
  await add('http://127.0.0.1:1', { 'redirect-uri': 'http://localhost:2/signed-in' })
  equal(said, [])
  await add('http://127.0.0.1:1')
  await add('http://127.0.0.1:1')
  await until(() => said.length > 0, 'the advice')
  equal(said.length, 1)
  ok(said[0]?.includes('view="hosted"'), 'what to set')
  page.close()
})

test('says once on the console what stands most often between a page and its answers', async () => {
  const page = await openBare()
  const said: string[] = []
  page.window.console.warn = (text: string) => said.push(text)
  const element = make(page)
  element.setAttribute('server', 'http://localhost:1')
  const ready = next(element, 'passport-ready')
  page.document.body.append(element)
  await ready
  for (const [name, value] of Object.entries({ account: 'ann@example.com', password: 'otters' })) {
    find<HTMLInputElement>(element, `[name=${name}]`).value = value
  }
  for (let tries = 0; tries < 2; tries++) {
    const failed = next(element, 'passport-error')
    find<HTMLFormElement>(element, 'form').requestSubmit()
    equal((await failed).detail, {
      reason: 'call',
      name: 'occur error',
      message: 'occur error',
      logId: '',
    })
    await until(() => said.length > 0, 'the advice')
  }
  equal(said.length, 1)
  ok(said[0]?.includes(`does not know ${location.origin}`), 'what to add')
  page.close()
})
