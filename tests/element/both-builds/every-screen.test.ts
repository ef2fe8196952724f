import { equal, ok } from '../support/assert.ts'
import { openFrame } from '../support/frame.ts'

/** Allowed `autocomplete` values of a field (WCAG 1.3.5), by its name. */
const purposes: Record<string, readonly string[]> = {
  account: ['username', 'username webauthn'],
  email: ['email', 'username', 'username webauthn'],
  username: ['username'],
  password: ['current-password', 'new-password'],
  current_password: ['current-password'],
  // Where a recovery code was saved, password managers know by themselves.
  code: ['one-time-code', ''],
  mobile: ['tel'],
  name: ['name'],
}

const elements = ':is(passport-login, passport-account)'
const selector = `${elements} input:not([type=hidden], [type=radio], [type=checkbox])`

test('gives every field of every screen autocomplete, label and associated errors', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const seen = new Set<string>()
  for (const input of frame.document.querySelectorAll<HTMLInputElement>(selector)) {
    const where = `${input.name || input.type} in ${input.closest('section')?.querySelector('h2')?.textContent}`
    ok(input.labels?.[0]?.textContent || input.ariaLabel, `${where} has a label`)
    if (purposes[input.name]) {
      seen.add(input.name)
      // The property leaves out tokens that a browser does not know, such as Firefox.
      const token = input.getAttribute('autocomplete') ?? ''
      ok(purposes[input.name]?.includes(token), `${where} is ${token}`)
    }
    // A maximum length would cut pasted codes and passwords.
    equal(input.maxLength, -1, where)
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    const reasons = ids.map((id) => frame.document.getElementById(id))
    ok(!reasons.includes(null), `${where} is described by what is there`)
    if (input.getAttribute('aria-invalid') === 'true') {
      const reason = reasons.find((part) => part?.dataset.part === 'error')
      ok(reason?.textContent, `${where} says what is wrong`)
    }
  }
  const missing = Object.keys(purposes).filter((name) => !seen.has(name))
  equal(missing, [])
  frame.close()
})

for (const lang of ['ja', 'zh']) {
  test(`writes no Latin comma after a word of the language: ${lang}`, async () => {
    const frame = await openFrame(`/gallery/?screen=all&lang=${lang}`, { until: 'loaded' })
    const states = Array.from(frame.document.querySelectorAll('.state'))
    equal(
      states.flatMap(
        ({ textContent }) =>
          textContent.match(/.{0,9}[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}], .{0,9}/gu) ?? [],
      ),
      [],
    )
    frame.close()
  })
}

test('has no field that a form of the page around it sends', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const around = frame.document.createElement('form')
  around.append(...frame.document.body.childNodes)
  frame.document.body.append(around)
  const fields = Array.from(around.elements).filter((field) => {
    const screen = field.closest('section')?.querySelector('h2')?.textContent
    // Only pages of the account server ask for a consent.
    return screen !== 'authorize' && field.matches('.pl-root :is(input, select)')
  })
  equal(
    fields.map(({ outerHTML }) => outerHTML),
    [],
  )
  frame.close()
})

test('leads people whose browser refuses cookies to the sign-in page in their language', async () => {
  const frame = await openFrame('/gallery/?screen=no-session&lang=ja', { until: 'loaded' })
  const link = frame.document.querySelector<HTMLAnchorElement>('passport-login a[target=_blank]')
  equal(link?.href, 'https://id.example.com/form/login?language=ja')
  frame.close()
})

test('shows the error of a form below its fields, where it moves none of them', async () => {
  const frame = await openFrame('/gallery/?screen=all', { until: 'loaded' })
  const errors = Array.from(frame.document.querySelectorAll('.pl-notice-error:not(:empty)'))
  ok(errors.length > 20, `${errors.length} errors are shown`)
  const above = errors
    .filter((error) => {
      const own = 'form:not([hidden] *) :is(input, textarea, button)'
      const field = error.closest('.state')?.querySelector(own)
      return field && error.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING
    })
    .map((error) => error.closest('section')?.querySelector('h2')?.textContent)
  equal(above, [])
  frame.close()
})

