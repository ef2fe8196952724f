import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const planted = mkdtempSync(path.join(tmpdir(), 'passport-names-'))
let report = ''

/** Code with names of the wire, in a folder that must not have them. */
const wrong = [
  ['widget/src/login/flows', 'reads', 'export const id = (one: Given): string => one.subject_uid'],
  [
    'widget/src/account/flows',
    'takes',
    'export const id = ({ sec_member_id }: Given): string => sec_member_id',
  ],
  [
    'widget/src/enterprise/screens',
    'renames',
    'export const id = ({ invite_id: id }: Given): string => id',
  ],
  ['widget/src/ui', 'writes', 'export const call = (page_size: number): object => ({ page_size })'],
  ['widget/src/ui/flows', 'declares', 'export interface Call { verify_ticket: string }'],
  ['src/islands', 'counts', "export const id = (one: Given): string => one['user_identity_id']"],
] as const

const right = [
  ['widget/src/client/calls', 'maps', 'export const id = (one: Given): string => one.subject_uid'],
  ['widget/src/base', 'tells', 'export const id = (one: Given): string => one.subject_uid'],
  [
    'widget/src/login/flows',
    'names',
    "export const fields = { code_error: 'code', deputy_name: 'x' }",
  ],
  ['widget/src/enterprise/flows', 'says', "export const kinds = ['role_given', 'new_device']"],
] as const

const fileOf = (folder: string, name: string): string => `${folder}/${name}.ts`

beforeAll(() => {
  for (const copied of ['oxlint.config.ts', 'scripts/lint', 'protocol/errors.ts']) {
    cpSync(path.join(root, copied), path.join(planted, copied), { recursive: true })
  }
  writeFileSync(
    path.join(planted, 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#protocol/*': './protocol/*' } }),
  )
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'))
  for (const [folder, name, code] of [...wrong, ...right]) {
    mkdirSync(path.join(planted, folder), { recursive: true })
    const given = code.includes('Given') ? 'type Given = Record<string, string>\n' : ''
    writeFileSync(path.join(planted, fileOf(folder, name)), `${given}${code}\n`)
  }
  const lint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const done = spawnSync(process.execPath, [lint, '--format', 'unix'], {
    cwd: planted,
    encoding: 'utf8',
  })
  report = done.stdout
})

afterAll(() => rmSync(planted, { recursive: true, force: true }))

describe('names of the wire', () => {
  test.each(wrong)('stay out of %s, which %s one', (folder, name) => {
    expect(report).toMatch(new RegExp(`${fileOf(folder, name)}.*is a name of the wire`))
  })

  test.each(right)('are fine in %s, which %s them', (folder, name) => {
    expect(report).not.toMatch(new RegExp(`${fileOf(folder, name)}.*is a name of the wire`))
  })
})
