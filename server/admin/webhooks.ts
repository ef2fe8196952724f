import {
  addWebhook,
  findWebhook,
  listWebhooks,
  parseKinds,
  removeWebhook,
  renewWebhookSecret,
  replayDeliveries,
  switchWebhook,
} from '../operators/manage-webhooks.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { LISTED, readCount, readLimit, readMoment, textOf } from './read-flags.ts'

const ID = '<webhook id>'
const MAX_AID = 999_999_999

export const addWebhookCommand: Command = {
  name: 'webhook add',
  usage: '<url> --kinds a,b | all [--profile] [--aid n] [--notify mail]',
  description:
    'Calls an address when something happens (docs/webhooks.md), beginning with a ping; shows the secret once.',
  run: async ({ words: [url = ''], flags }, { print, openServices }) => {
    const kinds = parseKinds(String(flags.kinds ?? ''))
    const aid = flags.aid === undefined ? null : readCount('aid', flags.aid, MAX_AID)
    const notify = String(flags.notify ?? '')
    const input = { url, kinds, aid, notify, withProfile: flags.profile === true }
    const { webhook, secret } = await addWebhook(await openServices(), 'cli', input)
    print(`${webhook.id} is called from now on. Its secret, shown only now:`)
    print(secret)
  },
}

export const listWebhooksCommand = listCommand({
  name: 'webhook list',
  description: 'Lists the webhooks, what they are told, and since when they have been failing.',
  rows: () => listWebhooks,
  columns: {
    id: ({ id }) => id,
    url: ({ url }) => url,
    state: ({ state }) => state,
    'failing since (UTC)': ({ failingSince: since }) => (since === 0 ? '' : toTime(since)),
    aid: ({ aid }) => (aid === null ? 'all' : String(aid)),
    profile: ({ withProfile }) => (withProfile ? 'yes' : 'no'),
    notify: ({ notify }) => notify,
    kinds: ({ kinds }) => kinds.join(','),
  },
})

export const renewWebhookSecretCommand: Command = {
  name: 'webhook secret',
  usage: ID,
  description: 'Makes another secret, shown once; the former one signs too for 24 hours.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    print(await renewWebhookSecret(await openServices(), 'cli', id))
  },
}

export const switchWebhookOff = switchCommand(
  'off',
  'Calls a webhook no more; what waits for it is dead.',
)
export const switchWebhookOn = switchCommand('on', 'Calls a webhook again that was switched off.')

export const removeWebhookCommand: Command = {
  name: 'webhook remove',
  usage: ID,
  description: 'Removes a webhook with its deliveries.',
  run: async ({ words: [id = ''] }, { print, openServices }) => {
    await removeWebhook(await openServices(), 'cli', id)
    print(`${id} is removed.`)
  },
}

export const listDeliveriesCommand = listCommand({
  name: 'webhook deliveries',
  usage: `[--dead] [--to id] [--limit ${LISTED}]`,
  description: 'Lists what webhooks were told, newest first; --dead shows what was given up.',
  rows: ({ flags }) => {
    const limit = readLimit(flags)
    const endpointId = textOf(flags.to)
    const state = flags.dead === true ? 'dead' : undefined
    return async (services) => {
      if (endpointId !== undefined) await findWebhook(services, endpointId)
      return await services.webhooks.deliveries({ state, endpointId }, limit)
    }
  },
  columns: {
    event: ({ eventId }) => eventId,
    'time (UTC)': ({ at }) => toTime(at),
    kind: ({ kind }) => kind,
    webhook: ({ endpointId }) => endpointId,
    state: ({ state }) => state,
    attempts: ({ attempts }) => String(attempts),
    status: ({ status }) => (status === 0 ? '' : String(status)),
    ms: ({ ms }) => String(ms),
    error: ({ error }) => error,
  },
})

export const replayCommand: Command = {
  name: 'webhook replay',
  usage: '<event id> | --since time [--to id]',
  description:
    'Sends an event again, or everything since a time that was given up, to all webhooks that are on or to one.',
  run: async ({ words: [eventId], flags }, { print, openServices }) => {
    const since = readMoment('since', flags.since)
    if ((eventId === undefined) === (since === undefined)) {
      throw new UsageError('Name an event, or a time with --since.')
    }
    const which = since === undefined ? { eventId: eventId ?? '' } : { since }
    const count = await replayDeliveries(await openServices(), 'cli', {
      ...which,
      webhookId: textOf(flags.to),
    })
    if (count === 0 && since === undefined) throw new OperatorError('unknown', 'delivery')
    print(`Deliveries that are sent again: ${count}.`)
  },
}

function switchCommand(state: 'on' | 'off', description: string): Command {
  return {
    name: `webhook ${state}`,
    usage: ID,
    description,
    run: async ({ words: [id = ''] }, { print, openServices }) => {
      await switchWebhook(await openServices(), 'cli', id, state)
      print(`${id} is ${state}.`)
    },
  }
}
