import { toTime } from '../../admin/format.ts'
import { addWebhook, listWebhooks } from '../../webhooks/manage-webhooks.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { settingInputs, settingsStruct } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'
import { actorOf, readWebhookInput, settingNames, webhookSettings } from './webhook-acts.ts'

/** Addresses that are called when something happens. */
export const webhooksPage = consolePage({
  name: 'webhooks',
  path: '/webhooks',
  role: 'admin',
  menu: (texts) => texts.webhooks.title,
  acts: {
    add: consoleAct({
      role: 'admin',
      needsProof: true,
      words: (texts) => texts.webhooks.acts.add,
      fields: settingsStruct(settingNames),
      run: async (context, typed) => {
        const input = readWebhookInput(typed)
        const { webhook, secret } = await addWebhook(context.services, actorOf(context), input)
        const once = showOnce(context, secret, [], `/webhooks/${webhook.id}`)
        return { target: webhook.id, once }
      },
    }),
  },
  show: async (context) => {
    const t = context.texts.webhooks
    return {
      title: t.title,
      table: {
        columns: [t.address, t.state, t.failing],
        rows: (await listWebhooks(context.services)).map(({ id, url, state, failingSince }) => [
          { href: `/webhooks/${id}`, text: url },
          t.states[state],
          failingSince === 0 ? t.no : toTime(failingSince),
        ]),
        empty: t.none,
      },
      sections: actSection(context, t.add, ['add'], {
        text: t.addText,
        ...settingInputs(webhookSettings(context)),
      }),
    }
  },
})
