import { hostname } from 'node:os'
import process from 'node:process'
import { DAY_MS, SECOND_MS } from '../../lib/clock.ts'
import { toTime } from '../../admin/format.ts'
import { readVersion } from '../../lib/version.ts'
import { waitingIn } from '../../metrics/load.ts'
import { listWebhooks } from '../../operators/manage-webhooks.ts'
import { traceMessages } from '../../trace/messages/all-messages.ts'
import { consolePage } from '../page.ts'
import { tableOf } from '../table-of.ts'

/** Where operators begin: whether the server works. */
export const healthPage = consolePage({
  name: 'health',
  path: '/',
  role: 'support',
  menu: (texts) => texts.operators.health.title,
  show: async ({ language, services, texts, now }) => {
    const t = texts.operators.health
    const { messagesWaiting, oldestMessageSeconds, oldestWebhookSeconds } =
      await waitingIn(services)
    const { running, waiting } = services.passwords.load()
    const secondsOf = (age: number): string => t.seconds(Math.max(0, Math.round(age)))
    const refused = await services.attempts.countSince(now - DAY_MS, 20)
    const failing = (await listWebhooks(services)).filter(({ failingSince }) => failingSince !== 0)
    return {
      title: t.title,
      text: t.instanceText,
      facts: [
        [t.instance, t.onHost(hostname(), process.pid)],
        [t.version, readVersion()],
        [t.started, toTime(now - process.uptime() * SECOND_MS)],
        [t.messages, String(messagesWaiting)],
        [t.oldest, secondsOf(oldestMessageSeconds)],
        [t.webhook, secondsOf(oldestWebhookSeconds)],
        [t.hashes, `${running} + ${waiting}`],
      ],
      sections: [
        {
          title: t.refused,
          table: tableOf(refused, t.noneRefused, [
            [t.step, ({ step }) => traceMessages[language].steps[step]],
            [t.reason, ({ error }) => error],
            [t.count, ({ total }) => String(total)],
          ]),
        },
        {
          title: t.failing,
          table: tableOf(failing, t.noneFails, [
            [t.address, ({ url }) => url],
            [t.since, ({ failingSince }) => toTime(failingSince)],
          ]),
        },
      ],
    }
  },
})
