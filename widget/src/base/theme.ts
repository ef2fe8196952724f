// Public custom properties and parts. The README and the playground of the site are generated from it.
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
    about: 'buttons and links under the pointer',
  },
  '--passport-accent-ink': {
    kind: 'colour',
    ...colours['accent-ink'],
    about: 'text on the accent',
  },
  '--passport-accent-soft': {
    kind: 'colour',
    ...colours['accent-soft'],
    about: 'tinted surfaces',
  },
  '--passport-surface': { kind: 'colour', ...colours.surface, about: 'the card, lists, dialogs' },
  '--passport-card': { kind: 'colour', ...colours.surface, about: 'the card alone' },
  '--passport-bg': { kind: 'colour', ...colours.bg, about: 'inside of fields' },
  '--passport-sunken': { kind: 'colour', ...colours.sunken, about: 'tabs and quiet buttons' },
  '--passport-ink': { kind: 'colour', ...colours.ink, about: 'text' },
  '--passport-ink-soft': {
    kind: 'colour',
    ...colours['ink-soft'],
    about: 'secondary text',
  },
  '--passport-line': { kind: 'colour', ...colours.line, about: 'faint lines' },
  '--passport-line-strong': {
    kind: 'colour',
    ...colours['line-strong'],
    about: 'borders of fields',
  },
  '--passport-danger': { kind: 'colour', ...colours.danger, about: 'errors' },
  '--passport-danger-soft': {
    kind: 'colour',
    ...colours['danger-soft'],
    about: 'background of errors',
  },
  '--passport-ok': { kind: 'colour', ...colours.ok, about: 'success' },
  '--passport-ok-soft': { kind: 'colour', ...colours['ok-soft'], about: 'background of success' },
  '--passport-radius': {
    kind: 'length',
    value: shapes.radius,
    about: 'corners of fields, buttons, the card',
  },
  '--passport-radius-small': {
    kind: 'length',
    value: shapes['radius-small'],
    about: 'corners of small elements',
  },
  '--passport-card-border': {
    kind: 'length',
    value: '1px',
    about: 'border of the card',
  },
  '--passport-card-padding': {
    kind: 'length',
    value: '32px',
    about: 'inside of the card, less where it is narrow',
  },
  '--passport-font': { kind: 'font', value: shapes.font, about: 'text in Latin script' },
  '--passport-font-ja': { kind: 'font', value: shapes['font-ja'], about: 'text in Japanese' },
} as const satisfies Record<`--passport-${string}`, TokenRow>

/** Name of such a property. */
export type TokenName = keyof typeof tokens

/** Values of `data-part` that rules of a page may rely on; all else may change between versions. */
export const parts = {
  root: 'everything inside the element',
  card: 'surface of a screen',
  head: 'heading and introduction',
  heading: 'name of the screen',
  tabs: 'tabs of sign-in methods',
  tab: 'a tab',
  panel: 'content of a tab',
  form: 'a form',
  field: 'label, input, hint and error',
  'label-row': 'label with its link',
  label: 'label of an input',
  note: 'remark beside a label',
  'input-box': 'an input with its button',
  input: 'an input',
  show: 'shows and hides a password',
  hint: 'help under an input',
  error: 'error of an input',
  notice: 'error of the whole form',
  sent: 'recipient of a sent code',
  button: 'the main button',
  link: 'a link, or a button like one',
  links: 'a group of links',
  foot: 'the last line',
  text: 'a paragraph',
  providers: 'buttons of providers',
  provider: 'button of a provider',
  'country-button': 'opens the list of countries',
  countries: 'countries with their search',
  'country-option': 'a country',
  choices: 'second methods',
  choice: 'a method',
  members: 'memberships to choose from',
  member: 'a membership or profile',
  wait: 'placeholder while a screen loads',
  done: 'the last screen',
  tick: 'check mark of the last screen',
} as const satisfies Record<string, string>

/** Further parts of `<passport-account>`. */
export const accountParts = {
  account: 'everything about the person',
  identity: 'picture, name and address',
  rail: 'links to the pages',
  'rail-link': 'link to a page',
  page: 'a page; `data-name` says which',
  'page-title': 'name of the page',
  safety: 'how safe the account is',
  section: 'a section; `data-name` says which',
  'section-head': 'title and purpose',
  'section-title': 'title',
  'section-body': 'content',
  rows: 'a list, such as of devices',
  row: 'one of them',
  'row-text': 'name and value',
  'row-acts': 'buttons',
  edit: 'a form in place of a row',
  badge: 'a word like "This device"',
  'notice-bar': 'what was done or failed',
} as const satisfies Record<string, string>
