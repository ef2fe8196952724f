import { equal } from '../support/assert.ts'
import { expectNoFlaw } from '../support/axe.ts'
import { openFrame } from '../support/frame.ts'

// Colours do not depend on the language, so each language is tested in one theme.
const looks = [
  ['light', 'en'],
  ['dark', 'ja'],
  ['light', 'zh'],
] as const

for (const screen of [
  'sign-up by username',
  'providers',
  'third-party',
  'identity',
  'invitation',
  'authorize',
  'mobile',
  'second-verify',
  'blocked',
  'keep-account',
  'move',
  'failed',
  'hosted',
  'waiting',
  'enterprise gate',
  'enterprise people',
  'enterprise question',
  'enterprise invitations',
  'enterprise roles',
  'enterprise organization',
  'enterprise hand-over',
]) {
  for (const [theme, lang] of looks) {
    test(`has no violation found by axe: ${screen}, ${theme}, ${lang}`, () =>
      expectNoFlaw(screen, theme, lang))
  }
}

for (const [theme, lang] of looks) {
  // The gallery has the same landmark in each of the states.
  test(`has no violation found by axe: account-pages, ${theme}, ${lang}`, () =>
    expectNoFlaw('account-pages', theme, lang, 'landmark-unique'))
}

for (const lang of ['en', 'ja', 'zh']) {
  test(`keeps wider text in its page: every screen, ${lang}`, async () => {
    const {
      window,
      document: gallery,
      close,
    } = await openFrame(`/gallery/?screen=all&lang=${lang}`, { until: 'loaded', width: 320 })
    // WCAG 2.2, 1.4.12. The earliest layer outranks ours here, as the style sheets of people do.
    const wide = new window.CSSStyleSheet()
    wide.replaceSync(`@layer first { * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-block-end: 2em !important } }`)
    gallery.adoptedStyleSheets = [wide, ...gallery.adoptedStyleSheets]
    const roots = Array.from(gallery.querySelectorAll<HTMLElement>('.pl-root'))
    const countries = Array.from(gallery.querySelectorAll('.pl-country-button'))
    equal(roots.length > 300, true)
    // The widest there is.
    for (const country of countries) country.textContent = 'MW +265'
    const wider = [...roots, ...countries].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    )
    equal(
      wider.map((root) => root.closest('.state')?.querySelector('h3')?.textContent),
      [],
    )
    close()
  })
}
