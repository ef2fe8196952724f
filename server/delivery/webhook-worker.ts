import type { Outside, OutsideGuard } from '../http/outside.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { WebhookEndpoint } from '../store/schema/webhooks.ts'
import type { AttemptResult, ClaimedDelivery, WebhookQueue } from '../store/webhook-repository.ts'
import { signWebhook } from './sign-webhook.ts'
import type { Webhooks } from '../events/webhooks.ts'
import { createLane, MAX_SLOW } from './lane.ts'

/** Background worker that sends what is due to endpoints. */
export type WebhookWorker = ReturnType<typeof createWebhookWorker>

/** What the worker needs. */
export interface WebhookWorkerOptions {
  webhooks: Webhooks
  queue: WebhookQueue
  /** Returns the body of an event for an endpoint. */
  bodyOf: (event: ClaimedDelivery, endpoint: WebhookEndpoint) => Promise<string>
  outside: Outside
  guard: OutsideGuard
  /** Switches an endpoint off that has been failing for too long, or that is gone. */
  switchOff: (endpoint: WebhookEndpoint, reason: 'gone' | 'failing') => Promise<void>
  clock: Clock
  log: Log
}

interface Sending extends ClaimedDelivery {
  endpoint: WebhookEndpoint
}

const LEASE_MS = 30 * SECOND_MS
const SEND_MS = 10 * SECOND_MS
const POLL_MS = SECOND_MS
const MAX_IN_ALL = 64
const MAX_OF_ENDPOINT = 4
/** Time from each failed attempt to the next one, in the order of the attempts. */
const RETRY_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** So that what failed together is not tried together. */
const SPREAD = 0.2
const MAX_FAILING_MS = 5 * DAY_MS
/** Failed attempts of one event, in half an hour or more, so that one failure after quiet days is not enough. */
const MIN_FAILED = 4
const GONE = 410

/** Creates the worker. Receivers get an event at least once, in no promised order. */
export function createWebhookWorker(options: WebhookWorkerOptions) {
  const { webhooks, queue, bodyOf, outside, guard, switchOff, clock, log } = options
  const inFlight = new Map<string, number>()
  /** Endpoints that may have more than was taken. */
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const lane = createLane<Sending>(
    {
      take,
      send: async (sending) => {
        count(sending.endpoint.id, 1)
        try {
          await deliver(sending)
        } finally {
          count(sending.endpoint.id, -1)
          if (waiting.size > 0) lane.wake()
        }
        return false
      },
      remove: async () => {},
      onError: (error) => log.fault('', 'webhooks', error),
    },
    ({ endpoint }) => endpoint.id,
    MAX_IN_ALL - MAX_SLOW,
  )

  const flying = (id: string): number => inFlight.get(id) ?? 0

  function count(id: string, by: 1 | -1): void {
    const next = flying(id) + by
    if (next === 0) inFlight.delete(id)
    else inFlight.set(id, next)
  }

  async function take(limit: number): Promise<Sending[]> {
    const now = clock()
    const taken: Sending[] = []
    const endpoints = await webhooks.dueEndpoints(now)
    waiting.clear()
    for (const endpoint of endpoints.toSorted((a, b) => flying(a.id) - flying(b.id))) {
      // One that fails is asked by one delivery at a time whether it is back.
      const most = endpoint.failingSince === 0 ? MAX_OF_ENDPOINT : 1
      const free = Math.min(most - flying(endpoint.id), limit - taken.length)
      if (free <= 0) {
        waiting.add(endpoint.id)
        continue
      }
      const claim = { now, leaseUntil: now + LEASE_MS, limit: free }
      const found = await queue.take(endpoint.id, claim)
      if (found.length === free) waiting.add(endpoint.id)
      taken.push(...found.map((one) => ({ ...one, endpoint })))
    }
    return taken
  }

  async function deliver(sending: Sending): Promise<void> {
    const { endpoint, id: eventId, attempts } = sending
    const delivery = { eventId, endpointId: endpoint.id, attempts }
    const result = await attempt(sending)
    const line = { ...delivery, status: result.status, ms: result.ms }
    if (result.error === '') {
      await queue.markDone([delivery, result])
      if (endpoint.failingSince !== 0)
        await webhooks.updateEndpoint(endpoint.id, { failingSince: 0 })
      log.webhook({ ...line, result: 'done' })
      return
    }
    const now = clock()
    // Nobody is there to try again, also if this ends before the endpoint is off.
    const delayMs = result.status === GONE ? undefined : RETRY_MS[attempts - 1]
    if (delayMs === undefined) await queue.bury(delivery, result)
    else await queue.postpone(delivery, now + spread(delayMs), result)
    log.webhook({ ...line, result: delayMs === undefined ? 'dead' : 'failed', error: result.error })
    await webhooks.beginFailing(endpoint.id, now)
    const isTooLong = endpoint.failingSince !== 0 && now - endpoint.failingSince > MAX_FAILING_MS
    if (result.status === GONE) await switchOff(endpoint, 'gone')
    else if (isTooLong && attempts >= MIN_FAILED) await switchOff(endpoint, 'failing')
  }

  async function attempt(sending: Sending): Promise<AttemptResult> {
    const { endpoint, id } = sending
    const began = performance.now()
    const msNow = (): number => Math.round(performance.now() - began)
    try {
      const body = await bodyOf(sending, endpoint)
      const reply = await outside(new URL(endpoint.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Passport-Webhooks/1',
          ...signWebhook(webhooks.secretsOf(endpoint), id, clock(), body),
        },
        body,
        ...guard,
        totalMs: SEND_MS,
        isHeadEnough: true,
      })
      const error = reply.ok ? '' : `it answered ${reply.status}`
      return { status: reply.status, error, ms: msNow() }
    } catch (error) {
      return { status: 0, error: describe(error), ms: msNow() }
    }
  }

  return {
    /** Sends what is due now. */
    wake: lane.wake,
    /** Starts polling for events of other instances. */
    start: (): void => {
      timer = setInterval(lane.wake, POLL_MS).unref()
    },
    /** Resolves when nothing is being sent. */
    idle: lane.idle,
    close: async (): Promise<void> => {
      clearInterval(timer)
      lane.close()
      await lane.idle()
    },
  }
}

function spread(ms: number): number {
  return Math.round(ms * (1 - SPREAD + 2 * SPREAD * Math.random()))
}

const MAX_ERROR = 200

function describe(error: unknown): string {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return 'it did not answer in time'
  return (message || code || name).slice(0, MAX_ERROR)
}
