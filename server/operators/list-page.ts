/** Rows of an index that a page reads at most; where few of them are shown, pages are short. */
export const MAX_READ = 1000

/** A page of a list: what is shown, and the row after which the next page begins; undefined at the end. */
export interface ListPage<Row> {
  shown: Row[]
  next: Row | undefined
}

/** Makes a page of `limit` rows at most from `rows`, of which `mostRead` were asked for. */
export function toListPage<Row>(
  rows: readonly Row[],
  isShown: (row: Row) => boolean,
  limit: number,
  mostRead: number,
): ListPage<Row> {
  const shown = rows.filter((row) => isShown(row)).slice(0, limit)
  const last = shown.length === limit ? shown.at(-1) : rows.at(-1)
  const isAtEnd = rows.length < mostRead && last === rows.at(-1)
  return { shown, next: isAtEnd ? undefined : last }
}
