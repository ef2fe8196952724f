import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { findCycles, readFolderImports } from '../../scripts/lib/import-graph.ts'
import { root } from '../../scripts/lib/prepare.mjs'

/** Writes files into a new folder `code`, removes them after the test, and returns the folder. */
function tree(files: Record<string, string>): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'passport-cycles-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = path.join(parent, 'code')
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  return folder
}

const check = (folder: string): { status: number | null; stdout: string } =>
  spawnSync(process.execPath, [path.join(root, 'scripts/check-import-cycles.ts'), folder], {
    encoding: 'utf8',
  })

/** Folders `a` to the last letter, each of which imports the next and the last one the first. */
function circle(letters: string): Record<string, string> {
  return Object.fromEntries(
    [...letters].map((letter, index) => {
      const next = letters[(index + 1) % letters.length] ?? ''
      return [`${letter}/${letter}.ts`, `import '../${next}/${next}.ts'\n`]
    }),
  )
}

test('reads imports of values and types, exports and dynamic imports', () => {
  const folder = tree({
    'a/deep/a.ts': [
      "import { b } from '../../b/b.ts'",
      "import type { C } from '../../c/c.ts'",
      "export * from '../../d/d.ts'",
      "export const e = () => import('../../e/e.ts')",
      "export type F = import('../../f/f.ts').F",
    ].join('\n'),
  })
  expect(readFolderImports(folder).map(({ to, place }) => `${place} ${to}`)).toEqual([
    'a/deep/a.ts:1 b',
    'a/deep/a.ts:2 c',
    'a/deep/a.ts:3 d',
    'a/deep/a.ts:4 e',
    'a/deep/a.ts:5 f',
  ])
})

test('reads the imports of a page of Astro', () => {
  const page = "---\nimport B from '../b/b.astro'\n---\n\n<p>It's <B /></p>\n"
  const folder = tree({ 'a/page.astro': `${page}<script>\n  import '../c/c.ts'\n</script>\n` })
  expect(readFolderImports(folder).map(({ to, place }) => `${place} ${to}`)).toEqual([
    'a/page.astro:2 b',
    'a/page.astro:7 c',
  ])
})

test('leaves out comments, strings, packages, tests, other roots and a folder’s own files', () => {
  const folder = tree({
    'a/a.ts': [
      "// import '../b/b.ts'",
      'const text = `import "../b/b.ts"`',
      "import 'typescript'",
      "import './other.ts'",
      "import '../../elsewhere/b.ts'",
    ].join('\n'),
    'a/a.test.ts': "import '../b/b.ts'\n",
    'a/tests/a.ts': "import '../../b/b.ts'\n",
  })
  expect(readFolderImports(folder)).toEqual([])
})

test('counts the files directly in the root as one folder', () => {
  const folder = tree({ 'main.ts': "import './a/a.ts'\n", 'a/a.ts': "import '../main.ts'\n" })
  expect(findCycles(readFolderImports(folder))).toEqual([['a', 'code']])
})

test('lists each cycle without folders that only import one', () => {
  const folder = tree({
    ...circle('abc'),
    ...circle('xy'),
    'user/user.ts': "import '../a/a.ts'\nimport '../x/x.ts'\n",
  })
  expect(findCycles(readFolderImports(folder))).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ])
})

test('accepts a cycle of two folders and names it', () => {
  const { status, stdout } = check(tree(circle('ab')))
  expect(stdout).toContain('2 folders import each other: a, b')
  expect(status).toBe(0)
})

test('refuses a cycle of three folders and shows the imports that close it', () => {
  const { status, stdout } = check(tree(circle('abc')))
  expect(status).toBe(1)
  expect(stdout).toContain('3 folders import each other, at most 2 may: a, b, c')
  expect(stdout).toContain('c → a (1)')
  expect(stdout).toContain('/c/c.ts:1 imports ../a/a.ts')
})

test('fails when more than five files import each other, by types too', () => {
  const files = (count: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `${at}.ts`,
        `import type { T } from './${(at + 1) % count}.ts'\n`,
      ]),
    )
  expect(check(tree(files(5)))).toMatchObject({ status: 0, stdout: '' })
  const { status, stdout } = check(tree(files(6)))
  expect(status).toBe(1)
  expect(stdout).toContain('6 files import each other, at most 5 may: 0.ts, 1.ts, 2.ts')
})
