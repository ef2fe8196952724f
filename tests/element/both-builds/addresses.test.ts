import { equal, ok } from '../support/assert.ts'
import { button, codeFor, fill, has, makePerson, mount, says } from '../support/account-page.ts'
import { expectNoFlaw } from '../support/axe.ts'
import { next, openFrame, until } from '../support/frame.ts'

const { origin } = (await (await fetch('/account-server.json')).json()) as { origin: string }
const loader = `${origin}/passport-login.js`
await import(loader)

// Colours do not depend on the language, so each language is tested in one theme.
for (const screen of ['own', 'bind']) {
  for (const [theme, lang] of [
    ['light', 'en'],
    ['dark', 'ja'],
    ['light', 'zh'],
  ] as const) {
    test(`has no violation found by axe: ${screen}, ${theme}, ${lang}`, () =>
      expectNoFlaw(screen, theme, lang))
  }
}

teardown(() => {
  document.body.replaceChildren()
})

test('confirms the address of somebody who has just signed in', async () => {
  const email = `unproved-${Date.now()}@example.com`
  const password = await makePerson(email, true)
  const element = await mount('passport-login')
  fill(element, { account: email, password })
  await says(element, 'Confirm it now')
  button(element, 'Confirm it now').click()
  await says(element, 'Not confirmed yet')
  equal(document.activeElement?.textContent, 'Your addresses')
  button(element, 'Confirm E-mail').click()
  await has(element, '[name=email]')
  fill(element, {})
  await has(element, '[name=code]')
  const changed = next(element, 'passport-changed')
  fill(element, { code: await codeFor(email) })
  equal((await changed).detail, { what: 'email', did: 'set' })
  await says(element, 'E-mail saved.')
  await until(() => !element.innerText.includes('Not confirmed yet'), 'it is confirmed')
})

test('fits into 320 pixels on right-to-left pages', async () => {
  const frame = await openFrame('/gallery/?screen=bind&dir=rtl', { until: 'loaded', width: 320 })
  const { scrollWidth, clientWidth } = frame.document.documentElement
  ok(scrollWidth <= clientWidth, `it is ${scrollWidth} wide`)
  frame.close()
})

test('keeps the direction of numbers and sentences on right-to-left pages', async () => {
  const frame = await openFrame('/gallery/?screen=bind&state=unlinked&dir=rtl', { until: 'loaded' })
  const left = (node: Element): number => {
    const range = frame.document.createRange()
    range.setStart(node.firstChild ?? node, 0)
    range.setEnd(node.firstChild ?? node, 1)
    return range.getBoundingClientRect().left
  }
  const number = Array.from(frame.document.querySelectorAll('bdi')).at(-1)
  ok(number && number.textContent.startsWith('+'), 'a number')
  ok(left(number) - number.getBoundingClientRect().left < 2, 'its plus sign comes first')
  const [notice] = frame.document.querySelectorAll('.pl-notice-info:not(:empty)')
  ok(notice, 'a notice')
  equal(frame.window.getComputedStyle(notice).textAlign, 'right')
  frame.close()
})
