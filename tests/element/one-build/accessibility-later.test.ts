import { expectNoFlaw } from '../support/axe.ts'

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
