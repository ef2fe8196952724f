import { afterAll, expect, test } from 'vitest'
import { serverMessages } from '../../server/messages/all-messages.ts'
import { languages, pathIn } from '../../src/lib/languages.ts'
import { buildSite } from './built-site.ts'

const site = buildSite()
afterAll(() => site.remove())

test.each(languages)(
  'begins, where there is no page, with the text that programs get, in %s',
  (lang) => {
    const [, main = ''] =
      /<main[^>]*>(.*)<\/main>/s.exec(site.read(`${pathIn(lang, '/404')}.html`)) ?? []
    const words = main.replaceAll(/<[^>]*>/g, '').trim()
    expect(words.startsWith(serverMessages[lang].notFound.trim()), words).toBe(true)
  },
)

test('names no address for the page that stands where there is none', () => {
  for (const lang of languages) {
    const html = site.read(`${pathIn(lang, '/404')}.html`)
    expect(html).not.toMatch(
      /<link rel="(?:canonical|alternate)"[^>]* (?:hreflang|href="[^"]*\/404")/,
    )
    expect(html).not.toContain('og:url')
    expect(html).toContain('content="noindex"')
  }
})

test('has a source in each picture', () => {
  const bare = site.pages.flatMap(({ html, path }) =>
    [...html.matchAll(/<img\b(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => `${path}: ${tag}`),
  )
  expect(bare).toEqual([])
})

test('offers the downloads of each system in the order of their list', () => {
  const offered = [...site.read('/download.html').matchAll(/data-processor="(\w+)"/g)].map(
    ([, processor]) => processor,
  )
  expect(offered).toEqual(['arm64', 'x64', 'x64', 'arm64', 'x64', 'arm64'])
})

test('hides the sign of a permalink from the search', () => {
  expect(site.read('/changelog.html')).not.toMatch(/"permalink"(?![^>]* data-pagefind-ignore)/)
})
