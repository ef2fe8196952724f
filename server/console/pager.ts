import type { Struct } from 'superstruct'
import type { Secrets } from '../config/secrets.ts'
import { createCursors } from '../lib/cursors.ts'
import type { Link } from '../pages/page.ts'
import type { ConsoleMessages } from './messages/messages.ts'
import { Refusal } from './refusal.ts'

/** Rows of a page. */
export const PAGE_ROWS = 50

/** Query of a list: `after` names the place where the page begins, the rest restricts the list. */
type ListQuery = Readonly<Record<string, string | undefined>>

/** Leads from page to page of a list; places in it are texts that nobody else can read or make. */
export type Pager = ReturnType<ReturnType<typeof createPagers>>

/** Returns the function that makes the pager of a page. */
export function createPagers(secrets: Secrets) {
  const cursors = createCursors(secrets, 'console place', () => new Refusal('unknown'))
  return (path: string, operatorId: string, texts: ConsoleMessages) => {
    const listOf = ({ after: _after, ...filter }: ListQuery): string =>
      JSON.stringify([path, operatorId, filter])
    /** Returns the place where the page begins. @throws Refusal */
    const read = <Place>(query: ListQuery, place: Struct<Place>): Place | undefined =>
      cursors.read(listOf(query), query.after, place)
    /** Returns links to the first page, unless it is shown, and to the next one, if there is one. */
    const links = ({ after, ...filter }: ListQuery, next: unknown): Link[] => {
      const linkTo = (text: string, place?: string): Link => {
        const given = Object.entries({ ...filter, after: place }).flatMap(
          ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
        )
        return { href: `${path}?${new URLSearchParams(given).toString()}`, text }
      }
      return [
        ...(after === undefined ? [] : [linkTo(texts.first)]),
        ...(next === undefined ? [] : [linkTo(texts.next, cursors.write(listOf(filter), next))]),
      ]
    }
    /** Returns the rows of the page and these links; `rowsAfter` reads rows after a place. */
    const list = async <Row, Place>(
      query: ListQuery,
      place: Struct<Place>,
      rowsAfter: (after: Place | undefined, limit: number) => Promise<Row[]>,
      placeOf: (row: Row) => Place,
    ) => {
      const found = await rowsAfter(read(query, place), PAGE_ROWS + 1)
      const rows = found.slice(0, PAGE_ROWS)
      const last = found.length > PAGE_ROWS ? rows.at(-1) : undefined
      return { rows, links: links(query, last && placeOf(last)) }
    }
    return { read, links, list }
  }
}
