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
import { accountParts, parts, tokens } from '../widget/src/base/theme.ts'

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

/** What `<passport-account>` has of its own as a table, and the names of what it shares. */
function accountTable<Row>(
  rows: Readonly<Record<string, Row>>,
  shared: readonly Row[],
  tableOf: (own: Readonly<Record<string, Row>>) => string,
): string {
  const entries = Object.entries(rows)
  const own = Object.fromEntries(entries.filter(([, row]) => !shared.includes(row)))
  const names = Object.keys(rows).filter((name) => !(name in own))
  return `${tableOf(own)}\n\nAs with \`<passport-login>\`: ${names.map(code).join(', ')}.`
}

const tables = {
  attributes: attributeTable(attributes),
  'attributes of the account': accountTable<AttributeRow>(
    accountAttributes,
    Object.values(attributes),
    attributeTable,
  ),
  'pages of the account': markdownTable(
    ['`view`', 'its `sections`'],
    Object.entries(accountPages).map(([page, sections]) => [
      code(page),
      sections.map(code).join(', '),
    ]),
  ),
  'events of the account': accountTable<EventRow>(accountEvents, Object.values(events), eventTable),
  views: markdownTable(
    ['`view`', 'for'],
    Object.entries(viewMeanings).map(([name, meaning]) => [code(name), meaning]),
  ),
  events: eventTable(events),
  properties: markdownTable(
    ['property', 'of what'],
    Object.entries(tokens).map(([name, { about }]) => [code(name), about]),
  ),
  parts: partTable(parts),
  'parts of the account': partTable(accountParts),
}

for (const [name, table] of Object.entries(tables)) {
  writeBetween(file, [`<!-- ${name}: made by npm run make -->`, END], table)
}
