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

/** Fetches every page of a list; the first by a call that the server's own pages make ahead of time. */
export async function allOf<Wire>(
  fetchPage: (paging: { page_size: 100; page?: number }) => Promise<Page<Wire>>,
): Promise<Wire[]> {
  let reply = await fetchPage({ page_size: 100 })
  const all = reply.list
  for (let page = 2; reply.has_more; page++) {
    reply = await fetchPage({ page_size: 100, page })
    all.push(...reply.list)
  }
  return all
}

export function toRows<Wire, Row>(
  { list, total, has_more: hasMore }: Page<Wire>,
  toRow: (wire: Wire) => Row,
): Rows<Row> {
  return { list: list.map(toRow), total, hasMore }
}
