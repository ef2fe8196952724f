import { object, size, string } from 'superstruct'
import { readAid } from '../../apps/change-app.ts'
import type { Actor } from '../../calls/operator-source.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import {
  changeWebhook,
  parseKinds,
  removeWebhook,
  renewWebhookSecret,
  replayDeliveries,
  switchWebhook,
  findWebhook,
  type Replay,
  type Webhook,
  type WebhookInput,
} from '../../webhooks/manage-webhooks.ts'
import { consoleAct, type ConsoleAct, type ConsoleContext } from '../page.ts'
import {
  changedSettings,
  settingsStruct,
  type Setting,
  type TypedSettings,
} from '../settings-form.ts'
import { showOnce } from '../show-once.ts'

export const settingNames = ['url', 'kinds', 'aid', 'notify', 'withProfile'] as const

/** What operators do to a webhook. */
export const webhookActs: Readonly<Record<string, ConsoleAct>> = {
  set: consoleAct({
    role: 'admin',
    words: (texts) => texts.webhooks.acts.set,
    fields: settingsStruct(settingNames),
    run: async (context, typed) => {
      const webhook = await findWebhook(context.services, context.param('id'))
      const names = Object.keys(changedSettings(webhookSettings(context, webhook), typed))
      const input = Object.entries(readWebhookInput(typed)).filter(([name]) => names.includes(name))
      await changeWebhook(context.services, actorOf(context), webhook.id, Object.fromEntries(input))
      return { target: webhook.id, detail: names.join(' ') }
    },
  }),
  on: act('on', async (context, id) => switchWebhook(context.services, actorOf(context), id, 'on')),
  off: act('off', async (context, id) =>
    switchWebhook(context.services, actorOf(context), id, 'off'),
  ),
  secret: consoleAct({
    role: 'admin',
    needsProof: true,
    words: (texts) => texts.webhooks.acts.secret,
    run: async (context) => {
      const id = context.param('id')
      const secret = await renewWebhookSecret(context.services, actorOf(context), id)
      return { target: id, once: showOnce(context, secret) }
    },
  }),
  replay: consoleAct({
    role: 'admin',
    words: (texts) => texts.webhooks.acts.replay,
    fields: object({ event: size(string(), 1, 64) }),
    run: async (context, { event }) => {
      await replay(context, { eventId: event.trim() })
      return { target: context.param('id'), detail: event }
    },
  }),
  'replay-dead': act('replay-dead', async (context) => replay(context, { since: 0 })),
  remove: consoleAct({
    role: 'admin',
    needsProof: true,
    isDangerous: true,
    words: (texts) => texts.webhooks.acts.remove,
    run: async (context) => {
      const id = context.param('id')
      await removeWebhook(context.services, actorOf(context), id)
      return { target: id, to: '/webhooks' }
    },
  }),
}

/** Returns the settings of a webhook for its form, or those of a new one. */
export function webhookSettings({ texts }: ConsoleContext, webhook?: Webhook): Setting[] {
  const t = texts.webhooks
  const { url = '', kinds = [], aid = null, notify = '', withProfile = false } = webhook ?? {}
  return [
    { name: 'url', label: t.address, hint: t.addressHint, value: url },
    { name: 'kinds', label: t.kinds, hint: t.kindsHint, value: kinds.join(', ') },
    { name: 'aid', label: t.app, hint: t.appHint, value: aid === null ? '' : String(aid) },
    { name: 'notify', label: t.notify, value: notify },
    { name: 'withProfile', label: t.profile, value: withProfile },
  ]
}

/** Returns what a form says about a webhook. @throws OperatorError */
export function readWebhookInput({
  url = '',
  kinds = '',
  aid,
  notify = '',
  withProfile,
}: TypedSettings): WebhookInput {
  return {
    url,
    kinds: parseKinds(kinds),
    aid: aid === undefined ? null : readAid(aid),
    notify,
    withProfile: withProfile !== undefined,
  }
}

/** Returns who does it, for events. */
export function actorOf({ operator }: ConsoleContext): Actor {
  return `operator:${operator.accountId}`
}

async function replay(context: ConsoleContext, which: Replay): Promise<void> {
  const wanted = { ...which, webhookId: context.param('id') }
  const count = await replayDeliveries(context.services, actorOf(context), wanted)
  if (count === 0) throw new OperatorError('unknown', 'delivery')
}

function act(
  name: 'on' | 'off' | 'replay-dead',
  work: (context: ConsoleContext, id: string) => Promise<unknown>,
): ConsoleAct {
  return consoleAct({
    role: 'admin',
    isDangerous: name === 'off',
    words: (texts) => texts.webhooks.acts[name],
    run: async (context) => {
      const id = context.param('id')
      await work(context, id)
      return { target: id }
    },
  })
}
