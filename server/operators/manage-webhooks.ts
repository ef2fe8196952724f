import { randomBytes } from 'node:crypto'
import { is } from 'superstruct'
import { email } from '#protocol/fields.ts'
import { toParts } from '../lib/to-parts.ts'
import { requireApp } from '../apps/require-app.ts'
import { operatorSource, type Actor } from '../calls/operator-source.ts'
import type { Config } from '../config/config.ts'
import { requireOutsideUrl } from '../http/outside.ts'
import { DAY_MS } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { EventKind } from '../store/event-kinds.ts'
import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import { firstEventId } from '../store/webhook-repository.ts'
import { webhookGuard } from '../webhooks/webhook-guard.ts'
import { webhookKinds, type WebhookKind } from '#protocol/webhook-kinds.ts'
import type { Services } from '../services/services.ts'

/** An endpoint without its secrets. */
export type Webhook = ReturnType<typeof toWebhook>

/** What an operator decides about an endpoint. */
export type WebhookInput = Pick<Webhook, 'url' | 'kinds' | 'aid' | 'notify' | 'withProfile'>

/** A change of some of it; undefined stays. */
export type WebhookChange = { [Name in keyof WebhookInput]?: WebhookInput[Name] | undefined }

/** Which ended deliveries to send again: those of an event, or all dead ones since a time. */
export type Replay = ({ eventId: string } | { since: number }) & { webhookId?: string | undefined }

/** Time in which the former secret signs, too. */
const FORMER_MS = DAY_MS
const ID_BYTES = 8
const MAX_URL = 2000

/** Adds an endpoint, which gets a ping; its secret is shown now only. @throws OperatorError */
export async function addWebhook(
  services: Services,
  actor: Actor,
  input: WebhookInput,
): Promise<{ webhook: Webhook; secret: string }> {
  if (input.aid !== null) await requireApp(services, input.aid)
  const id = randomBytes(ID_BYTES).toString('hex')
  const url = readUrl(services.config, input.url)
  const { secret, encrypted } = services.webhooks.makeSecret(id)
  const endpoint: WebhookEndpoint = {
    id,
    url,
    kinds: readKinds(input.kinds),
    aid: input.aid,
    secret: encrypted,
    formerSecret: null,
    formerUntil: 0,
    withProfile: input.withProfile ? 1 : 0,
    notify: readMail(input.notify),
    state: 'on',
    failingSince: 0,
    createdAt: services.clock(),
  }
  await services.transaction(async (tx) => {
    await tx.webhooks.insertEndpoint(endpoint)
    await note(tx, 'webhook_added', actor, id)
    await tx.webhooks.ping(endpoint)
  })
  return { webhook: toWebhook(endpoint), secret }
}

/** Reads kinds with commas between, or `all`. @throws OperatorError */
export function parseKinds(text: string): readonly WebhookKind[] {
  if (text.trim() === 'all') return webhookKinds
  const words = toParts(text)
  const known = webhookKinds.filter((kind) => words.includes(kind))
  if (words.length > 0 && known.length === new Set(words).size) return known
  throw new OperatorError('invalid', 'kinds', text, webhookKinds.join(','))
}

/** Returns all endpoints, oldest first. */
export async function listWebhooks({ webhooks }: Services): Promise<Webhook[]> {
  return (await webhooks.endpoints()).map(toWebhook)
}

/** Returns an endpoint. @throws OperatorError */
export async function findWebhook({ webhooks }: Services, id: string): Promise<Webhook> {
  const found = await webhooks.endpoint(id)
  if (found === undefined) throw new OperatorError('unknown', 'webhook', id)
  return toWebhook(found)
}

/** Changes what an operator decides. @throws OperatorError */
export async function changeWebhook(
  { config, transaction }: Services,
  actor: Actor,
  id: string,
  { url, kinds, aid, notify, withProfile }: WebhookChange,
): Promise<void> {
  const change = {
    // Another address starts without the failures of the former one.
    ...(url !== undefined && { url: readUrl(config, url), failingSince: 0 }),
    ...(kinds !== undefined && { kinds: readKinds(kinds) }),
    ...(aid !== undefined && { aid }),
    ...(notify !== undefined && { notify: readMail(notify) }),
    ...(withProfile !== undefined && { withProfile: withProfile ? (1 as const) : (0 as const) }),
  }
  if (Object.keys(change).length === 0) throw new OperatorError('invalid', 'noChange')
  await transaction(async (tx) => {
    if (aid !== undefined && aid !== null) await requireApp(tx, aid)
    await requireFound(id, tx.webhooks.updateEndpoint(id, change))
    await note(tx, 'webhook_changed', actor, id)
  })
}

