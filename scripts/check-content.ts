// `npm run check:content`: says what has to be mended in src/content, and what waits for its day.
import process from 'node:process'
import { type ContentFile, readContent } from '../src/lib/content/check.ts'
import { formatReport } from '../src/lib/content/problems.ts'
import { checkSpelling } from '../src/lib/content/spelling.ts'
import { waitsFor } from '../src/lib/content/waiting.ts'

const root = process.argv[2] ?? process.cwd()
const { files, problems } = readContent(root)
const all = [...problems, ...checkSpelling(root, files)]
if (all.length > 0) {
  console.error(formatReport(all))
  process.exitCode = 1
} else {
  console.log(`${files.length} texts read, nothing to mend.`)
}
for (const line of waiting(files)) console.log(line)

function waiting(texts: readonly ContentFile[]): string[] {
  const today = new Date().toISOString().slice(0, 10)
  const drafts = new Set(
    texts.filter(({ values }) => values['draft'] === true).map(({ file }) => file),
  )
  return texts.flatMap(({ file, values }) => {
    if (drafts.has(file)) return [`${file} is a draft: only npm run dev shows it.`]
    const english = file.replace('/blog/ja/', '/blog/en/')
    if (drafts.has(english)) return [`${file} waits for its English text, which is a draft.`]
    const day = waitsFor(values, today)
    return day === undefined ? [] : [`${file} waits for ${day}.`]
  })
}
