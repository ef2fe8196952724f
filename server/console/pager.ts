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
export interface Pager {
  /** Returns the place where the page begins. @throws Refusal */
  read<Place>(query: ListQuery, place: Struct<Place>): Place | undefined
  /** Returns links to the first page, unless it is shown, and to the next one, if there is one. */
  links(query: ListQuery, next: unknown): Link[]
  /** Returns the rows of the page and these links; `read` reads rows after a place. */
  list<Row, Place>(
    query: ListQuery,
    place: Struct<Place>,
    read: (after: Place | undefined, limit: number) => Promise<Row[]>,
    placeOf: (row: Row) => Place,
  ): Promise<{ rows: Row[]; links: Link[] }>
}

/** Returns the function that makes the pager of a page. */
export function createPagers(
  secrets: Secrets,
): (path: string, operatorId: string, texts: ConsoleMessages) => Pager {
  const cursors = createCursors(secrets, 'console place', () => new Refusal('unknown'))
  return (path, operatorId, texts) => {
    const listOf = ({ after: _after, ...filter }: ListQuery): string =>
      JSON.stringify([path, operatorId, filter])
    const pager: Pager = {
      read: (query, place) => cursors.read(listOf(query), query.after, place),
      links: ({ after, ...filter }, next) => {
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
      },
      list: async (query, place, read, placeOf) => {
        const found = await read(pager.read(query, place), PAGE_ROWS + 1)
        const rows = found.slice(0, PAGE_ROWS)
        const last = found.length > PAGE_ROWS ? rows.at(-1) : undefined
        return { rows, links: pager.links(query, last && placeOf(last)) }
      },
    }
    return pager
  }
}
