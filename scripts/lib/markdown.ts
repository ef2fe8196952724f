import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

/** A table in Markdown, with columns as wide as their longest cell. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Replaces the text between two marks of a file, or with `--check` compares it. */
export function writeBetween(
  file: string,
  marks: readonly [string, string],
  content: string,
): void {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(marks[0])
  const to = text.indexOf(marks[1], from)
  if (from === -1 || to === -1) throw new Error(`${file} has no place for ${marks[0]}.`)
  const whole = `${text.slice(0, from)}${marks[0]}\n\n${content}\n\n${text.slice(to)}`
  if (whole === text) return
  if (process.argv.includes('--check')) {
    console.error(`${file} is out of date: run \`npm run make\`.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, whole)
  }
}
