import { array, boolean, object, type Struct } from 'superstruct'
import { page, pageSize, wholeNumber } from './fields.ts'

/** Payload fields that select a page of a list. */
export const paging = { page, page_size: pageSize }

/** Defaults of the paging fields. */
export const firstPage = { page: 1, page_size: 10 } as const

/** Page of a list on the wire. */
export interface Page<Item> {
  list: Item[]
  /** Number of items on all pages. */
  total: number
  page: number
  page_size: number
  has_more: boolean
}

/** Returns the reply struct of a list endpoint. */
export function pageOf<Item, Schema>(item: Struct<Item, Schema>): Struct<Page<Item>, object> {
  return object({
    list: array(item),
    total: wholeNumber,
    page: wholeNumber,
    page_size: wholeNumber,
    has_more: boolean(),
  })
}

/** What every call for a list has: it may come by GET, and answers a page. */
export function listOf<Item, Schema>(
  item: Struct<Item, Schema>,
): {
  methods: readonly ['GET', 'POST']
  defaults: typeof firstPage
  reply: Struct<Page<Item>, object>
} {
  return { methods: ['GET', 'POST'], defaults: firstPage, reply: pageOf(item) }
}
