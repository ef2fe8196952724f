import type { FileFinding } from './finding.ts'

/** Formats a finding as `file:line:column field: message`, which editors and terminals link. */
export function formatFinding({ file, line, column, field, message }: FileFinding): string {
  return `${file}:${line}:${column} ${field}: ${message}`
}

/** Formats findings grouped by file, with their number and advice. */
export function formatReport(findings: readonly FileFinding[]): string {
  const byFile = Map.groupBy(findings, ({ file }) => file)
  const groups = [...byFile].map(([file, own]) =>
    [`${file} (${own.length})`, ...own.map((finding) => `  ${formatFinding(finding)}`)].join('\n'),
  )
  const files = byFile.size === 1 ? 'one file' : `${byFile.size} files`
  const count = findings.length === 1 ? 'One problem' : `${findings.length} problems`
  return [
    ...groups,
    `${count} in ${files} of src/content. Open the file at the line after its name and do what the sentence says, then run npm run check:content again.`,
  ].join('\n\n')
}
