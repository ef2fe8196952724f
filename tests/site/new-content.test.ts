import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ensureWhole, makeContent } from '../../scripts/new.ts'
import { lintContent } from '../../src/lib/content-lint/lint-content.ts'
import { japaneseTerms } from '../../src/lib/content-lint/rules/japanese-terms.ts'
import { languages } from '../../src/lib/languages.ts'
import { copyLists } from './written-content.ts'

const folders: string[] = []

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'new-content-'))
  folders.push(root)
  mkdirSync(join(root, 'src/content'), { recursive: true })
  copyLists(root)
  return root
}

const make = (root: string, ...args: string[]): string[] => makeContent(root, args, '2026-11-21')

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('creates a draft that passes the content lint', async () => {
  const root = project()
  const files = make(root, 'post', 'Search: “half” the time?', '--tags', 'indexing,editor', '--ja')
  expect(files).toEqual([
    'src/content/blog/en/search-half-the-time.md',
    'src/content/blog/ja/search-half-the-time.md',
  ])
  expect((await lintContent(root)).findings).toEqual([])
  expect(readFileSync(join(root, files[0] ?? ''), 'utf8')).toContain('draft: true')
})

test('creates a post in one language alone', async () => {
  const root = project()
  const alone = ['post', '検索', '--name', 'fast-search', '--only']
  expect(make(root, ...alone, 'ja')).toEqual(['src/content/blog/ja/fast-search.md'])
  expect((await lintContent(root)).findings).toEqual([])
  expect(() => make(root, ...alone, 'fr')).toThrow('The site has no language "fr".')
})

test('refuses a command whose options npm took', () => {
  const env = { npm_config_author: 'true', npm_config_ja: 'true', npm_config_cache: '/home' }
  expect(() => ensureWhole(env)).toThrow(
    'npm kept --author and --ja for itself: write -- before the first option.',
  )
  expect(() => ensureWhole({ npm_config_cache: '/home' })).not.toThrow()
})

test('creates a release in every language that lacks only its text', async () => {
  const root = project()
  const files = languages.map((lang) => `src/content/changelog/${lang}/1.0.1.md`)
  expect(make(root, 'change', '1.0.1')).toEqual(files)
  const report = await lintContent(root, { also: [japaneseTerms] })
  const findings = report.findings.map(({ file, field, message }) => `${file} ${field} ${message}`)
  expect(findings).toEqual(
    files.flatMap((file) => [
      `${file} summary is still the text of the template: write your own`,
      `${file} text is still the text of the template: write your own`,
    ]),
  )
})

test('does not publish a post with text of the template', async () => {
  const root = project()
  const [file = ''] = make(root, 'post', 'A title')
  const draft = readFileSync(join(root, file), 'utf8')
  expect(draft).toContain('tags: [accessibility]\n')
  writeFileSync(join(root, file), draft.replace('draft: true\n', ''))
  expect((await lintContent(root)).findings.map(({ line, field }) => `${line} ${field}`)).toEqual([
    '3 description',
    '9 text',
  ])
})

test.each([
  [['post'], 'A post needs a title.'],
  [['post', '速い検索'], 'npm run new post "速い検索" -- --name faster-search'],
  [['post', 'A', '--author', 'me'], 'There is no author "me": use one of mika-aoyama,'],
  [['post', 'A', '--tags', 'cooking'], 'There is no topic "cooking"'],
  [['change', '1.0'], '"1.0" is no version'],
  [['change', '01.0.1'], '"01.0.1" is no version: write three numbers without zeros before them'],
  [['post', '2026'], 'The address "/blog/2026" has no Latin letters'],
  [['post', 'Tags'], '"tags" is where topics are: give the file another name'],
  [['post', 'A'.repeat(104)], 'title: has 104 characters, at most 90 fit: shorten it by 14'],
  [['post', 'A', '--tags', 'editor,editor'], 'tags: names a topic twice'],
  [
    ['post', 'A', '--name', 'Bad_Name'],
    '"Bad_Name" is part of the address: use lower-case letters, digits, and hyphens between them only, for example bad-name.',
  ],
  [['post', 'A', '--name=-a'], 'for example a.'],
  [['page', 'x'], 'There is no "page" to make.'],
  [['post', 'A', '--colour', 'red'], "Unknown option '--colour'"],
])('reports what is wrong with %j', (args, sentence) => {
  expect(() => make(project(), ...args)).toThrow(sentence)
})

test.each([
  ['Ünïcödé café', 'unicode-cafe'],
  [`${'a'.repeat(59)} word`, 'a'.repeat(59)],
  ['ＡＢＣ: “half” – the ﬁrst', 'abc-half-the-first'],
])('derives a slug from %j', (title, name) => {
  expect(make(project(), 'post', title)).toEqual([`src/content/blog/en/${name}.md`])
})

test('suggests existing topics', async () => {
  const root = project()
  let usage = ''
  try {
    make(root)
  } catch (error) {
    usage = String(error)
  }
  const [, topics = ''] = /--tags ([\w,]+)/.exec(usage) ?? []
  make(root, 'post', 'A title', '--tags', topics)
  expect((await lintContent(root)).findings).toEqual([])
})

test('does not overwrite a file', () => {
  const root = project()
  make(root, 'change', '1.0.1')
  expect(() => make(root, 'change', '1.0.1')).toThrow('nothing was changed')
})
