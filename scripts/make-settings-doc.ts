// Writes the table of settings into server/README.md; with --check says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { settings } from '../server/config/config.ts'
import type { Setting } from '../server/config/settings.ts'
import { root } from './lib/prepare.mjs'

const file = path.join(root, 'server/README.md')
const START = '<!-- made by node scripts/make-settings-doc.ts -->'
const END = '<!-- end of what was made -->'

function table(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(
    ([name, { fallback, description }]) => [
      `\`${name}\``,
      [fallback].flat().map(code).join(', '),
      description,
    ],
  )
  const lines = [['setting', 'default', 'what it does'], ...rows]
  const widths = [0, 1, 2].map((column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const [head, ...body] = lines.map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...body].map((cells) => `| ${cells?.join(' | ')} |`).join('\n')
}

function code(value: unknown): string {
  return value === '' ? '' : `\`${String(value)}\``
}

const text = readFileSync(file, 'utf8')
const [before, rest = ''] = text.split(`${START}\n`)
const after = rest.split(END)[1]
if (after === undefined) throw new Error(`${file} has no place for the table of settings.`)
const made = `${before}${START}\n\n${table()}\n\n${END}${after}`
if (process.argv.includes('--check')) {
  if (made !== text) {
    console.error('server/README.md is out of date: run `node scripts/make-settings-doc.ts`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, made)
}
