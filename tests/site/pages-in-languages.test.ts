import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mainLanguage, siteLanguages } from '#protocol/languages.ts'

/** Pages for the whole site, whatever the language. */
const SHARED = new Set(['robots.txt.ts', 'downloads/checksums.txt.ts'])

const others = siteLanguages.filter((language) => language !== mainLanguage)
const pagesIn = (folder: string): string[] =>
  globSync('**/*.{astro,ts}', { cwd: `src/pages/${folder}` })
const own = pagesIn('').filter(
  (page) => !SHARED.has(page) && !others.some((language) => page.startsWith(`${language}/`)),
)

test.each(others)('every page has its address in %s', (language) => {
  expect(pagesIn(language).toSorted()).toEqual(own.toSorted())
})
