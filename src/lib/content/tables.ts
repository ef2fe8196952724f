import type { ProseLine } from './passages.ts'

const START = /^ {0,3}\|/
const ROW = /^ {0,3}\|.*\|\s*$/
const RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

interface BrokenTable {
  line: number
  message: string
}

/**
 * Finds rows that would be shown as text, as the line below the first does not make them a table, and
 * rows with more cells than their table has columns: what stands in those is not shown (GFM, 4.10).
 */
export function brokenTables(lines: readonly ProseLine[]): BrokenTable[] {
  return lines.flatMap(({ line, text }, index) => {
    const [above, below] = [lines[index - 1], lines[index + 1]]
    const wordsAbove = above?.line === line - 1 ? above.text : ''
    // The row above a rule may do without its first |, or stand behind the mark of an item.
    const isFirst = !ROW.test(wordsAbove) && (wordsAbove.trim() === '' || !RULE.test(text))
    if (!ROW.test(text) || !isFirst || below?.line !== line + 1) return []
    const isRule = RULE.test(below.text)
    const columns = columnsOf(text)
    if (isRule && columnsOf(below.text) === columns) return longRows(lines, index + 2, columns)
    if (!isRule && !ROW.test(below.text)) return []
    const right = `|${' --- |'.repeat(columns)}`
    const message = isRule
      ? `the line above has ${columns === 1 ? 'one column' : `${columns} columns`}, so that this must be ${right}`
      : `between the first line of a table and this one there must be another: write ${right}`
    return [{ line: below.line, message }]
  })
}

function longRows(lines: readonly ProseLine[], from: number, columns: number): BrokenTable[] {
  const long: BrokenTable[] = []
  for (let at = from; at < lines.length; at++) {
    const [above, row] = [lines[at - 1], lines[at]]
    if (row?.line !== (above?.line ?? 0) + 1 || row.text.trim() === '') break
    const cells = START.test(row.text) ? cellsOf(row.text) : []
    if (cells.slice(columns).some((words) => words.trim() !== '')) {
      const message = `has more cells than its table has columns, ${cells.length} for ${columns}, and readers would not see the rest: take a cell away, give the first two lines another column, or write \\| for a | that is meant as such`
      long.push({ line: row.line, message })
    }
  }
  return long
}

function columnsOf(row: string): number {
  return cellsOf(row).length
}

function cellsOf(row: string): string[] {
  const inside = row.trim().replaceAll(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/)
}
