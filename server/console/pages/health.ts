import { hostname } from 'node:os'
import process from 'node:process'
import { DAY_MS, SECOND_MS } from '../../lib/clock.ts'
import { toTime } from '../../admin/format.ts'
import { readVersion } from '../../lib/version.ts'
import { timeOfEventId } from '../../store/webhook-repository.ts'
import { listWebhooks } from '../../operators/manage-webhooks.ts'
import { consolePage } from '../page.ts'

/** Where operators begin: whether the server works. */
export const healthPage = consolePage({
  name: 'health',
  path: '/',
  role: 'support',
  menu: (texts) => texts.operators.health.title,
  show: async ({ services, texts, now }) => {
    const t = texts.operators.health
    const { count, oldestAt } = await services.outbox.backlog()
    const delivery = await services.webhooks.oldestDue()
    const { running, waiting } = services.passwords.load()
    const ageOf = (at: number | undefined): string =>
      t.seconds(at === undefined ? 0 : Math.max(0, Math.round((now - at) / SECOND_MS)))
    const refused = await services.attempts.countSince(now - DAY_MS, 20)
    const failing = (await listWebhooks(services)).filter(({ failingSince }) => failingSince !== 0)
    return {
      title: t.title,
      text: t.instanceText,
      facts: [
        [t.instance, t.onHost(hostname(), process.pid)],
        [t.version, readVersion()],
        [t.started, toTime(now - process.uptime() * SECOND_MS)],
        [t.messages, String(count)],
        [t.oldest, ageOf(oldestAt)],
        [t.webhook, ageOf(delivery === undefined ? undefined : timeOfEventId(delivery))],
        [t.hashes, `${running} + ${waiting}`],
      ],
      sections: [
        {
          title: t.refused,
          table: {
            columns: [t.step, t.reason, t.count],
            rows: refused.map(({ step, error, total }) => [step, error, String(total)]),
            empty: t.noneRefused,
          },
        },
        {
          title: t.failing,
          table: {
            columns: [t.address, t.since],
            rows: failing.map(({ url, failingSince }) => [url, toTime(failingSince)]),
            empty: t.noneFails,
          },
        },
      ],
    }
  },
})
