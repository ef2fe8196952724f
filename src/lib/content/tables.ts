import type { ProseLine } from './passages.ts'

const ROW = /^ {0,3}\|.*\|\s*$/
const RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Finds rows that would be shown as text, as the line below the first does not make them a table. */
export function brokenTables(lines: readonly ProseLine[]): { line: number; message: string }[] {
  return lines.flatMap(({ line, text }, index) => {
    const [above, below] = [lines[index - 1], lines[index + 1]]
    const isFirst = ROW.test(text) && !(above?.line === line - 1 && ROW.test(above.text))
    if (!isFirst || below?.line !== line + 1) return []
    const isRule = RULE.test(below.text)
    const columns = columnsOf(text)
    if ((!isRule && !ROW.test(below.text)) || (isRule && columnsOf(below.text) === columns)) {
      return []
    }
    const right = `|${' --- |'.repeat(columns)}`
    const message = isRule
      ? `the line above has ${columns} columns, so that this must be ${right}`
      : `between the first line of a table and this one there must be another: write ${right}`
    return [{ line: below.line, message }]
  })
}

function columnsOf(row: string): number {
  const inside = row.trim().replaceAll(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).length
}
