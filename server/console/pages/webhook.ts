import { enums, object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { findWebhook, listDeliveries } from '../../webhooks/manage-webhooks.ts'
import { actSection } from '../act-section.ts'
import { consolePage } from '../page.ts'
import { settingInputs } from '../settings-form.ts'
import { webhookActs, webhookSettings } from './webhook-acts.ts'

const LIMIT = 50
const states = ['due', 'done', 'dead'] as const

/** One webhook: what it was told, and its settings. */
export const webhookPage = consolePage({
  name: 'webhook',
  path: '/webhooks/:id',
  role: 'admin',
  acts: webhookActs,
  query: object({ state: optional(enums(states)), after: optional(size(string(), 1, 2000)) }),
  show: async (context, { state, after }) => {
    const { pager, path, services, texts } = context
    const t = texts.webhooks
    const webhook = await findWebhook(services, context.param('id'))
    const before = pager.read(state, after, string())
    const filter = { webhookId: webhook.id, state, before }
    const rows = await listDeliveries(services, filter, LIMIT + 1)
    const shown = rows.slice(0, LIMIT)
    const next = rows.length > LIMIT ? shown.at(-1)?.eventId : undefined
    const { event, at, kind, attempts, answer } = t.delivery
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
      table: {
        columns: [event, at, kind, t.state, attempts, answer],
        rows: shown.map((one) => [
          one.eventId,
          toTime(one.at),
          one.kind,
          t.deliveryStates[one.state],
          String(one.attempts),
          [one.status || '', one.error].join(' ').trim(),
        ]),
        empty: t.noDeliveries,
      },
      links: pager.links({ state, after }, state, next),
      sections: [
        ...actSection(context, t.replay, ['replay'], { fields: [{ name: 'event', label: event }] }),
        ...actSection(context, t.replayDead, ['replay-dead'], { text: t.replayDeadText }),
        ...actSection(context, t.switch, [webhook.state === 'on' ? 'off' : 'on'], {
          text: t.offText,
        }),
        ...actSection(
          context,
          texts.apps.settings,
          ['set'],
          settingInputs(webhookSettings(context, webhook)),
        ),
        ...actSection(context, t.secret, ['secret'], { text: t.secretText }),
        ...actSection(context, t.remove, ['remove'], { text: t.removeText }),
      ],
    }
  },
})
