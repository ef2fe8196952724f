import { number, object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import type { Cell } from '../../pages/page.ts'
import { searchFor } from '../named-list.ts'
import { consolePage } from '../page.ts'
import { tableOf } from '../table-of.ts'

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
    const linkBy = (name: string, value: string): Cell =>
      value && { href: `/record?${name}=${encodeURIComponent(value)}`, text: value }
    return {
      title: t.title,
      search: searchFor(context, q, t.search, t.searchHint),
      table: tableOf(rows, t.none, [
        [t.columns.at, ({ at }) => toTime(at)],
        [t.columns.actor, (one) => linkBy('actor', one.actor)],
        [t.columns.action, ({ action, detail }) => `${action} ${detail}`.trim()],
        [t.columns.target, ({ target }) => linkBy('q', target)],
        [t.columns.reason, ({ reason }) => reason],
        [t.columns.network, ({ network }) => network],
      ]),
      links,
    }
  },
})
