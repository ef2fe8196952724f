import type { Page } from '#protocol/lists.ts'

/** Parameters of a call for a page of a list. */
export interface Paging {
  page: number
  page_size: number
}

/** Converts the number of a page to an offset. */
export function spanOf({ page, page_size: limit }: Paging): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit }
}

/** Returns a page of a list in the form of the protocol. */
export function toPage<Item>(list: Item[], total: number, paging: Paging): Page<Item> {
  const { page, page_size } = paging
  return { list, total, page, page_size, has_more: spanOf(paging).offset + list.length < total }
}

/** Returns a page of a list that is in memory. */
export function pageOf<Item>(all: readonly Item[], paging: Paging): Page<Item> {
  const { offset, limit } = spanOf(paging)
  return toPage(all.slice(offset, offset + limit), all.length, paging)
}
