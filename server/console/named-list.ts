import { object, optional, size, string } from 'superstruct'
import type { Page, Search } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'
import { PAGE_ROWS } from './pager.ts'
import { tableOf, type Columns } from './table-of.ts'

const text = optional(size(string(), 1, 2000))

/** Query of a list with a search. */
export const namedQuery = object({ q: text, after: text })

/** A list in the order of ids, and a search by the beginning of names and addresses. */
interface NamedRows<Row> {
  page(after: string, limit: number): Promise<Row[]>
  find(id: string): Promise<Row | undefined>
  search(text: string, limit: number): Promise<Row[]>
}

/** Returns what a page shows of a list; with `q`, what has this id, name or address, or one that begins so. */
export async function namedList<Row extends { id: string }>(
  context: ConsoleContext,
  query: { q?: string | undefined; after?: string | undefined },
  list: NamedRows<Row>,
  { none, search, searchHint }: Readonly<Record<'none' | 'search' | 'searchHint', string>>,
  columns: Columns<Row>,
): Promise<Pick<Page, 'search' | 'table' | 'links'>> {
  const { q } = query
  const { rows, links } =
    q === undefined
      ? await context.pager.list(
          query,
          string(),
          (after = '', limit) => list.page(after, limit),
          ({ id }) => id,
        )
      : { rows: await findRows(list, q.trim()), links: [] }
  return {
    search: searchFor(context, q, search, searchHint),
    table: tableOf(rows, none, columns),
    links,
  }
}

async function findRows<Row extends { id: string }>(
  list: NamedRows<Row>,
  q: string,
): Promise<Row[]> {
  const exact = await list.find(q)
  if (exact !== undefined) return [exact]
  if (q === '') return []
  const found = await list.search(q, PAGE_ROWS)
  // Some are found by both name and address.
  return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, PAGE_ROWS)
}

/** Returns the field that looks something up on a page. */
export function searchFor(
  { path, texts }: ConsoleContext,
  q: string | undefined,
  label: string,
  hint?: string,
): Search {
  const more = hint === undefined ? {} : { hint }
  return { action: path, name: 'q', label, ...more, value: q ?? '', button: texts.people.find }
}
