import type { ContentProblem } from './rule.ts'

/** Writes a problem as `file:line:column field: message`, which editors and terminals turn into a link. */
export function formatProblem({ file, line, column, field, message }: ContentProblem): string {
  return `${file}:${line}:${column} ${field}: ${message}`
}

/** Writes many problems under the names of their files, with how many there are and what to do. */
export function formatReport(problems: readonly ContentProblem[]): string {
  const byFile = Map.groupBy(problems, ({ file }) => file)
  const groups = [...byFile].map(([file, own]) =>
    [`${file} (${own.length})`, ...own.map((problem) => `  ${formatProblem(problem)}`)].join('\n'),
  )
  const files = byFile.size === 1 ? 'one file' : `${byFile.size} files`
  const count = problems.length === 1 ? 'One thing' : `${problems.length} things`
  return [
    ...groups,
    `${count} to mend in ${files} of src/content. Open the file, go to the line after the colon and do what the sentence says; then run npm run check:content again.`,
  ].join('\n\n')
}
