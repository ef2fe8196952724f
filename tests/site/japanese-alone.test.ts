import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfSite } from '../support/copy-site.ts'
import { buildSite, type BuiltSite, valuesOf } from './built-site.ts'
import { post, release } from './written-content.ts'

const BUILD_MS = 240_000
const NAME = 'hitotsu-dake'
const TITLE = 'ひとつだけの記事'

let folder = ''
let site: BuiltSite

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'alone-'))
  copyOfSite(folder, 0)
  const content = path.join(folder, 'src/content')
  writeFileSync(
    path.join(content, 'tags.json'),
    readFileSync(path.join(content, 'tags.json'), 'utf8').replace(
      '{',
      '{ "alone": { "en": "Alone", "ja": "ひとつ" },',
    ),
  )
  writeFileSync(
    path.join(content, `blog/ja/${NAME}.md`),
    post({ title: TITLE, tags: '[alone]' }, `[自分](/ja/blog/${NAME})`),
  )
  writeFileSync(
    path.join(content, 'changelog/ja/99.0.0.md'),
    release('99.0.0', '2026-11-21', '### 修正\n\n- 一。'),
  )
  site = buildSite(folder)
}, BUILD_MS)

afterAll(() => {
  site?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('has pages in its language alone, which say so to search engines', () => {
  for (const page of [`blog/${NAME}`, 'blog/tags/alone']) {
    expect(site.paths.has(`/${page}`), page).toBe(false)
    const html = site.read(`/ja/${page}.html`)
    expect(html).toContain(`rel="canonical" href="http://localhost:4321/ja/${page}"`)
    // The language switch leads to the list, and nothing says that there is an English page.
    expect(html).not.toMatch(/rel="alternate" hreflang/)
    expect(html).toContain('<a href="/blog" lang="en" hreflang="en"')
    expect(valuesOf(html, 'href')).not.toContain(`/${page}`)
  }
})

test('is in lists, feeds and the overview of its language only', () => {
  const files = ['blog.html', 'blog/rss.xml', 'blog/feed.json', 'llms.txt', 'index.html']
  for (const file of files) {
    expect(site.read(`/${file}`), file).not.toContain(NAME)
    const japanese = file === 'index.html' ? '/ja.html' : `/ja/${file}`
    expect(site.read(japanese), japanese).toContain(TITLE)
  }
  expect(site.read('/changelog.html')).not.toContain('99.0.0')
  expect(site.read('/ja/changelog.html')).toContain('id="v99.0.0"')
  expect(site.read('/ja/changelog.html')).toMatch(/rel="alternate" hreflang="en"/)
})

test('is in the sitemap at one address', () => {
  const addresses = site.read('/sitemap-0.xml').match(new RegExp(`[^<>"]*${NAME}`, 'g'))
  expect(addresses).toEqual([`http://localhost:4321/ja/blog/${NAME}`])
})
