import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const planted = mkdtempSync(path.join(tmpdir(), 'passport-imports-'))
let report = ''

/** Imports against the direction of the architecture, each in a file where it would stand. */
const wrong = [
  ['protocol/web', '../../server/app.ts'],
  ['protocol/web', 'node:fs'],
  ['protocol/web', 'tweetnacl'],
  ['protocol/web', '@scope/any'],
  ['protocol/web', '../../tests/support/clock.ts'],
  ['server/http', '../../widget/src/element.tsx'],
  ['server/http', '../../src/lib/site.ts'],
  ['server/codes', 'kysely'],
  ['server/codes/deep', 'node:sqlite'],
  ['server/new-folder', 'kysely'],
  ['server/new-folder', 'pg'],
  ['server', 'kysely'],
  ['server/store', '../../tests/support/clock.ts'],
  ['widget/captcha', '../src/instance.ts'],
  ['widget/src/client', '../../../server/app.ts'],
  ['widget/src/screens/login', '../sign-up/screen.tsx'],
  ['widget/src/screens/login', '../new-screen/screen.tsx'],
  ['widget/src/screens/login', '../../client/index.ts'],
  ['widget/src/screens', '../client/index.ts'],
  ['widget/src/flows', 'react'],
  ['widget/src/flows', 'react-dom/client'],
  ['widget/src/flows', '../screens/login/screen.tsx'],
  ['src/islands', '../../server/app.ts'],
  ['src/islands', '../../widget/src/flows/login.ts'],
  ['src/islands', '../../widget/src/new-file.ts'],
] as const

const right = [
  ['protocol/web', 'superstruct'],
  ['protocol/web', '../endpoint.ts'],
  ['protocol', './endpoint.ts'],
  ['server/store', 'kysely'],
  ['server/store/migrations', 'node:sqlite'],
  ['server/codes', '../store/code-repository.ts'],
  ['server/codes', '#protocol/errors.ts'],
  ['src/islands', '../../widget/src/client/index.ts'],
  ['src/islands', '../../widget/src/account.tsx'],
  ['widget/src/flows', './reactions.ts'],
  ['widget/src/screens/login', '../../ui/form.tsx'],
  ['widget/src/screens/login', '../account/gate.tsx'],
  ['widget/src/screens/login', '../login-forms.tsx'],
] as const

const fileOf = (folder: string, imported: string): string =>
  `${folder}/imports-${imported.replaceAll(/\W+/g, '-')}.ts`.replaceAll(/-+/g, '-')

beforeAll(() => {
  copyFileSync(path.join(root, 'oxlint.config.ts'), path.join(planted, 'oxlint.config.ts'))
  writeFileSync(path.join(planted, 'package.json'), '{"type":"module"}')
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'))
  for (const [folder, imported] of [...wrong, ...right]) {
    mkdirSync(path.join(planted, folder), { recursive: true })
    writeFileSync(
      path.join(planted, fileOf(folder, imported)),
      `import { name } from '${imported}'\nexport const planted: unknown = name\n`,
    )
  }
  const lint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const done = spawnSync(process.execPath, [lint, '--format', 'unix'], {
    cwd: planted,
    encoding: 'utf8',
  })
  report = done.stdout
})

afterAll(() => rmSync(planted, { recursive: true, force: true }))

describe('the import directions', () => {
  test.each(wrong)('keep %s from importing %s', (folder, imported) => {
    expect(report).toContain(fileOf(folder, imported))
  })

  test.each(right)('let %s import %s', (folder, imported) => {
    expect(report).not.toContain(fileOf(folder, imported))
  })
})
