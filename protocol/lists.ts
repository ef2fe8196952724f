import { array, boolean, object, type Struct } from 'superstruct'
import { page, pageSize, wholeNumber } from './fields.ts'

/** Fields of a call that asks for a page of a list. */
export const paging = { page, page_size: pageSize }

/** The page that is meant where none is named. */
export const firstPage = { page: 1, page_size: 10 } as const

/** A page of a list. */
export interface Page<Item> {
  list: Item[]
  /** How many there are in all. */
  total: number
  page: number
  page_size: number
  /** Whether more follow. */
  has_more: boolean
}

/** What a call answers that was asked for a page of a list. */
export function pageOf<Item, Schema>(item: Struct<Item, Schema>): Struct<Page<Item>, object> {
  return object({
    list: array(item),
    total: wholeNumber,
    page: wholeNumber,
    page_size: wholeNumber,
    has_more: boolean(),
  })
}
