import { languages } from '../../../protocol/languages.ts'
import { equal, ok } from '../support/assert.ts'
import { next, until, type Frame } from '../support/frame.ts'

/** A page with the loader and no element. */
async function openBare(address = '/pages/none.html'): Promise<Omit<Frame, 'element'>> {
  const frame = document.createElement('iframe')
  frame.width = '600'
  frame.height = '800'
  frame.src = address
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

test('loads only the loader until an element appears', async () => {
  const page = await openBare()
  // Earlier requests have completed when this one has.
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

test('can be called by a page that keeps its element in a shadow root', async () => {
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

test('explains once on the console what a page on another site has to set', async () => {
  const page = await openBare()
  const warnings: string[] = []
  page.window.console.warn = (text: string) => warnings.push(text)
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
  equal(warnings, [])
  await add('http://127.0.0.1:1')
  await add('http://127.0.0.1:1')
  await until(() => warnings.length > 0, 'the advice')
  equal(warnings.length, 1)
  ok(warnings[0]?.includes('view="hosted"'), 'what to set')
  page.close()
})

/** Adds an element and returns the warnings in the console. */
async function warningsOf(
  page: Omit<Frame, 'element'>,
  attributes: Record<string, string>,
): Promise<string[]> {
  const warnings: string[] = []
  page.window.console.warn = (text: string) => warnings.push(text)
  const element = make(page)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const ready = next(element, 'passport-ready')
  page.document.body.append(element)
  await ready
  await until(() => warnings.length > 0, 'a warning')
  return warnings
}

const { origin: accounts } = (await (await fetch('/account-server.json')).json()) as {
  origin: string
}

for (const [cause, address, attributes, words] of [
  ['a server that is not there', undefined, { server: 'http://localhost:1' }, 'not running'],
  ['a policy', '/pages/strict-none.html', { server: accounts }, `add ${accounts} to connect-src`],
] as const) {
  test(`logs the cause when the server does not answer: ${cause}`, async () => {
    const page = await openBare(address)
    const warnings = await warningsOf(page, attributes)
    equal(warnings.length, 1)
    ok(warnings[0]?.includes(words), warnings[0] ?? '')
    page.close()
  })
}

/** Returns the warnings of an inline page; a sandbox may hide its window from the test. */
async function warningsIn(sandbox: string | undefined): Promise<string[]> {
  const frame = document.createElement('iframe')
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox)
  const received = new Promise<string[]>((resolve) => {
    addEventListener('message', function hear({ data, source }: MessageEvent<unknown>) {
      if (source !== frame.contentWindow || !Array.isArray(data)) return
      removeEventListener('message', hear)
      resolve(data as string[])
    })
  })
  frame.srcdoc = `<!doctype html><html lang="en"><body><script>
const said = []
console.warn = (text) => said.push(text)
addEventListener('passport-ready', () => setTimeout(() => parent.postMessage(said, '*'), 1500))
</script><passport-login aid="1002"></passport-login>
<script type="module" src="${accounts}/passport-login.js"></script></body></html>`
  document.body.append(frame)
  const warnings = await received
  frame.remove()
  return warnings
}

test('does not warn in a srcdoc frame, which has the origin of its page', async () => {
  equal(await warningsIn(undefined), [])
})

test('explains what to do in a sandboxed frame, which has no origin', async () => {
  const warnings = await warningsIn('allow-scripts')
  equal(warnings.length, 1)
  ok(warnings[0]?.includes('allow-same-origin'), warnings[0] ?? '')
})

test('suggests the nearest name for a typing error, once', async () => {
  const page = await openBare()
  const mistyped = {
    lang: 'xx',
    view: 'signup',
    methods: 'password codes',
    redirect_uri: '/x',
    onclick: '',
  }
  const warnings = await warningsOf(page, mistyped)
  equal(warnings, [
    'passport-login: view="signup" cannot be used: write one of login, sign-up, reset-password, qr, identity, third-party, hosted, authorize, invitation. Did you mean "sign-up"?',
    'passport-login: methods="password codes" cannot be used: write any of passkey, password, code, qr, with spaces between. Did you mean "code"?',
    `passport-login: lang="xx" cannot be used: the form is in English; write one of ${languages.join(', ')}.`,
    'passport-login: there is no attribute "redirect_uri". Did you mean "redirect-uri"?',
  ])
  equal((await warningsOf(page, { ...mistyped, view: 'sing-up' })).length, 1)
  page.close()
})

test('finds an element in an open shadow root, and explains what to call for a closed one', async () => {
  const open = await openBare()
  const place = open.document.createElement('section')
  const element = make(open)
  place.attachShadow({ mode: 'open' }).append(element)
  open.document.body.append(place)
  await until(() => element.querySelector('form') !== null, 'a form in the open root')
  open.close()

  const closed = await openBare()
  const warnings: string[] = []
  closed.window.console.info = (text: string) => warnings.push(text)
  const other = closed.document.createElement('section')
  other.attachShadow({ mode: 'closed' }).append(make(closed))
  closed.document.body.append(other)
  await until(() => warnings.length > 0, 'a hint')
  ok(warnings[0]?.includes('call load()'), warnings[0] ?? '')
  closed.close()
})
