import { enums, object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { findWebhook } from '../../operators/manage-webhooks.ts'
import { actSection } from '../act-section.ts'
import { consolePage } from '../page.ts'
import { tableOf } from '../table-of.ts'
import { webhookActs, webhookSettings } from './webhook-acts.ts'

const states = ['due', 'done', 'dead'] as const

/** One webhook: what it was told, and its settings. */
export const webhookPage = consolePage({
  name: 'webhook',
  path: '/webhooks/:id',
  role: 'admin',
  words: (texts) => texts.webhooks.acts,
  acts: webhookActs,
  query: object({ state: optional(enums(states)), after: optional(size(string(), 1, 2000)) }),
  show: async (context, query) => {
    const { pager, path, services, texts } = context
    const { state } = query
    const t = texts.webhooks
    const webhook = await findWebhook(services, context.param('id'))
    const { rows, links } = await pager.list(
      query,
      string(),
      (before, limit) =>
        services.webhooks.deliveries({ endpointId: webhook.id, state, before }, limit),
      ({ eventId }) => eventId,
    )
    return {
      title: webhook.url,
      tabs: {
        label: t.deliveries,
        items: [undefined, ...states].map((one) => ({
          href: one === undefined ? path : `${path}?state=${one}`,
          text: one === undefined ? t.all : t.deliveryStates[one],
          isCurrent: one === state,
        })),
      },
      facts: [
        [t.id, webhook.id],
        [t.state, t.states[webhook.state]],
        [t.failing, webhook.failingSince === 0 ? t.no : toTime(webhook.failingSince)],
      ],
      table: tableOf(rows, t.noDeliveries, [
        [t.delivery.event, ({ eventId }) => eventId],
        [t.delivery.at, ({ at }) => toTime(at)],
        [t.delivery.kind, ({ kind }) => kind],
        [t.state, (one) => t.deliveryStates[one.state]],
        [t.delivery.attempts, ({ attempts }) => String(attempts)],
        [t.delivery.answer, ({ status, error }) => [status || '', error].join(' ').trim()],
      ]),
      links,
      sections: [
        ...actSection(context, t.replay, ['replay'], {
          fields: [{ name: 'event', label: t.delivery.event }],
        }),
        ...actSection(context, t.replayDead, ['replay-dead'], { text: t.replayDeadText }),
        ...actSection(context, t.switch, [webhook.state === 'on' ? 'off' : 'on'], {
          text: t.offText,
        }),
        ...actSection(
          context,
          texts.apps.settings,
          ['set'],
          webhookSettings.inputs(texts, webhook),
        ),
        ...actSection(context, t.secret, ['secret'], { text: t.secretText }),
        ...actSection(context, t.remove, ['remove'], { text: t.removeText }),
      ],
    }
  },
})
