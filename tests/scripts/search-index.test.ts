import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
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

test('reuses the index of the previous build while the searched content is unchanged', async () => {
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

test('indexes each section of a page under its own anchor, without code blocks', async () => {
  const release = (version: string): string =>
    `<section class="release" data-search-part data-pagefind-meta="kind:change" id="v${version}"><p><time datetime="2026-11-0${version}" data-pagefind-meta="date[datetime]" data-pagefind-ignore>day</time></p><h2 data-pagefind-meta="title">Release ${version}</h2><p>Mends keys</p><pre>run ${version}</pre></section>`
  const folder = siteOf(
    `<div data-pagefind-ignore="all">${release('1')}${release('2')}</div>`,
    'a.css',
  )
  await makeSearchIndex(folder)
  const fragments = filesOf(folder).filter((name) => name.endsWith('.pf_fragment'))
  const found = fragments.map((name) => {
    const text = gunzipSync(readFileSync(path.join(folder, 'pagefind', name))).toString()
    return JSON.parse(text.slice(text.indexOf('{'))) as object
  })
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        url: '/one#v2',
        content: 'Release 2. Mends keys.',
        meta: { title: 'Release 2', kind: 'change', date: '2026-11-02' },
      }),
    ]),
  )
})
