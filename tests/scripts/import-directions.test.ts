import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
  ['server/http', '../../widget/src/login/element.tsx'],
  ['server/http', '../../src/lib/site.ts'],
  ['server/codes', 'kysely'],
  ['server/codes/deep', 'node:sqlite'],
  ['server/new-folder', 'kysely'],
  ['server/new-folder', 'pg'],
  ['server', 'kysely'],
  ['server/store', '../../tests/support/clock.ts'],
  ['server/store', '../../bench/table.ts'],
  ['server/store', '../sessions/sessions.ts'],
  ['server/store/schema', '../../sessions/sessions.ts'],
  ['scripts', '../tests/support/clock.ts'],
  ['puzzles/kinds', '../../bench/table.ts'],
  ['widget/package', '../../server/app.ts'],
  ['widget/gallery/states', '../../../bench/table.ts'],
  ['widget/captcha', '../src/base/instance.ts'],
  ['widget/src', '../../src/site.ts'],
  ['widget/src/base', '../../../src/site.ts'],
  ['widget/src/login/screens/login', '../../../../../scripts/lib/sizes.ts'],
  ['widget/src/client', '../../../server/app.ts'],
  ['widget/src/client', '../base/settings.ts'],
  ['widget/src/base', '../ui/frame.tsx'],
  ['widget/src/ui', '../login/app.tsx'],
  ['widget/src/ui/flows', '../../account/flows/account-store.ts'],
  ['widget/src/ui', '../client/index.ts'],
  ['widget/src/login', '../enterprise/element.tsx'],
  ['widget/src/login', '../account/flows/account-store.ts'],
  ['widget/src/enterprise', '../login/app.tsx'],
  ['widget/src/account/screens/profile', '../../../login/screens/login-forms.tsx'],
  ['widget/src/enterprise/flows', '../../account/flows/account-store.ts'],
  ['widget/src/login/screens/login', '../sign-up/screen.tsx'],
  ['widget/src/login/screens/login', '../new-screen/screen.tsx'],
  ['widget/src/login/screens/login', '../../../client/index.ts'],
  ['widget/src/enterprise/screens', '../../client/index.ts'],
  ['widget/src/login/flows', 'react'],
  ['widget/src/login/flows', 'react-dom/client'],
  ['widget/src/account/flows', '../../ui/frame.tsx'],
  ['widget/src/login/flows', '../screens/login/screen.tsx'],
  ['src/islands', '../../server/app.ts'],
  ['src/islands', '../../widget/src/login/flows/login.ts'],
  ['src/islands', '../../widget/src/new-file.ts'],
] as const

const right = [
  ['protocol/web', 'superstruct'],
  ['protocol/web', '../endpoint.ts'],
  ['protocol', './endpoint.ts'],
  ['server/store', 'kysely'],
  ['server/store', '../config/config.ts'],
  ['server/store/schema', '../../lib/clock.ts'],
  ['server/store/schema', '../recipient.ts'],
  ['server/store/migrations', 'node:sqlite'],
  ['server/codes', '../store/code-repository.ts'],
  ['server/codes', '#protocol/errors.ts'],
  ['src/islands', '../../widget/src/client/index.ts'],
  ['src/islands', '../../widget/src/base/account-pages.ts'],
  ['widget/package', '../src/main.ts'],
  ['widget/src/base', '../client/index.ts'],
  ['widget/src/ui/flows', '../../client/index.ts'],
  ['widget/src/login/flows', './reactions.ts'],
  ['widget/src/login/flows', '../../ui/flows/form-action.ts'],
  ['widget/src/login/screens/login', '../../../ui/form.tsx'],
  ['widget/src/login/screens/login', '../../../ui/two-step/screen.tsx'],
  ['widget/src/account/screens/bind', '../account/gate.tsx'],
  ['widget/src/enterprise/screens', '../../ui/lazy-screen.tsx'],
  ['widget/src/login/screens/login', '../login-forms.tsx'],
] as const

const fileOf = (folder: string, imported: string): string =>
  `${folder}/imports-${imported.replaceAll(/\W+/g, '-')}.ts`.replaceAll(/-+/g, '-')
const pageOf = (folder: string, imported: string): string =>
  fileOf(folder, imported).replace(/ts$/, 'astro')

beforeAll(() => {
  for (const copied of ['oxlint.config.ts', 'scripts/lint', 'protocol/errors.ts']) {
    cpSync(path.join(root, copied), path.join(planted, copied), { recursive: true })
  }
  writeFileSync(
    path.join(planted, 'package.json'),
    '{"type":"module","imports":{"#protocol/*":"./protocol/*"}}',
  )
  symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'))
  for (const [folder, imported] of [...wrong, ...right]) {
    mkdirSync(path.join(planted, folder), { recursive: true })
    const text = `import { name } from '${imported}'\nexport const planted: unknown = name\n`
    writeFileSync(path.join(planted, fileOf(folder, imported)), text)
    writeFileSync(path.join(planted, pageOf(folder, imported)), `---\n${text}---\n`)
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

  test.each(wrong.filter(([folder]) => folder.startsWith('src/')))(
    'keep pages in %s from importing %s',
    (folder, imported) => {
      expect(report).toContain(pageOf(folder, imported))
    },
  )
})