test('counts the seconds to wait in one place of a screen', async () => {
  const frame = await openFrame('/gallery/?screen=all&lang=en', { until: 'loaded' })
  const counting = Array.from(frame.document.querySelectorAll('.state'), (state) => ({
    name: state.querySelector('h3')?.textContent,
    places: Array.from(state.querySelectorAll<HTMLElement>('p, button'))
      .filter(({ dataset }) => dataset.part !== 'hidden')
      .filter(({ textContent }) => / \d+ s(?:econds?)?\b/.test(textContent)).length,
  }))
  ok(counting.filter(({ places }) => places === 1).length > 5, 'some screens count')
  equal(
    counting.filter(({ places }) => places > 1),
    [],
  )
  frame.close()
})

for (const [what, query, percent] of [
  ['into 320 pixels from the right', 'dir=rtl', 100],
  ['into 320 pixels in Japanese', 'lang=ja', 100],
  ['into 320 pixels in Chinese', 'lang=zh', 100],
  // WCAG 1.4.4: text at 200%.
  ['into 640 pixels in letters twice as large', 'lang=en', 200],
] as const) {
  test(`fits ${what} on every screen`, async () => {
    const width = 3.2 * percent
    const frame = await openFrame(`/gallery/?screen=all&${query}`, { until: 'loaded', width })
    const { documentElement } = frame.document
    documentElement.style.fontSize = `${percent}%`
    const first = frame.document.querySelector('.pl-card')
    ok(first, 'a screen')
    equal(frame.window.getComputedStyle(first).fontSize, `${0.16 * percent}px`)
    const { clientWidth } = documentElement
    const screens = frame.document.querySelectorAll('.pl-card, .pl-root-account')
    const wide = Array.from(screens)
      .filter((card) => card.scrollWidth > card.clientWidth || card.clientWidth > clientWidth)
      .map((card) => card.closest('.state')?.querySelector('h3')?.textContent)
    equal(wide, [])
    frame.close()
  })
}

test('keeps a number beside its country on right-to-left pages', async () => {
  const frame = await openFrame('/gallery/?screen=mobile&dir=rtl', { until: 'loaded' })
  const inputs = Array.from(frame.document.querySelectorAll<HTMLElement>('[name=mobile]'))
  ok(inputs.length > 0, 'there are such fields')
  for (const input of inputs) {
    const country = input.parentElement?.querySelector('[data-part=country-button]')
    ok(country, 'a country')
    const text = input.getBoundingClientRect().left
    const { paddingLeft } = frame.window.getComputedStyle(input)
    const { right } = country.getBoundingClientRect()
    ok(right <= text + Number.parseFloat(paddingLeft), 'the number begins behind its country')
  }
  frame.close()
})

test('mirrors its layout on right-to-left pages, if the page asks for it', async () => {
  const frame = await openFrame('/gallery/?screen=login&state=password&dir=rtl', {
    until: 'loaded',
  })
  const card = frame.document.querySelector('.pl-card')
  ok(card, 'a card')
  equal(frame.window.getComputedStyle(card).direction, 'rtl')
  const [label, link] = Array.from(
    card.querySelectorAll('.pl-label-row:has(.pl-link) > *'),
    (part) => part.getBoundingClientRect().left,
  )
  ok((label ?? 0) > (link ?? 0), 'the label stands to the right of the link')
  const [password, code] = card.querySelectorAll<HTMLElement>('[role=tab]')
  ok(password && code, 'two tabs')
  password.focus()
  password.dispatchEvent(
    new frame.window.KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }),
  )
  ok(frame.document.activeElement === code, 'the arrow goes where it points')
  frame.close()
})
