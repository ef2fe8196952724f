import { toTime } from '../../admin/format.ts'
import { addWebhook, listWebhooks, type WebhookInput } from '../../operators/manage-webhooks.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { showOnce } from '../show-once.ts'
import { tableOf } from '../table-of.ts'
import { readWebhook, webhookSettings } from './webhook-acts.ts'

const fresh: WebhookInput = { url: '', kinds: [], aid: null, notify: '', withProfile: false }

/** Addresses that are called when something happens. */
export const webhooksPage = consolePage({
  name: 'webhooks',
  path: '/webhooks',
  role: 'admin',
  menu: (texts) => texts.webhooks.title,
  words: (texts) => texts.webhooks.acts,
  acts: {
    add: consoleAct({
      needsProof: true,
      fields: webhookSettings.fields,
      run: async (context, typed) => {
        const { webhook, secret } = await addWebhook(
          context.services,
          context.actor,
          readWebhook(typed),
        )
        const once = showOnce(context, secret, [], `/webhooks/${webhook.id}`)
        return { target: webhook.id, once }
      },
    }),
  },
  show: async (context) => {
    const t = context.texts.webhooks
    return {
      title: t.title,
      table: tableOf(await listWebhooks(context.services), t.none, [
        [t.address, ({ id, url }) => ({ href: `/webhooks/${id}`, text: url })],
        [t.state, ({ state }) => t.states[state]],
        [t.failing, ({ failingSince }) => (failingSince === 0 ? t.no : toTime(failingSince))],
      ]),
      sections: actSection(context, t.add, ['add'], {
        text: t.addText,
        ...webhookSettings.inputs(context.texts, fresh),
      }),
    }
  },
})