/** Gives an endpoint another secret; the former one signs too for a day. @throws OperatorError */
export async function renewWebhookSecret(
  services: Services,
  actor: Actor,
  id: string,
): Promise<string> {
  const { secret, encrypted } = services.webhooks.makeSecret(id)
  await services.transaction(async (tx) => {
    const now = tx.clock()
    await requireFound(id, tx.webhooks.renewSecret(id, encrypted, now, now + FORMER_MS))
    await note(tx, 'webhook_renewed', actor, id)
  })
  return secret
}

/** Switches an endpoint off, which gives up what waits for it, or on. @throws OperatorError */
export async function switchWebhook(
  services: Pick<Services, 'transaction'>,
  actor: Actor,
  id: string,
  state: WebhookEndpoint['state'],
): Promise<void> {
  await services.transaction(async (tx) => {
    const { webhooks } = tx
    if (!(await webhooks.setState(id, state))) {
      if ((await webhooks.endpoint(id)) === undefined)
        throw new OperatorError('unknown', 'webhook', id)
      throw new OperatorError('conflict', 'webhookState', id, state)
    }
    if (state === 'off') await webhooks.buryAll(id, 'the webhook was switched off')
    await note(tx, state === 'on' ? 'webhook_on' : 'webhook_off', actor, id)
  })
}

/** Removes an endpoint with its deliveries. @throws OperatorError */
export async function removeWebhook(services: Services, actor: Actor, id: string): Promise<void> {
  await services.transaction(async (tx) => {
    await requireFound(id, tx.webhooks.removeEndpoint(id))
    await note(tx, 'webhook_removed', actor, id)
  })
}

/** Sends deliveries again that have ended; returns how many. @throws OperatorError */
export async function replayDeliveries(
  { clock, transaction }: Services,
  actor: Actor,
  { webhookId, ...which }: Replay,
): Promise<number> {
  const events = 'since' in which ? { since: firstEventId(which.since) } : which
  return await transaction(async (tx) => {
    if (webhookId !== undefined) await findWebhook(tx, webhookId)
    const count = await tx.webhooks.replay(events, webhookId, clock())
    if (count > 0) await note(tx, 'webhook_replayed', actor, webhookId ?? 'all')
    return count
  })
}

function toWebhook(endpoint: WebhookEndpoint) {
  const { id, url, aid, notify, state, failingSince, createdAt } = endpoint
  const kinds: readonly WebhookKind[] = webhookKinds.filter((kind) =>
    endpoint.kinds.split(' ').includes(kind),
  )
  const withProfile = endpoint.withProfile === 1
  return { id, url, kinds, aid, withProfile, notify, state, failingSince, createdAt }
}

function readUrl(config: Config, text: string): string {
  const url = URL.parse(text)
  if (url === null || text.length > MAX_URL) {
    throw new OperatorError('invalid', 'webhookUrl', text)
  }
  try {
    requireOutsideUrl(url, webhookGuard(config))
  } catch (error) {
    throw new OperatorError('invalid', 'webhookHost', url.host, (error as Error).message)
  }
  return url.href
}

function readMail(text: string): string {
  const isMail: boolean = is(text, email)
  if (text === '' || isMail) return text
  throw new OperatorError('invalid', 'mail', text)
}

function readKinds(kinds: readonly WebhookKind[]): string {
  if (kinds.length === 0) {
    throw new OperatorError('invalid', 'noKinds', webhookKinds.join(', '))
  }
  return [...new Set(kinds)].join(' ')
}

// Webhooks have no account: `by` names the actor and the webhook.
async function note(
  { events }: Pick<Services, 'events'>,
  kind: EventKind,
  actor: Actor,
  id: string,
): Promise<void> {
  await events.note(operatorSource(actor), kind, '', `${actor}: ${id}`)
}

async function requireFound(id: string, isFound: Promise<boolean>): Promise<void> {
  if (!(await isFound)) throw new OperatorError('unknown', 'webhook', id)
}
