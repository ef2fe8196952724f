import process from 'node:process'
import { checkContent, formatProblem } from '../src/lib/content/check.ts'

const root = process.argv[2] ?? process.cwd()
const problems = checkContent(root)
for (const problem of problems) console.error(formatProblem(problem))
if (problems.length > 0) {
  console.error(
    `\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in src/content.`,
  )
  process.exitCode = 1
}
