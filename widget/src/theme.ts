// What a page may change about the looks. The README and the playground of the site are made from it.
import { colours, shapes } from '#protocol/theme.ts'

/** A custom property of the element. */
export type TokenRow =
  | { kind: 'colour'; light: string; dark: string; about: string }
  | { kind: 'length' | 'font'; value: string; about: string }

/** Every custom property that a page may set, on the element or above it. */
export const tokens = {
  '--passport-accent': { kind: 'colour', ...colours.accent, about: 'buttons, links, focus' },
  '--passport-accent-strong': {
    kind: 'colour',
    ...colours['accent-strong'],
    about: 'the same under the pointer',
  },
  '--passport-accent-ink': {
    kind: 'colour',
    ...colours['accent-ink'],
    about: 'text on the accent',
  },
  '--passport-accent-soft': {
    kind: 'colour',
    ...colours['accent-soft'],
    about: 'surfaces with a touch of the accent',
  },
  '--passport-surface': { kind: 'colour', ...colours.surface, about: 'the card' },
  '--passport-bg': { kind: 'colour', ...colours.bg, about: 'inside of fields' },
  '--passport-sunken': { kind: 'colour', ...colours.sunken, about: 'tabs and quiet buttons' },
  '--passport-ink': { kind: 'colour', ...colours.ink, about: 'text' },
  '--passport-ink-soft': {
    kind: 'colour',
    ...colours['ink-soft'],
    about: 'text that matters less',
  },
  '--passport-line': { kind: 'colour', ...colours.line, about: 'quiet lines' },
  '--passport-line-strong': {
    kind: 'colour',
    ...colours['line-strong'],
    about: 'edges of fields, which have to be seen',
  },
  '--passport-danger': { kind: 'colour', ...colours.danger, about: 'what is wrong' },
  '--passport-danger-soft': {
    kind: 'colour',
    ...colours['danger-soft'],
    about: 'behind what is wrong',
  },
  '--passport-ok': { kind: 'colour', ...colours.ok, about: 'what went well' },
  '--passport-ok-soft': { kind: 'colour', ...colours['ok-soft'], about: 'behind what went well' },
  '--passport-radius': {
    kind: 'length',
    value: shapes.radius,
    about: 'corners of fields, buttons and the card',
  },
  '--passport-radius-small': {
    kind: 'length',
    value: shapes['radius-small'],
    about: 'corners of small things',
  },
  '--passport-font': { kind: 'font', value: shapes.font, about: 'text in Latin script' },
  '--passport-font-ja': { kind: 'font', value: shapes['font-ja'], about: 'text in Japanese' },
} as const satisfies Record<`--passport-${string}`, TokenRow>

/** Name of such a property. */
export type TokenName = keyof typeof tokens

/** Values of `data-part` that rules of a page may rely on; all else may change between versions. */
export const parts = {
  root: 'everything inside the element',
  card: 'the surface with a screen on it',
  head: 'heading and what stands beside it',
  heading: 'name of the screen',
  tabs: 'ways to sign in',
  tab: 'one of them',
  panel: 'what belongs to the chosen one',
  form: 'a form',
  field: 'a label, its input and what is said about it',
  'label-row': 'label and what stands at its end',
  label: 'label of an input',
  note: 'a remark beside a label',
  'input-box': 'an input with what lies over it',
  input: 'an input',
  show: 'shows and hides a password',
  hint: 'help under an input',
  error: 'what is wrong with an input',
  notice: 'what is wrong with the whole form',
  sent: 'where a code was sent',
  button: 'the button that goes on',
  link: 'a link, or a button that looks like one',
  links: 'several of them',
  foot: 'the last line',
  text: 'a paragraph',
  providers: 'third parties to sign in with',
  provider: 'one of them',
  'country-button': 'opens the list of countries beside a mobile number',
  countries: 'that list with its search',
  'country-option': 'one of them',
  choices: 'ways to show that it is you',
  choice: 'one of them',
  members: 'whom somebody can act for',
  member: 'one of them, or whose account elsewhere it is',
  wait: 'where a screen will be whose code is on its way',
  done: 'the last screen',
  tick: 'its mark',
} as const satisfies Record<string, string>
