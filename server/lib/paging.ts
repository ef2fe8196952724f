import type { Page } from '#protocol/lists.ts'

/** The page of a list that a call asks for. */
export interface Paging {
  page: number
  page_size: number
}

/** Where a page lies in its list, as stores read it. */
export function spanOf({ page, page_size: limit }: Paging): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit }
}

/** A page as it travels. */
export function toPage<Item>(list: Item[], total: number, paging: Paging): Page<Item> {
  const { page, page_size } = paging
  return { list, total, page, page_size, has_more: spanOf(paging).offset + list.length < total }
}

/** A page of a list that is short enough to be at hand as a whole. */
export function pageOf<Item>(all: readonly Item[], paging: Paging): Page<Item> {
  const { offset, limit } = spanOf(paging)
  return toPage(all.slice(offset, offset + limit), all.length, paging)
}
