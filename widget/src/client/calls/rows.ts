import type { Page } from '#protocol/lists.ts'

/** One page of a list. */
export interface Rows<Row> {
  list: Row[]
  /** Number of rows on all pages. */
  total: number
  hasMore: boolean
}

/** Selects a page, by default the first. */
export interface Paging {
  page?: number
  pageSize: number
}

export function pagingFields({ page = 1, pageSize }: Paging) {
  return { page, page_size: pageSize }
}

export function toRows<Wire, Row>(
  { list, total, has_more: hasMore }: Page<Wire>,
  toRow: (wire: Wire) => Row,
): Rows<Row> {
  return { list: list.map(toRow), total, hasMore }
}
