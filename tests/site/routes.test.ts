import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { languageFiles } from '../../scripts/make-languages.ts'

const PAGES = 'src/pages'
const MAX_LINES = 10

const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:astro|ts)$/.test(name),
)

test.each(files)('%s only chooses view and language', (name) => {
  const lines = readFileSync(join(PAGES, name), 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
})

test.each([...languageFiles(process.cwd())])(
  '%s is up to date with the list of languages',
  (file, text) => {
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(text)
  },
)
