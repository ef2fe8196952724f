import { number, object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import type { Cell } from '../../pages/page.ts'
import { consolePage } from '../page.ts'

const LIMIT = 50
const text = optional(size(string(), 1, 200))
const place = object({ at: number(), id: string() })

/** What operators did and whom they looked at, newest first. */
export const recordPage = consolePage({
  name: 'record',
  path: '/record',
  role: 'owner',
  menu: (texts) => texts.operators.record.title,
  query: object({ q: text, actor: text, after: text }),
  show: async ({ pager, services, texts }, { q, actor, after }) => {
    const t = texts.operators.record
    const filter = JSON.stringify([q, actor])
    const from = pager.read(filter, after, place)
    const entries = await services.operatorRecord.list({ target: q, actor }, from, LIMIT + 1)
    const shown = entries.slice(0, LIMIT)
    const last = entries.length > LIMIT ? shown.at(-1) : undefined
    const next = last && { at: last.at, id: last.id }
    const { at, actor: who, action, target, reason, network } = t.columns
    return {
      title: t.title,
      search: {
        action: '/record',
        name: 'q',
        label: t.search,
        hint: t.searchHint,
        value: q ?? '',
        button: t.show,
      },
      table: {
        columns: [at, who, action, target, reason, network],
        rows: shown.map((one): Cell[] => [
          toTime(one.at),
          { href: `/record?actor=${encodeURIComponent(one.actor)}`, text: one.actor },
          `${one.action} ${one.detail}`.trim(),
          one.target === ''
            ? ''
            : { href: `/record?q=${encodeURIComponent(one.target)}`, text: one.target },
          one.reason,
          one.network,
        ]),
        empty: t.none,
      },
      links: pager.links({ q, actor, after }, filter, next),
    }
  },
})
