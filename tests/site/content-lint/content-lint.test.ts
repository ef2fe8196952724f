// Every finding of the lint: a bad file, with the expected output next to it.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '../../../src/lib/languages.ts'
import { type Files, post, lintReport, somePictures } from '../written-content.ts'

const folder = join(import.meta.dirname, 'fixtures')
const fixtures = readdirSync(folder).filter((name) => !name.endsWith('.expected.txt'))

let pictures: Files = {}

beforeAll(async () => {
  pictures = await somePictures()
})

test.each(fixtures)('%s', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const files = name.endsWith('.md') ? { 'blog/en/x.md': text } : filesIn(text)
  const expected = `${basename(name).replace(/\.\w+$/, '')}.expected.txt`
  await expect(inTwoLanguages(await lintReport(files, pictures))).toMatchFileSnapshot(
    join(folder, expected),
  )
})

test.each<[name: string, text: string | Buffer, findings: string]>([
  [
    'a file in Latin-1',
    Buffer.from(post({}, 'Caf\u00e9'), 'latin1'),
    '9:4 text: contains characters',
  ],
  ['a file in UTF-16', Buffer.from(`\uFEFF${post()}`, 'utf16le'), '1:1 text: contains characters'],
  ['a sign of no width', post().replace('Text', 'Te\u0000xt'), '9:3 text: contains an invisible'],
])('reports %s', async (_name, text, findings) => {
  expect(await lintReport({ 'blog/en/x.md': text })).toContain(`blog/en/x.md:${findings}`)
})

test.each<[name: string, text: string]>([
  ['a mark at the start of a file', `\uFEFF${post()}`],
  [
    'line ends of Windows',
    post({}, '> [!NOTE]\n> x\n\n## A\n\n```\nx\n```').replaceAll('\n', '\r\n'),
  ],
  [
    'words of the trade',
    post(
      {},
      'Anymore there is no repro: the tradeoff of our codemods, async backends and npm typechecks in a webpack codebase.',
    ),
  ],
])('accepts %s', async (_name, text) => {
  expect(await lintReport({ 'blog/en/x.md': text })).toBe('')
})

/** Only what concerns the languages of the fixtures, English and Japanese. */
function inTwoLanguages(findings: string): string {
  return languages
    .slice(2)
    .reduce(
      (rest, lang) =>
        rest
          .replaceAll(`, "${lang}": "…"`, '')
          .replaceAll(new RegExp(`^.*\\.${lang}: is missing.*\n?`, 'gm'), ''),
      findings,
    )
}

/** Files below `src/content`, each behind a line `=== name`. */
function filesIn(text: string): Files {
  const [, ...parts] = text.split(/^=== (.+)\n/m)
  return Object.fromEntries(
    parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : [])),
  )
}
