import { toTime } from '../../admin/format.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { consolePage } from '../page.ts'
import { tableOf } from '../table-of.ts'

/** Messages that wait, and what became of those of a day; no texts, codes or recipients. */
export const messagesPage = consolePage({
  name: 'messages',
  path: '/messages',
  role: 'support',
  menu: (texts) => texts.traffic.messages,
  show: async ({ now, services, texts }) => {
    const t = texts.traffic
    const waiting = await services.outbox.byChannel()
    const ended = await services.attempts.messagesSince(now - DAY_MS)
    return {
      title: t.messages,
      sections: [
        {
          title: t.waiting,
          table: tableOf(waiting, t.noneWaits, [
            [t.channel, ({ channel }) => t.channels[channel]],
            [t.count, ({ count }) => String(count)],
            [t.oldest, ({ oldestAt }) => toTime(oldestAt)],
            [t.attempts, ({ attempts }) => String(attempts)],
          ]),
        },
        {
          title: t.ended,
          table: tableOf(ended, t.noneEnded, [
            [t.channel, ({ channel }) => t.channels[channel]],
            [t.outcome, ({ error }) => t.outcomes[error] ?? error],
            [t.count, ({ count }) => String(count)],
          ]),
        },
      ],
    }
  },
})
