import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PAGES = 'src/pages'
const MAX_LINES = 10
/** One for the whole site, whatever the language. */
const SHARED = new Set(['robots.txt.ts', 'llms.txt.ts', 'downloads/checksums.txt.ts'])

const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:astro|ts)$/.test(name),
)
const japanese = files.filter((name) => name.startsWith('ja/')).map((name) => name.slice(3))
const english = files.filter((name) => !name.startsWith('ja/') && !SHARED.has(name))

test('offers the same pages in both languages', () => {
  expect(japanese.toSorted()).toEqual(english.toSorted())
})

test.each(files)('keeps %s a thin choice of view and language', (name) => {
  const lines = readFileSync(join(PAGES, name), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
})

test.each(english)('makes %s differ from its Japanese twin in language and depth only', (name) => {
  const own = readFileSync(join(PAGES, name), 'utf8')
  const twin = readFileSync(join(PAGES, 'ja', name), 'utf8')
  const neutral = twin.replaceAll(/(?:\.\.\/)+/g, '../').replaceAll(/(["'])ja\1/g, '$1en$1')
  expect(neutral).toBe(own.replaceAll(/(?:\.\.\/)+/g, '../'))
})
