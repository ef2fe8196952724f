import { tokens, type TokenName } from '../../../widget/src/base/theme.ts'

/** Colours that most pages change; the others are behind a disclosure. */
export const mainColours: readonly TokenName[] = [
  '--passport-accent',
  '--passport-accent-strong',
  '--passport-accent-ink',
  '--passport-surface',
  '--passport-bg',
  '--passport-ink',
]

/** Typefaces to choose from; the first is the default. */
export const fonts = {
  own: tokens['--passport-font'].value,
  system: 'system-ui, sans-serif',
  serif: "Georgia, 'Times New Roman', serif",
  mono: "ui-monospace, 'SF Mono', monospace",
} as const

/** Ready-made themes; a missing token keeps its default. */
export const presets: Readonly<Record<string, Partial<Record<TokenName, string>>>> = {
  sable: {},
  forest: {
    '--passport-accent': 'light-dark(#1f5c3f, #9fdcb8)',
    '--passport-accent-strong': 'light-dark(#133f2a, #c2ecd2)',
    '--passport-accent-ink': 'light-dark(#ffffff, #0c2417)',
    '--passport-accent-soft': 'light-dark(#e3f1e8, #1c3527)',
    '--passport-surface': 'light-dark(#fcfdfb, #171d19)',
    '--passport-bg': 'light-dark(#f4f7f2, #101511)',
    '--passport-sunken': 'light-dark(#eaf0e8, #0b0f0c)',
    '--passport-ink': 'light-dark(#16211a, #e8f0ea)',
    '--passport-radius': '4px',
  },
  ember: {
    '--passport-accent': 'light-dark(#b3371b, #ffb199)',
    '--passport-accent-strong': 'light-dark(#8b2510, #ffd0c2)',
    '--passport-accent-ink': 'light-dark(#ffffff, #3a0f04)',
    '--passport-accent-soft': 'light-dark(#fdece7, #43221a)',
    '--passport-surface': 'light-dark(#fffdfb, #211917)',
    '--passport-bg': 'light-dark(#fdf6f1, #191211)',
    '--passport-sunken': 'light-dark(#f7ece5, #120d0c)',
    '--passport-radius': '18px',
  },
  press: {
    '--passport-accent': 'light-dark(#111111, #f5f5f5)',
    '--passport-accent-strong': 'light-dark(#3b3b3b, #ffffff)',
    '--passport-accent-ink': 'light-dark(#ffffff, #111111)',
    '--passport-accent-soft': 'light-dark(#eeeeee, #333333)',
    '--passport-surface': 'light-dark(#ffffff, #161616)',
    '--passport-bg': 'light-dark(#ffffff, #161616)',
    '--passport-sunken': 'light-dark(#f0f0f0, #0c0c0c)',
    '--passport-ink': 'light-dark(#111111, #f5f5f5)',
    '--passport-line-strong': 'light-dark(#111111, #a8a8a8)',
    '--passport-radius': '0px',
    '--passport-font': "Georgia, 'Times New Roman', serif",
  },
}
