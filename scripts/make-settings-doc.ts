// Writes the table of settings into server/README.md; with --check says whether it is up to date.
import path from 'node:path'
import { settings } from '../server/config/config.ts'
import type { Setting } from '../server/config/settings.ts'
import { markdownTable, writeBetween } from './lib/markdown.ts'
import { root } from './lib/prepare.mjs'

const START = '<!-- made by npm run make -->'
const END = '<!-- end of what was made -->'

function code(value: unknown): string {
  return value === '' ? '' : `\`${String(value)}\``
}

const table = markdownTable(
  ['setting', 'default', 'what it does'],
  Object.entries<Setting<unknown>>(settings).map(([name, { fallback, description }]) => [
    `\`${name}\``,
    [fallback].flat().map(code).join(', '),
    description,
  ]),
)
writeBetween(path.join(root, 'server/README.md'), [START, END], table)
