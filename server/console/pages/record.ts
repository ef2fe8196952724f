import { number, object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import type { Cell } from '../../pages/page.ts'
import { searchFor } from '../named-list.ts'
import { consolePage } from '../page.ts'

const text = optional(size(string(), 1, 200))
const place = object({ at: number(), id: string() })

/** What operators did and whom they looked at, newest first. */
export const recordPage = consolePage({
  name: 'record',
  path: '/record',
  role: 'owner',
  menu: (texts) => texts.operators.record.title,
  query: object({ q: text, actor: text, after: text }),
  show: async (context, query) => {
    const t = context.texts.operators.record
    const { q, actor } = query
    const { rows, links } = await context.pager.list(
      query,
      place,
      (from, limit) => context.services.operatorRecord.list({ target: q, actor }, from, limit),
      ({ at, id }) => ({ at, id }),
    )
    const { at, actor: who, action, target, reason, network } = t.columns
    const linkBy = (name: string, value: string): Cell =>
      value && { href: `/record?${name}=${encodeURIComponent(value)}`, text: value }
    return {
      title: t.title,
      search: searchFor(context, q, t.search, t.searchHint),
      table: {
        columns: [at, who, action, target, reason, network],
        rows: rows.map((one) => [
          toTime(one.at),
          linkBy('actor', one.actor),
          `${one.action} ${one.detail}`.trim(),
          linkBy('q', one.target),
          one.reason,
          one.network,
        ]),
        empty: t.none,
      },
      links,
    }
  },
})
