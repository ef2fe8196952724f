import { randomBytes } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, wasWithin, type Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import type { Session } from '../store/schema/accounts.ts'
import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import { firstEventId, type WebhookRepository } from '../store/webhook-repository.ts'
import type { WebhookKind } from '#protocol/webhook-kinds.ts'

/** What an event is about: ids alone, so that the queue holds nothing personal. */
export interface WebhookSubject {
  /** What happened, more exactly than the kind says. */
  event?: string
  user_id?: string
  session_id?: string
  organization_id?: string
  member_id?: string
  endpoint_id?: string
  /** The application; 0 for what operators do, of which endpoints of one application are not told. */
  app_id: number
  /** The operation or the operator who caused it. */
  by?: string
}

/** Endpoints, and what they are told, in the transaction of the event. */
export type Webhooks = ReturnType<typeof createWebhooks>

/** Returns what endpoints are told of a session. */
export function sessionSubject({
  accountId,
  aid,
  id,
}: Pick<Session, 'accountId' | 'aid' | 'id'>): WebhookSubject {
  return { user_id: accountId, session_id: id, app_id: aid }
}

/** The endpoints as they were seconds ago; one for a process. */
export interface WebhookCache {
  endpoints: readonly WebhookEndpoint[]
  readAt: number
}

const CACHED_MS = 5 * SECOND_MS
const SECRET_BYTES = 24
/** Secrets that sign at once, the newest, however often an endpoint got another one in a day. */
const MAX_SECRETS = 5
const PREFIX = 'whsec_'
const ID_BYTES = 12

/** `onTold` runs after something was written for endpoints. */
export function createWebhooks(
  repository: WebhookRepository,
  cache: WebhookCache,
  secrets: Secrets,
  clock: Clock,
  onTold: () => void,
) {
  const key = secrets.lasting('webhook')

  async function write(
    kind: WebhookKind,
    told: readonly (readonly [WebhookSubject, readonly WebhookEndpoint[]])[],
  ): Promise<void> {
    const at = clock()
    const events = told.map(([subject, endpoints]) => ({
      event: {
        id: firstEventId(at) + randomBytes(ID_BYTES).toString('hex'),
        kind,
        data: JSON.stringify(subject),
        at,
      },
      endpoints,
    }))
    await repository.insert(
      events.map(({ event }) => event),
      events.flatMap(({ event, endpoints }) =>
        endpoints.map(({ id }) => ({ eventId: event.id, endpointId: id })),
      ),
      at,
    )
    onTold()
  }

  async function endpointsNow(): Promise<readonly WebhookEndpoint[]> {
    if (!wasWithin(cache.readAt, clock(), CACHED_MS)) {
      cache.endpoints = await repository.endpoints()
      cache.readAt = clock()
    }
    return cache.endpoints
  }

  return {
    ...repository,
    /** Tells all endpoints that ask for the kind. */
    tell: async (kind: WebhookKind, subjects: readonly WebhookSubject[]): Promise<void> => {
      const wanting = (await endpointsNow()).filter(
        ({ kinds, state }) => state === 'on' && kinds.split(' ').includes(kind),
      )
      const told = subjects
        .map(
          (subject) =>
            [subject, wanting.filter(({ aid }) => aid === null || aid === subject.app_id)] as const,
        )
        .filter(([, endpoints]) => endpoints.length > 0)
      if (told.length > 0) await write(kind, told)
    },
    /** Tells one endpoint, whatever it asks for. */
    ping: (endpoint: WebhookEndpoint) =>
      write('ping', [[{ endpoint_id: endpoint.id, app_id: 0 }, [endpoint]]]),
    /** Returns a new secret, as receivers get it and encrypted for an endpoint. */
    makeSecret: (endpointId: string) => {
      const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64')
      return { secret, encrypted: encryptText(key, secret, endpointId) }
    },
    /** Returns the secrets that sign now. */
    secretsOf: ({ id, secret, formerSecret, formerUntil }: WebhookEndpoint) => {
      const former = (formerSecret?.split(' ') ?? []).flatMap((one) => {
        const [encrypted = '', until = formerUntil] = one.split(':').toReversed()
        return Number(until) > clock() ? [encrypted] : []
      })
      return [secret, ...former].slice(0, MAX_SECRETS).map((encrypted) => {
        const text = decryptText(key, encrypted, id)
        if (text === undefined) throw new Error(`the secret of webhook ${id} cannot be read`)
        return text
      })
    },
  }
}
