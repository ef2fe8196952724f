import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeContent } from '../../scripts/new.ts'
import { checkContent } from '../../src/lib/content/check.ts'

const folders: string[] = []

function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'new-content-'))
  folders.push(root)
  mkdirSync(join(root, 'src/content'), { recursive: true })
  for (const name of ['authors.json', 'tags.json']) {
    cpSync(`src/content/${name}`, join(root, 'src/content', name))
  }
  return root
}

const make = (root: string, ...args: string[]): string[] => makeContent(root, args, '2026-11-21')

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('makes a draft that has nothing to be mended', () => {
  const root = project()
  const files = make(root, 'post', 'Search: “half” the time?', '--tags', 'indexing,editor', '--ja')
  expect(files).toEqual([
    'src/content/blog/en/search-half-the-time.md',
    'src/content/blog/ja/search-half-the-time.md',
  ])
  expect(checkContent(root)).toEqual([])
  expect(readFileSync(join(root, files[0] ?? ''), 'utf8')).toContain('draft: true')
})

test('makes a release in both languages that has nothing to be mended', () => {
  const root = project()
  expect(make(root, 'change', '1.0.1')).toEqual([
    'src/content/changelog/en/1.0.1.md',
    'src/content/changelog/ja/1.0.1.md',
  ])
  expect(checkContent(root)).toEqual([])
})

test.each([
  [['post'], 'A post needs a title.'],
  [['post', '速い検索'], 'say --name faster-search'],
  [['post', 'A', '--author', 'me'], 'There is no author "me": use one of mika-aoyama,'],
  [['post', 'A', '--tags', 'cooking'], 'There is no topic "cooking"'],
  [['change', '1.0'], '"1.0" is no version'],
  [['page', 'x'], 'There is no "page" to make.'],
  [['post', 'A', '--colour', 'red'], "Unknown option '--colour'"],
])('says what is wrong with %j', (args, sentence) => {
  expect(() => make(project(), ...args)).toThrow(sentence)
})

test('leaves a file that is there as it is', () => {
  const root = project()
  make(root, 'change', '1.0.1')
  expect(() => make(root, 'change', '1.0.1')).toThrow('nothing was changed')
})
