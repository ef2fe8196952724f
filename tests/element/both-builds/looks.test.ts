import { languages } from '../../../protocol/languages.ts'
import { equal, ok } from '../support/assert.ts'
import { emulate } from '../support/commands.ts'
import { find, openFrame, until, type Frame } from '../support/frame.ts'

for (const address of [
  '/pages/strict.html',
  '/pages/strict.html?lang=ja&view=sign-up',
  '/pages/strict-rendered.html?lang=en&view=reset-password',
] as const) {
  test(`is styled without violating a strict policy on ${address}`, async () => {
    const frame = await openFrame(address)
    equal(frame.window.watched.violations, [])
    equal(frame.window.watched.errors, [])
    const button = frame.window.getComputedStyle(find(frame.element, '[data-part=button]'))
    equal(button.minBlockSize, '48px')
    frame.close()
  })
}

const properties = [
  'display',
  'boxSizing',
  'width',
  'height',
  'margin',
  'padding',
  'border',
  'color',
  'backgroundColor',
  'font',
  'letterSpacing',
  'textTransform',
  'textAlign',
  'opacity',
  'visibility',
  'transform',
  'float',
] as const

function looks({ window, element }: Frame): string[] {
  return Array.from(element.querySelectorAll('[data-part=root] [data-part]'), (part) => {
    const style = window.getComputedStyle(part)
    const before = window.getComputedStyle(part, '::before').content
    const values = properties.map((name) => `${name}: ${style[name]}`)
    return `${part.getAttribute('data-part')}: ${[...values, before].join('; ')}`
  })
}

test('looks the same on a page with hostile styles', async () => {
  const plain = await openFrame('/pages/plain.html')
  const expected = looks(plain)
  plain.close()
  // The same width for the card: the hostile page has margins of its own.
  const hostile = await openFrame('/pages/hostile.html', { width: 640 })
  const actual = looks(hostile)
  hostile.close()
  equal(actual.length, expected.length)
  for (const [at, look] of expected.entries()) equal(actual[at], look)
})

/** Every computed value of every part. */
function allLooks({ window, document: page, element }: Frame): string[] {
  for (const animation of page.getAnimations()) animation.finish()
  return Array.from(element.querySelectorAll('[data-part=root], [data-part=root] *'), (part) => {
    const style = window.getComputedStyle(part)
    const values = Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`)
    return `${part.localName} ${part.getAttribute('data-part')}: ${values.join('; ')}`
  })
}

for (const name of ['inherited', 'quirks'] as const) {
  test(`inherits nothing from a page with ${name} styles`, async () => {
    const plain = await openFrame('/pages/plain.html')
    const expected = allLooks(plain)
    plain.close()
    const page = await openFrame(`/pages/${name}.html`)
    const actual = allLooks(page)
    page.close()
    equal(actual.length, expected.length)
    for (const [at, look] of expected.entries()) {
      const given = new Set(look.split('; '))
      equal(
        actual[at]?.split('; ').filter((value) => !given.has(value)),
        [],
      )
    }
  })
}

test('can be restyled by custom properties and by its cascade layer', async () => {
  const frame = await openFrame('/pages/plain.html')
  const sheet = new frame.window.CSSStyleSheet()
  sheet.replaceSync(
    ":root { --passport-accent: rgb(1, 2, 3) } @layer passport.host { [data-part='button'] { border-radius: 1px !important } }",
  )
  frame.document.adoptedStyleSheets.push(sheet)
  const button = frame.window.getComputedStyle(find(frame.element, '[data-part=button]'))
  equal(button.borderRadius, '1px')
  // The colour changes in a transition.
  await until(() => button.backgroundColor === 'rgb(1, 2, 3)', 'the accent')
  frame.close()
})

for (const width of [320, 360, 768] as const) {
  test(`fits into ${width} pixels in every language`, async () => {
    for (const lang of languages) {
      const frame = await openFrame(`/pages/plain.html?lang=${lang}`, { width })
      const { scrollWidth, clientWidth } = frame.document.documentElement
      ok(scrollWidth <= clientWidth, `${lang} is ${scrollWidth} wide in ${clientWidth}`)
      frame.close()
    }
  })
}

test('stays left-to-right inside a right-to-left page', async () => {
  const frame = await openFrame('/pages/rtl.html')
  equal(frame.window.getComputedStyle(find(frame.element, '[data-part=heading]')).direction, 'ltr')
  frame.close()
})

/** Returns the transition durations of controls that have one. */
function transitionsOf({ window, element }: Frame): string[] {
  const parts = element.querySelectorAll('[data-part=root] :is(a, button, input)')
  return Array.from(parts, (part) => window.getComputedStyle(part).transitionDuration).filter(
    (time) => time !== '0s',
  )
}

test('changes colours without a transition if the person prefers reduced motion', async () => {
  const usual = await openFrame('/pages/plain.html')
  ok(transitionsOf(usual).length > 0, 'else they fade')
  usual.close()
  await emulate({ reducedMotion: 'reduce' })
  try {
    const fixture = await openFrame('/pages/plain.html')
    equal(transitionsOf(fixture), [])
    fixture.close()
  } finally {
    await emulate({ reducedMotion: 'no-preference' })
  }
})
