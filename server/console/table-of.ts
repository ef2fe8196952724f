import type { Cell, Table } from '../pages/page.ts'

/** Heads, and what a table shows of a row below each. */
export type Columns<Row> = readonly (readonly [head: string, show: (row: Row) => Cell])[]

/** Returns a table of rows; `empty` stands in its place where there are none. */
export function tableOf<Row>(rows: readonly Row[], empty: string, columns: Columns<Row>): Table {
  return {
    columns: columns.map(([head]) => head),
    rows: rows.map((row) => columns.map(([, show]) => show(row))),
    empty,
  }
}
