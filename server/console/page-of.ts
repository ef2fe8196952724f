import { string } from 'superstruct'
import type { Link } from '../pages/page.ts'
import type { ConsoleContext } from './page.ts'

const LIMIT = 50

/** A list in the order of ids. */
interface ListById<Row> {
  page(after: string, limit: number): Promise<Row[]>
  find(id: string): Promise<Row | undefined>
}

/** Returns what a page shows of a list, and links to the rest; with `q`, what has this id. */
export async function pageOf<Row extends { id: string }>(
  { pager }: ConsoleContext,
  { q, after }: { q?: string | undefined; after?: string | undefined },
  list: ListById<Row>,
): Promise<{ list: Row[]; links: Link[] }> {
  if (q !== undefined) {
    const found = await list.find(q.trim())
    return { list: found === undefined ? [] : [found], links: [] }
  }
  const from = pager.read(undefined, after, string()) ?? ''
  const rows = await list.page(from, LIMIT + 1)
  const shown = rows.slice(0, LIMIT)
  const next = rows.length > LIMIT ? shown.at(-1)?.id : undefined
  return { list: shown, links: pager.links({ after }, undefined, next) }
}
