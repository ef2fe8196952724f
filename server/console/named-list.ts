import { object, optional, size, string } from 'superstruct'
import type { Cell, Page, Search } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

const text = optional(size(string(), 1, 2000))

/** Query of a list with a search. */
export const namedQuery = object({ q: text, after: text })

/** A list in the order of ids. */
interface ListById<Row> {
  page(after: string, limit: number): Promise<Row[]>
  find(id: string): Promise<Row | undefined>
}

/** How a page shows a list. */
interface Look<Row> {
  search: string
  columns: readonly string[]
  cellsOf: (row: Row) => readonly Cell[]
  empty: string
}

/** Returns what a page shows of a list; with `q`, what has this id. */
export async function namedList<Row extends { id: string }>(
  context: ConsoleContext,
  query: { q?: string | undefined; after?: string | undefined },
  list: ListById<Row>,
  { search, columns, cellsOf, empty }: Look<Row>,
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
      : { rows: await findById(list, q.trim()), links: [] }
  return {
    search: searchFor(context, q, search),
    table: { columns, rows: rows.map(cellsOf), empty },
    links,
  }
}

async function findById<Row>(list: ListById<Row>, id: string): Promise<Row[]> {
  const found = await list.find(id)
  return found === undefined ? [] : [found]
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
