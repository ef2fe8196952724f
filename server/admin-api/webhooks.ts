import { string } from 'superstruct'
import { toSeconds } from '../lib/clock.ts'
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayDeliveries,
  switchWebhook,
  type Webhook,
} from '../operators/manage-webhooks.ts'
import type { AdminContext, AdminHandlers, Reply } from './handler.ts'
import { ProblemError } from './problem-error.ts'
import { readApp } from './read-app.ts'
import { DEFAULT_LIMIT } from './users.ts'

/** Handlers of webhooks; a token of one application sees those of it alone. */
export const webhookHandlers = {
  listWebhooks: async (_fields, { services, token }) => {
    const all = await listWebhooks(services)
    const own = all.filter(({ aid }) => token.aid === null || aid === token.aid)
    return { webhooks: own.map(describeWebhook) }
  },
  addWebhook: async ({ body }, context) => {
    const { services, actor } = context
    const { url, kinds, with_profile: withProfile = false } = body
    const aid = await readApp(context, body.app_id)
    const input = { url, kinds, aid, withProfile, notify: body.notify ?? '' }
    const { webhook, secret } = await addWebhook(services, actor, input)
    return { webhook: describeWebhook(webhook), secret }
  },
  getWebhook: async (_fields, context) => describeWebhook(await visibleWebhook(context)),
  changeWebhook: async ({ body }, context) => {
    const { id, state: present } = await visibleWebhook(context)
    const { actor } = context
    const { state, with_profile: withProfile, ...rest } = body
    const change = { ...rest, withProfile }
    const isChanged = Object.values(change).some((value) => value !== undefined)
    await context.services.transaction(async (tx) => {
      if (isChanged || state === undefined) await changeWebhook(tx, actor, id, change)
      if (state !== undefined && state !== present) await switchWebhook(tx, actor, id, state)
    })
    return describeWebhook(await findWebhook(context.services, id))
  },
  removeWebhook: async (_fields, context) => {
    const { id } = await visibleWebhook(context)
    await removeWebhook(context.services, context.actor, id)
  },
  renewWebhookSecret: async (_fields, context) => {
    const { id } = await visibleWebhook(context)
    return { secret: await renewWebhookSecret(context.services, context.actor, id) }
  },
  listDeliveries: async ({ query }, context) => {
    const { id } = await visibleWebhook(context)
    const { state, limit = DEFAULT_LIMIT, cursor } = query
    const list = JSON.stringify(['deliveries', context.token.id, id, state])
    const before = context.cursors.read(list, cursor, string())
    const filter = { endpointId: id, state, before }
    const rows = await context.services.webhooks.deliveries(filter, limit + 1)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      deliveries: shown.map((row) => ({
        event_id: row.eventId,
        kind: row.kind,
        state: row.state,
        attempts: row.attempts,
        status: row.status,
        error: row.error,
        ms: row.ms,
        created_at: toSeconds(row.at),
      })),
      ...(last && { next_cursor: context.cursors.write(list, last.eventId) }),
    }
  },
  replayDelivery: async (_fields, context) => {
    const { id: webhookId } = await visibleWebhook(context)
    const eventId = context.param('event_id')
    const which = { eventId, webhookId }
    const count = await replayDeliveries(context.services, context.actor, which)
    if (count === 0) {
      throw new ProblemError('not_found', {
        detail: 'No delivery of this event to this webhook has ended, or the webhook is off.',
      })
    }
  },
} satisfies Partial<AdminHandlers>

async function visibleWebhook({ services, token, param }: AdminContext): Promise<Webhook> {
  const all = await listWebhooks(services)
  const found = all.find(({ id }) => id === param('id'))
  if (found === undefined || (token.aid !== null && found.aid !== token.aid)) {
    throw new ProblemError('not_found')
  }
  return found
}

function describeWebhook(webhook: Webhook): Reply<'getWebhook'> {
  const { id, url, kinds, aid, withProfile, notify, state, failingSince, createdAt } = webhook
  return {
    id,
    url,
    kinds: [...kinds],
    ...(aid !== null && { app_id: aid }),
    with_profile: withProfile,
    notify,
    state,
    ...(failingSince !== 0 && { failing_since: toSeconds(failingSince) }),
    created_at: toSeconds(createdAt),
  }
}
