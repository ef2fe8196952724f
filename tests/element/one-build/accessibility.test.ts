import { equal, ok } from '../support/assert.ts'
import { expectNoFlaw } from '../support/axe.ts'
import { find, openFrame, until } from '../support/frame.ts'

// Colours do not depend on the language.
const looks = [
  ['light', 'en'],
  ['light', 'ja'],
  ['light', 'zh'],
  ['dark', 'en'],
] as const

for (const screen of ['login', 'sign-up', 'reset-password', 'qr', 'done'] as const) {
  for (const [theme, lang] of looks) {
    test(`has no violation found by axe: ${screen}, ${theme}, ${lang}`, () =>
      expectNoFlaw(screen, theme, lang))
  }
}

const fields = {
  login: { account: 'username webauthn', password: 'current-password' },
  'sign-up': { email: 'email' },
  'reset-password': { email: 'username webauthn' },
} as const

for (const [view, tokens] of Object.entries(fields)) {
  test(`labels every field of ${view}, sets its autocomplete and puts it into a form`, async () => {
    const frame = await openFrame(`/pages/plain.html?view=${view}`)
    const inputs = Array.from(
      frame.element.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'),
    )
    equal(Object.fromEntries(inputs.map((input) => [input.name, input.autocomplete])), tokens)
    for (const input of inputs) {
      ok(input.labels?.[0]?.textContent, `${input.name} has a label`)
      equal(input.form?.method, 'post')
    }
    frame.close()
  })
}

test('renders live regions before they have content', async () => {
  const frame = await openFrame('/pages/plain.html')
  equal(frame.element.querySelectorAll('[role=alert]').length, 1)
  equal(frame.element.querySelectorAll('output').length, 1)
  frame.close()
})

test('focuses the missing field and shows its error', async () => {
  const frame = await openFrame('/pages/plain.html')
  find<HTMLFormElement>(frame.element, 'form').requestSubmit()
  const account = find<HTMLInputElement>(frame.element, '[name=account]')
  await until(() => account.getAttribute('aria-invalid') === 'true', 'the mark')
  ok(frame.document.activeElement === account, 'focus')
  const described = account.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  ok(frame.document.getElementById(described)?.innerText, 'the reason')
  // The other field that is missing is marked at the same time.
  equal(find(frame.element, '[name=password]').getAttribute('aria-invalid'), 'true')
  frame.close()
})

test('shows where the focus is, on every screen', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const parts = Array.from(
    frame.document.querySelectorAll<HTMLElement>(
      ':is(passport-login, passport-account) :is(a[href], button:enabled, input:enabled, select:enabled, summary)',
    ),
  ).filter((part) => part.tabIndex === 0 && part.checkVisibility())
  ok(parts.length > 100, `${parts.length} parts take the focus`)
  const unseen = new Set<string>()
  for (const part of parts) {
    part.focus()
    if (frame.document.activeElement !== part) continue
    const { outlineStyle, outlineWidth } = frame.window.getComputedStyle(part)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) continue
    unseen.add(`${part.className} in ${part.closest('section')?.querySelector('h2')?.textContent}`)
  }
  equal([...unseen], [])
  frame.close()
})

test('switches the sign-in method with the arrow keys', async () => {
  const frame = await openFrame('/pages/plain.html')
  const [password, code] = frame.element.querySelectorAll<HTMLElement>('[role=tab]')
  ok(password && code, 'two tabs')
  password.focus()
  password.dispatchEvent(
    new frame.window.KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
  )
  await until(() => code.getAttribute('aria-selected') === 'true', 'the other tab')
  ok(frame.document.activeElement === code, 'focus moves along')
  equal([password.tabIndex, code.tabIndex], [-1, 0])
  frame.close()
})

test('keeps input from one screen to the next and announces the screen', async () => {
  const frame = await openFrame('/pages/plain.html')
  const account = find<HTMLInputElement>(frame.element, '[name=account]')
  account.value = 'ann@example.com'
  account.dispatchEvent(new frame.window.InputEvent('input', { bubbles: true }))
  find(frame.element, '[data-part=link]').click()
  await until(() => frame.element.querySelector('[name=email]') !== null, 'the reset screen')
  equal(find<HTMLInputElement>(frame.element, '[name=email]').value, 'ann@example.com')
  await until(() => frame.document.activeElement?.textContent === 'Reset password', 'the focus')
  equal(
    frame.window.watched.events.map(({ name, detail }) => [name, detail.view]),
    [
      ['passport-ready', 'login'],
      ['passport-view', 'reset-password'],
    ],
  )
  frame.close()
})

test('shows and hides the password on demand', async () => {
  const frame = await openFrame('/pages/plain.html')
  const password = find<HTMLInputElement>(frame.element, '[name=password]')
  password.value = 'seven quiet otters'
  const show = find(frame.element, '[data-part=show]')
  show.click()
  await until(() => password.type === 'text', 'readable text')
  equal(show.getAttribute('aria-pressed'), 'true')
  equal(password.value, 'seven quiet otters')
  frame.close()
})
