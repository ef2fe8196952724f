// Writes docs/protocol.md from the rows; with --check says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { commonDefaults, commonParams } from '../protocol/common-params.ts'
import { conditions } from '../protocol/conditions.ts'
import { codeTypes } from '../protocol/code-types.ts'
import { pathsOf, type Endpoint } from '../protocol/endpoint.ts'
import { commonErrors, errors, errorStatus, type ErrorName } from '../protocol/errors.ts'
import { families } from '../protocol/families.ts'
import { formRows, groups } from '../protocol/index.ts'
import { root } from './lib/prepare.mjs'

const file = path.join(root, 'docs/protocol.md')

function rowSection(name: string, row: Endpoint): string {
  const fields = Object.keys((row.payload.schema ?? {}) as object)
  const lines = [
    `### ${name}`,
    '',
    row.about,
    '',
    `- **Call**: ${row.methods.join(' or ')}, ${row.body} body, session ${row.session}, ${row.timeoutMs} ms`,
    `- **Paths**: ${pathsOf(row)
      .map(({ path: at }) => `\`${at}\``)
      .join(', ')}`,
    `- **Fields**: ${fields.length === 0 ? 'none' : fields.map((field) => fieldText(row, field)).join(', ')}`,
  ]
  if (row.oneOf.length > 0) lines.push(`- **Exactly one of**: ${code(row.oneOf)}`)
  lines.push(`- **Reply data**: ${replyText(row)}`)
  if (row.errors.length > 0)
    lines.push(
      `- **Errors**: ${row.errors.map((error) => `\`${error}\` ${errors[error].code}`).join(', ')}`,
    )
  return lines.join('\n')
}

function fieldText(row: Endpoint, field: string): string {
  const marks: string[] = []
  if (row.sensitive.includes(field)) marks.push('sealed')
  const defaults = row.defaults as Record<string, unknown>
  if (field in defaults) marks.push(`default ${String(defaults[field])}`)
  return marks.length === 0 ? `\`${field}\`` : `\`${field}\` (${marks.join(', ')})`
}

function replyText(row: Endpoint): string {
  const names = Object.keys((row.reply.schema ?? {}) as object)
  return names.length === 0 ? 'empty' : code(names)
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function document(): string {
  const commons = commonDefaults as Record<string, unknown>
  return [
    '# The protocol',
    '',
    'Made from the rows in `protocol/` by `node scripts/make-protocol-doc.ts`; edit the rows, not this page.',
    '',
    '## Path families',
    '',
    'Every path answers with and without a trailing slash and never redirects.',
    '',
    table(
      ['family', 'prefix', 'source'],
      Object.entries(families).map(([name, { prefix, source }]) => [name, `\`${prefix}\``, source]),
    ),
    '',
    '## Common parameters',
    '',
    'In the query or the body of every call.',
    '',
    table(
      ['name', 'default'],
      Object.keys(commonParams.schema).map((name) => [
        `\`${name}\``,
        name in commons ? String(commons[name]) : '',
      ]),
    ),
    '',
    ...Object.entries(groups).flatMap(([group, rows]) => [
      `## ${group}`,
      '',
      ...Object.entries(rows as Record<string, Endpoint>).flatMap(([name, row]) => [
        rowSection(name, row),
        '',
      ]),
    ]),
    '## Forms without JavaScript',
    '',
    table(
      ['path', 'what it does', 'errors'],
      formRows.map((row) => [`POST \`${row.path}\``, row.about, code(row.errors)]),
    ),
    '',
    '## Code types',
    '',
    table(
      ['type', 'channel', 'purpose', 'used up by'],
      Object.entries(codeTypes).map(([type, row]) => [
        type,
        row.channel,
        row.purpose,
        code(row.operations),
      ]),
    ),
    '',
    '## Errors',
    '',
    `Any call may answer ${code(commonErrors)}.`,
    '',
    table(
      ['code', 'name', 'HTTP', 'meaning'],
      (Object.keys(errors) as ErrorName[]).map((name) => [
        String(errors[name].code),
        `\`${name}\``,
        String(errorStatus(name)),
        errors[name].means,
      ]),
    ),
    '',
    '## Failures on the client',
    '',
    table(
      ['when', 'name', 'what follows'],
      Object.values(conditions).map((row) => [
        row.when,
        row.name === '' ? '(empty)' : `\`${row.name}\``,
        row.result,
      ]),
    ),
    '',
  ].join('\n')
}

const made = document()
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== made) {
    console.error('docs/protocol.md is out of date: run `node scripts/make-protocol-doc.ts`.')
    process.exitCode = 1
  }
} else {
  writeFileSync(file, made)
}
