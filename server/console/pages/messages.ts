import { toTime } from '../../admin/format.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { consolePage } from '../page.ts'

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
          table: {
            columns: [t.channel, t.count, t.oldest, t.attempts],
            rows: waiting.map(({ channel, count, oldestAt, attempts }) => [
              t.channels[channel],
              String(count),
              toTime(oldestAt),
              String(attempts),
            ]),
            empty: t.noneWaits,
          },
        },
        {
          title: t.ended,
          table: {
            columns: [t.channel, t.outcome, t.count],
            rows: ended.map(({ channel, error, count }) => [
              t.channels[channel],
              t.outcomes[error] ?? error,
              String(count),
            ]),
            empty: t.noneEnded,
          },
        },
      ],
    }
  },
})
