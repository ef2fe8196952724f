// Runs the rules of syntax on the examples of CommonMark and GFM. A finding about a character is right
// where the rendered example shows that character; all other findings are in the snapshot, to be read.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tests as commonMark } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { codeClosed } from '../../../src/lib/content-lint/rules/code-closed.ts'
import { htmlClosed } from '../../../src/lib/content-lint/rules/html-closed.ts'
import { referenceDefined } from '../../../src/lib/content-lint/rules/reference-defined.ts'
import { shownAsTyped } from '../../../src/lib/content-lint/rules/shown-as-typed.ts'
import { tableColumns } from '../../../src/lib/content-lint/rules/table-columns.ts'
import { readSite } from '../../../src/lib/content-lint/site.ts'
import { sourceText } from '../../../src/lib/content-lint/source-text.ts'
import { post } from '../written-content.ts'

interface Example {
  markdown: string
  html: string
}

const gfm: { examples: Example[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'gfm-examples.json'), 'utf8'),
)
const examples = [
  ...commonMark.map(({ markdown, html }) => ({ markdown: markdown.replaceAll('→', '\t'), html })),
  ...gfm.examples,
]

test('reports nothing for correct examples', async () => {
  const root = mkdtempSync(join(tmpdir(), 'specification-'))
  const site = readSite(root, { authors: new Set(), topics: new Set() })
  const path = join(root, 'x.md')
  const findings = []
  for (const { markdown, html } of examples) {
    writeFileSync(path, post({}, markdown))
    const text = sourceText(root, path, 'blog', 'en')
    for (const rule of [shownAsTyped, referenceDefined, tableColumns, codeClosed, htmlClosed]) {
      for await (const { line, column, message } of rule.check(text, site)) {
        findings.push({
          report: `${JSON.stringify(markdown)}\n  ${message}\n`,
          character: text.source.split('\n')[line - 1]?.slice(column - 1, column + 1) ?? '',
          isAboutCharacter: rule === shownAsTyped || rule === referenceDefined,
          html,
        })
      }
    }
  }
  rmSync(root, { recursive: true })
  expect(examples.length).toBeGreaterThan(700)
  const wrong = findings.filter(
    (one) => one.isAboutCharacter && !textOf(one.html).includes(one.character),
  )
  expect(wrong).toEqual([])
  await expect(findings.map(({ report }) => report).join('')).toMatchFileSnapshot(
    'specification.expected.txt',
  )
})

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')
}
