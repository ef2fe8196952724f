import { equal, ok } from '../support/assert.ts'
import { find, next, openFrame, readiness, until } from '../support/frame.ts'

const loader: string = '/passport-login.js'
const { load }: { load: () => void } = await import(loader)
load()
await customElements.whenDefined('passport-login')

async function mount(): Promise<{ element: HTMLElement; root: ShadowRoot }> {
  const element = document.createElement('passport-login')
  const attributes = { aid: '1002', server: '', lang: 'en', shadow: '' }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  ok(element.shadowRoot, 'an open root')
  return { element, root: element.shadowRoot }
}

teardown(() => document.body.replaceChildren())

test('uses an open shadow root on request, styled as usual', async () => {
  const { element, root } = await mount()
  equal(element.childElementCount, 0)
  const card = getComputedStyle(find(root, '[data-part=card]'))
  equal(card.display, 'grid')
  ok(card.backgroundColor !== 'rgba(0, 0, 0, 0)', 'the properties of the page are known in it')
})

test('fires events from its shadow root, and follows attributes', async () => {
  const { element, root } = await mount()
  const view = next(document.body, 'passport-view')
  find(root, '[data-part=foot] button').click()
  equal((await view).detail.view, 'sign-up')
  element.setAttribute('lang', 'ja')
  await until(() => root.textContent.includes('アカウントを作成'), 'Japanese')
  element.remove()
  await until(() => root.childElementCount === 0, 'an empty root')
})

test('takes over input from the form that the loader rendered', async () => {
  const frame = await openFrame('/pages/slow.html?shadow=', { until: 'drawn' })
  const early = find<HTMLInputElement>(frame.element, '[name=account]')
  early.value = 'typed early'
  early.focus()
  await readiness(frame)
  const { shadowRoot } = frame.element
  ok(shadowRoot, 'a root')
  const field = find<HTMLInputElement>(shadowRoot, '[name=account]')
  equal(field.value, 'typed early')
  ok(shadowRoot.activeElement === field, 'typing goes on in it')
  equal(frame.element.childElementCount, 0)
  equal(frame.window.watched.errors, [])
  frame.close()
})
