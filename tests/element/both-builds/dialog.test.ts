import { equal, ok } from '../support/assert.ts'
import { find, next, until } from '../support/frame.ts'

const loader: string = '/passport-login.js'
const { load }: { load: () => void } = await import(loader)
load()
await customElements.whenDefined('passport-login')

type Shown = HTMLElement & { open(): void; close(): void; reset(): void }

async function mount(): Promise<Shown> {
  const element = document.createElement('passport-login') as Shown
  for (const [name, value] of Object.entries({
    aid: '1002',
    server: '',
    lang: 'en',
    presentation: 'dialog',
  })) {
    element.setAttribute(name, value)
  }
  const ready = next(element, 'passport-ready')
  document.body.append(element)
  await ready
  return element
}

const dialogIn = (element: Element): HTMLDialogElement | null => element.querySelector('dialog')

teardown(() => {
  document.body.replaceChildren()
})

test('stays over the page that moves it, with what was typed', async () => {
  const element = await mount()
  element.open()
  await until(() => dialogIn(element)?.open === true, 'an open dialog')
  find<HTMLInputElement>(element, '[name=account]').value = 'ann@example.com'
  const other = document.createElement('section')
  document.body.append(other)
  other.append(element)
  await until(() => dialogIn(element)?.matches(':modal') === true, 'a modal dialog')
  equal(find<HTMLInputElement>(element, '[name=account]').value, 'ann@example.com')
  element.close()
  await until(() => dialogIn(element) === null, 'a closed dialog')
})

test('opens over the page on request, and returns the focus', async () => {
  const opener = document.createElement('button')
  document.body.append(opener)
  const element = await mount()
  equal([dialogIn(element), element.querySelector('form')], [null, null])
  opener.focus()
  element.open()
  await until(() => dialogIn(element)?.open === true, 'an open dialog')
  ok(dialogIn(element)?.matches(':modal'), 'nothing behind it can be reached')
  ok(dialogIn(element)?.contains(document.activeElement), 'the focus is in it')
  ok(find(element, '[name=password]').checkVisibility(), 'a form')
  element.close()
  await until(() => dialogIn(element) === null, 'no dialog')
  ok(document.activeElement === opener, 'the focus is back')
})

test('is closed by its button and by Escape, and fires an event', async () => {
  const element = await mount()
  for (const leave of [
    () => find(element, '[data-part=close]').click(),
    // The browser dispatches this for the Escape key.
    () => dialogIn(element)?.dispatchEvent(new Event('cancel', { cancelable: true })),
  ]) {
    element.open()
    await until(() => dialogIn(element)?.open === true, 'an open dialog')
    const cancelled = next(element, 'passport-cancel')
    leave()
    equal((await cancelled).detail, { view: 'login' })
    await until(() => dialogIn(element) === null, 'no dialog')
  }
})

test('restarts with the first screen on request', async () => {
  const element = await mount()
  element.open()
  await until(() => element.querySelector('form') !== null, 'a form')
  Array.from(element.querySelectorAll<HTMLElement>('[data-part=link]')).at(-1)?.click()
  await until(() => element.querySelector('[name=email]') !== null, 'another screen')
  element.reset()
  await until(() => element.querySelector('[name=password]') !== null, 'the first screen')
})

test('clears the input when the page restarts it on the same screen', async () => {
  const element = await mount()
  element.open()
  await until(() => element.querySelector('form') !== null, 'a form')
  const field = find<HTMLInputElement>(element, '[name=password]')
  field.value = 'seven quiet otters'
  element.reset()
  await until(() => !field.isConnected, 'a new form')
  equal(find<HTMLInputElement>(element, '[name=password]').value, '')
})
