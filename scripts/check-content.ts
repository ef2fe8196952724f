// `npm run check:content`: says what has to be mended in src/content, and what waits for its day.
import process from 'node:process'
import { waitsFor } from '../src/lib/content/waiting.ts'
import { mainLanguage } from '../src/lib/languages.ts'
import { lintContent } from '../src/lib/content-lint/lint-content.ts'
import { formatReport } from '../src/lib/content-lint/report.ts'
import { japaneseTerms } from '../src/lib/content-lint/rules/japanese-terms.ts'
import { letterWidth } from '../src/lib/content-lint/rules/letter-width.ts'
import { openSpelling } from '../src/lib/content-lint/rules/spelling.ts'
import type { SourceText } from '../src/lib/content-lint/source-text.ts'

const root = process.argv[2] ?? process.cwd()
const { texts: allTexts, findings } = await lintContent(root, {
  also: [await openSpelling(), letterWidth, japaneseTerms],
})
if (findings.length > 0) {
  console.error(formatReport(findings))
  process.exitCode = 1
} else {
  console.log(`${allTexts.length} texts read, no problems found.`)
}
for (const line of waiting(allTexts)) console.log(line)

function waiting(texts: readonly SourceText[]): string[] {
  const today = new Date().toISOString().slice(0, 10)
  const drafts = new Set(
    texts.filter(({ values }) => values['draft'] === true).map(({ file }) => file),
  )
  return texts.flatMap(({ file, slug, values }) => {
    if (drafts.has(file)) return [`${file} is a draft: only npm run dev shows it.`]
    const day = waitsFor(values, today)
    if (day !== undefined) return [`${file} waits for ${day}.`]
    const isAlone = !allTexts.some((text) => text.slug === slug && text.lang === mainLanguage)
    return isAlone ? [`${file} has no English text: only readers of this language see it.`] : []
  })
}
