import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeSearchIndex } from '../../scripts/lib/search-index.ts'

function siteOf(text: string, style: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'search-index-'))
  const head = `<html lang="en"><head><title>One</title><link rel="stylesheet" href="/${style}">`
  const main = `<main data-pagefind-body><h1>One</h1><p>${text}</p></main>`
  writeFileSync(path.join(folder, 'one.html'), `<!doctype html>${head}</head><body>${main}</body>`)
  return folder
}

const filesOf = (folder: string): string[] =>
  readdirSync(path.join(folder, 'pagefind'), { recursive: true }).map(String).toSorted()

test('takes the index of the build before while nothing that is searched has changed', async () => {
  const first = siteOf('A text about keys', 'a.css')
  await makeSearchIndex(first)
  expect(filesOf(first)).toContain('pagefind-entry.json')
  writeFileSync(path.join(first, 'pagefind/mark'), '')
  const restyled = siteOf('A text about keys', 'b.css')
  await makeSearchIndex(restyled, first)
  expect(filesOf(restyled)).toEqual(filesOf(first))
  const edited = siteOf('A text about locks', 'b.css')
  await makeSearchIndex(edited, first)
  expect(filesOf(edited)).not.toContain('mark')
})
