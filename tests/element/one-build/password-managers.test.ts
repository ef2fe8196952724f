import { equal, ok } from '../support/assert.ts'
import { find, openFrame, readiness } from '../support/frame.ts'

/** Returns the field that password managers take for the account's name. */
function accountOf(form: HTMLFormElement): HTMLInputElement | undefined {
  return Array.from(form.querySelectorAll('input')).find(
    ({ type, autocomplete }) => type !== 'hidden' && autocomplete.includes('username'),
  )
}

test('is a form in the page’s own DOM, visible to everything that fills forms', async () => {
  const frame = await openFrame('/pages/plain.html')
  equal(frame.element.shadowRoot, null)
  const password = find<HTMLInputElement>(frame.document, 'passport-login input[type=password]')
  ok(password.form !== null, 'the field belongs to a form')
  equal(frame.document.forms.length, 1)
  equal(password.form?.querySelectorAll('button[type=submit]').length, 1)
  frame.close()
})

test('has the account beside the password in every form of every screen', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const forms = Array.from(frame.document.querySelectorAll<HTMLFormElement>('passport-login form'))
  const withPassword = forms.filter((form) => form.querySelector('[autocomplete$=-password]'))
  ok(withPassword.length > 5, 'there are such forms')
  const wrong = withPassword.flatMap((form) => {
    const state = form.closest('.state')?.querySelector('h3')?.textContent ?? ''
    const screen = form.closest('section')?.querySelector('h2')?.textContent ?? ''
    // There, only the server knows the account of the password.
    if (state.includes('ticket') || screen === 'invitation') return []
    const account = accountOf(form)
    const isFirst =
      account &&
      account.compareDocumentPosition(find(form, '[autocomplete$=-password]')) &
        Node.DOCUMENT_POSITION_FOLLOWING
    // One that is `display: none` or `type=hidden` is passed over by some managers.
    const isSeen = account && account.name !== '' && account.getClientRects().length > 0
    return isFirst && isSeen ? [] : [`${screen}, ${state}`]
  })
  equal(wrong, [])
  frame.close()
})

test('asks for one password only, new or current, in a form', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  for (const form of frame.document.querySelectorAll('passport-login form')) {
    const tokens = Array.from(
      form.querySelectorAll<HTMLInputElement>('[autocomplete$=-password]'),
      ({ autocomplete }) => autocomplete,
    )
    equal(new Set(tokens).size, tokens.length, form.closest('.state')?.textContent.slice(0, 40))
  }
  frame.close()
})

test('has one submit button and disables no autofill, on every screen', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  // `mobile` shows a field without a form; `authorize` has no submit button, so that Enter allows nothing;
  // the console has forms about other people.
  const isWhole = (form: HTMLFormElement): boolean =>
    !['mobile', 'authorize'].includes(
      form.closest('section')?.querySelector('h2')?.textContent ?? '',
    ) && form.closest('.pl-console') === null
  const forms = Array.from(frame.document.querySelectorAll<HTMLFormElement>('passport-login form'))
  const wrong = forms.filter(isWhole).flatMap((form) => {
    const where = form.closest('.state')?.querySelector('h3')?.textContent ?? ''
    const fields = Array.from(form.querySelectorAll('input')).filter(
      // A list of countries has its own search, which is no field of the form.
      ({ type, role }) => type !== 'hidden' && role !== 'combobox',
    )
    const of = (token: string): HTMLInputElement[] =>
      fields.filter(({ autocomplete }) => autocomplete.split(' ').includes(token))
    const passwords = [...of('current-password'), ...of('new-password')]
    const rules = {
      'one button that sends': form.querySelectorAll('button[type=submit]').length === 1,
      'one account at most': of('username').length <= 1,
      'no help switched off': of('off').length === 0 && form.autocomplete !== 'off',
      'names and ids': fields.every(({ name }) => name !== ''),
      'passwords are passwords': passwords.every(({ type }) => type === 'password'),
      'posts, should scripts fail': form.method === 'post',
      'fields of the form': fields.every((field) => field.form === form),
    }
    return Object.entries(rules).flatMap(([what, holds]) => (holds ? [] : [`${where}: ${what}`]))
  })
  equal(wrong, [])
  frame.close()
})

test('removes the form after success', async () => {
  const frame = await openFrame('/gallery/?screen=done', { until: 'loaded' })
  ok(frame.document.querySelector('.pl-done'), 'the last screen')
  equal(frame.document.querySelector('passport-login form'), null)
  frame.close()
})

test('has code fields that can be read, filled and pasted as a whole', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const codes = Array.from(
    frame.document.querySelectorAll<HTMLInputElement>('input[autocomplete=one-time-code]'),
  )
  ok(codes.length > 0, 'there are codes')
  for (const code of codes) {
    equal([code.inputMode, code.maxLength, code.type], ['numeric', -1, 'text'])
    // Smaller text makes phones zoom in, and keeps some from offering the code.
    ok(Number.parseFloat(frame.window.getComputedStyle(code).fontSize) >= 17, 'large enough')
  }
  frame.close()
})

test('keeps what a password manager fills in before the script loads', async () => {
  const frame = await openFrame('/pages/slow.html', { until: 'drawn' })
  const fill = (name: string, value: string): HTMLInputElement => {
    const field = find<HTMLInputElement>(frame.element, `[name=${name}]`)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return field
  }
  const fields = [fill('account', 'ann@example.com'), fill('password', 'seven quiet otters')]
  await readiness(frame)
  equal(
    fields.map(({ value, isConnected }) => [value, isConnected]),
    [
      ['ann@example.com', true],
      ['seven quiet otters', true],
    ],
  )
  frame.close()
})
