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

/** Fetches every page of a list, from a page on. */
export async function allOf<Wire>(
  fetchPage: (paging: { page_size: 100; page: number }) => Promise<Page<Wire>>,
  page = 1,
): Promise<Wire[]> {
  const { list, has_more: hasMore } = await fetchPage({ page_size: 100, page })
  return hasMore ? [...list, ...(await allOf(fetchPage, page + 1))] : list
}

export function toRows<Wire, Row>(
  { list, total, has_more: hasMore }: Page<Wire>,
  toRow: (wire: Wire) => Row,
): Rows<Row> {
  return { list: list.map(toRow), total, hasMore }
}
