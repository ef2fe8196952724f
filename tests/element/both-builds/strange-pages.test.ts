// What pages and their libraries do to elements besides adding and removing them.
import { equal, ok } from '../support/assert.ts'
import { find, next, openFrame, readiness, until, type Frame } from '../support/frame.ts'

function errorsOf({ window, document: inner }: Frame): string[] {
  const errors: string[] = []
  window.addEventListener('error', ({ message }) => errors.push(message))
  inner.addEventListener('passport-error', ({ detail }: CustomEventInit<{ reason: string }>) =>
    errors.push(String(detail?.reason)),
  )
  return errors
}

test('is copied, and the copy has fields of its own', async () => {
  const page = await openFrame('/pages/plain.html')
  const errors = errorsOf(page)
  const copy = page.element.cloneNode(true) as HTMLElement
  const ready = next(copy, 'passport-ready')
  page.element.before(copy)
  await ready
  await until(() => copy.querySelector('label') !== null, 'the form of the copy')
  for (const label of page.document.querySelectorAll('label')) {
    ok(label.control?.closest('passport-login') === label.closest('passport-login'), 'its own')
  }
  equal(errors, [])
  page.close()
})

test('comes back from the copy that a library keeps of a page, with what was typed', async () => {
  const page = await openFrame('/pages/plain.html')
  const errors = errorsOf(page)
  find<HTMLInputElement>(page.element, '[name=account]').value = 'ann@example.com'
  find(page.element, '[data-part=button]').click()
  await until(() => page.element.querySelector('[aria-invalid=true]') !== null, 'an error')
  const copy = page.element.cloneNode(true) as HTMLElement
  const ready = next(copy, 'passport-ready')
  page.element.replaceWith(copy)
  await ready
  await until(() => copy.querySelector('[name=account]') !== null, 'the form of the copy')
  equal(find<HTMLInputElement>(copy, '[name=account]').value, 'ann@example.com')
  equal(errors, [])
  page.close()
})

test('tells of no error where a password manager was in the form before its script', async () => {
  const page = await openFrame('/pages/slow.html', { until: 'drawn' })
  const errors = errorsOf(page)
  const field = find<HTMLInputElement>(page.element, '[name=account]')
  field.value = 'ann@example.com'
  field.after(page.document.createElement('span'))
  await readiness(page)
  equal(find<HTMLInputElement>(page.element, '[name=account]').value, 'ann@example.com')
  equal(errors, [])
  page.close()
})

test('tells password managers that a form is sent, and keeps it from a page that boosts forms', async () => {
  for (const [boost, heard] of [
    ['false', 2],
    ['true', 0],
  ] as const) {
    const page = await openFrame('/pages/plain.html')
    page.document.body.setAttribute('hx-boost', boost)
    let submits = 0
    for (const target of [find(page.element, 'form'), page.document]) {
      target.addEventListener('submit', () => submits++)
    }
    find(page.element, '[data-part=button]').click()
    await until(() => page.element.querySelector('[aria-invalid=true]') !== null, 'an error')
    equal(submits, heard)
    page.close()
  }
})

test('is put into a document that nobody sees, and back', async () => {
  const page = await openFrame('/pages/plain.html')
  const errors = errorsOf(page)
  const unseen = page.document.implementation.createHTMLDocument()
  unseen.body.append(page.element)
  page.document.body.append(page.element)
  equal(errors, [])
  ok(find(page.element, '[data-part=button]').isConnected, 'the form')
  page.close()
})
