// Writes what pages may rely on into widget/README.md; with --check says whether it is up to date.
import path from 'node:path'
import { root } from './lib/prepare.mjs'
import { markdownTable, writeBetween } from './lib/markdown.ts'
import {
  accountAttributes,
  accountEvents,
  attributes,
  events,
  viewMeanings,
  type AttributeRow,
  type Control,
  type EventRow,
} from '../widget/src/base/contract.ts'
import { accountPages } from '../widget/src/base/account-pages.ts'
import { accountParts, parts, tokens, type TokenRow } from '../widget/src/base/theme.ts'

const file = path.join(root, 'widget/README.md')
const END = '<!-- end of what was made -->'

const code = (text: string): string => `\`${text}\``

/** More values than this have a table of their own. */
const MAX_VALUES = 6

function valuesOf(control: Control): string {
  if (control.kind === 'choice' && control.values.length > MAX_VALUES) return 'see below: '
  if (control.kind === 'choice') return `${control.values.map(code).join(', ')}: `
  if (control.kind !== 'list') return ''
  const isLong = control.values.length > MAX_VALUES
  return isLong ? 'any of those below: ' : `any of ${control.values.map(code).join(', ')}: `
}

function valueOf(row: TokenRow): string {
  return row.kind === 'colour' ? `${code(row.light)}, dark ${code(row.dark)}` : code(row.value)
}

const attributeTable = (rows: Readonly<Record<string, AttributeRow>>): string =>
  markdownTable(
    ['attribute', 'meaning', 'without it'],
    Object.entries(rows).map(([name, { control, about, without }]) => [
      code(name),
      valuesOf(control) + about,
      without,
    ]),
  )

const eventTable = (rows: Readonly<Record<string, EventRow>>): string =>
  markdownTable(
    ['event', 'emitted when', '`detail`', 'default action'],
    Object.entries(rows).map(([name, row]) => [code(name), row.about, row.detail, row.otherwise]),
  )

const partTable = (rows: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['`data-part`', 'what it names'],
    Object.entries(rows).map(([name, about]) => [code(name), about]),
  )

const tables = {
  attributes: attributeTable(attributes),
  'attributes of the account': attributeTable(accountAttributes),
  'pages of the account': markdownTable(
    ['`view`', 'its `sections`'],
    Object.entries(accountPages).map(([page, sections]) => [
      code(page),
      sections.map(code).join(', '),
    ]),
  ),
  'events of the account': eventTable(accountEvents),
  views: markdownTable(
    ['`view`', 'for'],
    Object.entries(viewMeanings).map(([name, meaning]) => [code(name), meaning]),
  ),
  events: eventTable(events),
  properties: markdownTable(
    ['property', 'of what', 'default'],
    Object.entries<TokenRow>(tokens).map(([name, row]) => [code(name), row.about, valueOf(row)]),
  ),
  parts: partTable(parts),
  'parts of the account': partTable(accountParts),
}

for (const [name, table] of Object.entries(tables)) {
  writeBetween(file, [`<!-- ${name}: made by npm run make -->`, END], table)
}
