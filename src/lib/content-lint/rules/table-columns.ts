import type { NodeOf } from '../../markdown/tree.ts'
import { messages } from '../messages.ts'
import { type Finding, placeAt, placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

const ROW = /^[ \t>]*\|.*\|\s*$/
const DELIMITERS = /^[ \t>]*\|(?:\s*:?-+:?\s*\|)+\s*$/

/** Rows form a table, with as many cells as the header. */
export const tableColumns: Rule = {
  name: 'table-columns',
  *check({ nodes, body }) {
    for (const [node] of nodes) {
      if (node.type === 'table') yield* longRows(node)
      if (node.type === 'paragraph') yield* rowsOfNoTable(node, body)
    }
  },
}

// GFM drops extra cells (4.10).
function* longRows({ children: rows }: NodeOf<'table'>): Generator<Finding> {
  const columns = rows[0]?.children.length ?? 0
  for (const row of rows) {
    const { length } = row.children
    if (!row.children.slice(columns).some((cell) => cell.children.length > 0)) continue
    yield {
      ...placeOf(row),
      field: 'table',
      message: messages.tableColumns.tooManyCells(length, columns),
    }
  }
}

function* rowsOfNoTable({ position }: NodeOf<'paragraph'>, body: string): Generator<Finding> {
  const start = position?.start.offset ?? 0
  const lines = body.slice(start, position?.end.offset).split('\n')
  const at = lines.findIndex((line, index) => ROW.test(line) && ROW.test(lines[index + 1] ?? ''))
  const below = lines[at + 1]
  if (at < 0 || below === undefined) return
  const columns = (lines[at]?.match(/(?<!\\)\|/g)?.length ?? 0) - 1
  const message = DELIMITERS.test(below)
    ? messages.tableColumns.wrongDelimiters(columns)
    : messages.tableColumns.noDelimiters(columns)
  const offset = lines.slice(0, at + 1).reduce((sum, line) => sum + line.length + 1, start)
  yield { ...placeAt(body, offset), field: 'table', message }
}
