import { object, size, string } from 'superstruct'
import { readAid } from '../../operators/change-app.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import {
  changeWebhook,
  findWebhook,
  parseKinds,
  removeWebhook,
  renewWebhookSecret,
  replayDeliveries,
  switchWebhook,
  type Replay,
  type WebhookInput,
} from '../../operators/manage-webhooks.ts'
import { actsOn, type ConsoleContext } from '../page.ts'
import { settingsForm, type TypedSettings } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'

/** What is set about a webhook, as it is typed. */
export const webhookSettings = settingsForm<WebhookInput>()(
  {
    url: ({ url }) => url,
    kinds: ({ kinds }) => kinds.join(', '),
    aid: ({ aid }) => (aid === null ? '' : String(aid)),
    notify: ({ notify }) => notify,
    withProfile: ({ withProfile }) => withProfile,
  },
  ({ webhooks: t }) => ({
    url: [t.address, t.addressHint],
    kinds: [t.kinds, t.kindsHint],
    aid: [t.app, t.appHint],
    notify: [t.notify],
    withProfile: [t.profile],
  }),
)

const onWebhook = actsOn(
  ({ param, services }) => findWebhook(services, param('id')),
  ({ id }) => id,
)

/** What operators do to a webhook. */
export const webhookActs = {
  set: onWebhook({
    fields: webhookSettings.fields,
    run: async ({ actor, services }, webhook, typed) => {
      const changed = webhookSettings.changed(webhook, typed)
      const input = Object.entries(readWebhook(typed)).filter(([name]) => name in changed)
      await changeWebhook(services, actor, webhook.id, Object.fromEntries(input))
      return { detail: Object.keys(changed).join(' ') }
    },
  }),
  on: onWebhook({
    run: ({ actor, services }, { id }) => switchWebhook(services, actor, id, 'on'),
  }),
  off: onWebhook({
    isDangerous: true,
    run: ({ actor, services }, { id }) => switchWebhook(services, actor, id, 'off'),
  }),
  secret: onWebhook({
    needsProof: true,
    run: async (context, { id }) => ({
      once: showOnce(context, await renewWebhookSecret(context.services, context.actor, id)),
    }),
  }),
  replay: onWebhook({
    fields: object({ event: size(string(), 1, 64) }),
    run: async (context, { id }, { event }) => {
      await replay(context, { webhookId: id, eventId: event.trim() })
      return { detail: event }
    },
  }),
  'replay-dead': onWebhook({
    run: (context, { id }) => replay(context, { webhookId: id, since: 0 }),
  }),
  remove: onWebhook({
    needsProof: true,
    isDangerous: true,
    run: async ({ actor, services }, { id }) => {
      await removeWebhook(services, actor, id)
      return { list: '/webhooks' }
    },
  }),
}

/** Returns what a form says about a webhook. @throws OperatorError */
export function readWebhook({
  url = '',
  kinds = '',
  aid,
  notify = '',
  withProfile,
}: TypedSettings<keyof WebhookInput>): WebhookInput {
  return {
    url,
    kinds: parseKinds(kinds),
    aid: aid === undefined ? null : readAid(aid),
    notify,
    withProfile: withProfile !== undefined,
  }
}

async function replay({ actor, services }: ConsoleContext, which: Replay): Promise<void> {
  const count = await replayDeliveries(services, actor, which)
  if (count === 0) throw new OperatorError('unknown', 'delivery')
}
