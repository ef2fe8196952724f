import { sql } from 'kysely'
import { CLOCK_SKEW_MS, DAY_MS } from '../lib/clock.ts'
import { batched } from './batching.ts'
import { changesAny, readFirst, run } from './statements.ts'
import type { Database, Queries } from './database.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from './schema/webhooks.ts'

/** Which deliveries to list; a missing field matches all. */
export interface DeliveryFilter {
  endpointId?: string | undefined
  state?: WebhookDelivery['state'] | undefined
  /** Older events than this one. */
  before?: string | undefined
}

/** A delivery that this instance may send for a while. */
export type ClaimedDelivery = WebhookEvent & Pick<WebhookDelivery, 'attempts'>

type DeliveryKey = Pick<WebhookDelivery, 'eventId' | 'endpointId'>

/** What came of an attempt. */
export type AttemptResult = Pick<WebhookDelivery, 'status' | 'error' | 'ms'>

const TIME_DIGITS = 12

/** No delivery waits longer for its next attempt. */
const MAX_DELAY_MS = 2 * DAY_MS

/** Returns the id before all of the events of a time. */
export function firstEventId(at: number): string {
  return at.toString(16).padStart(TIME_DIGITS, '0')
}

/** Returns the time in an event's id. */
export function timeOfEventId(id: string): number {
  return Number.parseInt(id.slice(0, TIME_DIGITS), 16)
}

/** Endpoints, and what they are told. */
export type WebhookRepository = ReturnType<typeof webhookRepository>

/** Webhooks in SQL. */
export function webhookRepository(query: Queries) {
  const endpoints = () => query.selectFrom('webhookEndpoints').selectAll()
  const changeEndpoint = (id: string) => query.updateTable('webhookEndpoints').where('id', '=', id)
  const endpointsOn = query.selectFrom('webhookEndpoints').select('id').where('state', '=', 'on')
  const dueOf = ({ eventId, endpointId }: DeliveryKey) =>
    query
      .updateTable('webhookDeliveries')
      .where('eventId', '=', eventId)
      .where('endpointId', '=', endpointId)
      .where('state', '=', 'due')
  // Unless another instance has taken it meanwhile.
  const claimed = (delivery: DeliveryKey & { attempts: number }) =>
    dueOf(delivery).where('attempts', '=', delivery.attempts)
  return {
    endpoints: () => endpoints().orderBy('createdAt').orderBy('id').execute(),
    endpoint: (id: string) => endpoints().where('id', '=', id).executeTakeFirst(),
    insertEndpoint: (endpoint: WebhookEndpoint) =>
      run(query.insertInto('webhookEndpoints').values(endpoint)),
    /** Returns false where there is no such endpoint. */
    updateEndpoint: (id: string, change: Partial<WebhookEndpoint>) =>
      changesAny(changeEndpoint(id).set(change)),
    /** Replaces the secret, which goes on until `formerUntil`; the former ones keep their ends. */
    renewSecret: (id: string, secret: string, now: number, formerUntil: number) =>
      changesAny(
        changeEndpoint(id).set((row) => {
          const former = sql<string>`${`${formerUntil}:`} || ${row.ref('secret')}`
          return {
            formerSecret: row
              .case()
              .when('formerUntil', '>', now)
              .then(sql<string>`${former} || ' ' || ${row.ref('formerSecret')}`)
              .else(former)
              .end(),
            secret,
            formerUntil,
          }
        }),
      ),
    /** Returns false when it was in this state. */
    setState: (id: string, state: WebhookEndpoint['state']) =>
      changesAny(changeEndpoint(id).set({ state, failingSince: 0 }).where('state', '<>', state)),
    /** Removes an endpoint with its deliveries. */
    removeEndpoint: async (id: string) => {
      await run(query.deleteFrom('webhookDeliveries').where('endpointId', '=', id))
      return await changesAny(query.deleteFrom('webhookEndpoints').where('id', '=', id))
    },
    /** Notes since when an endpoint has been failing, unless it was noted before. */
    beginFailing: (id: string, at: number) =>
      run(changeEndpoint(id).set({ failingSince: at }).where('failingSince', '=', 0)),
    insert: async (
      events: readonly WebhookEvent[],
      deliveries: readonly DeliveryKey[],
      at: number,
    ) => {
      await run(query.insertInto('webhookEvents').values(events))
      const fresh = { dueAt: at, attempts: 0, state: 'due', status: 0, error: '', ms: 0 } as const
      await run(
        query
          .insertInto('webhookDeliveries')
          .values(deliveries.map((one) => ({ ...one, ...fresh }))),
      )
    },
    /** Returns endpoints that something is due for. */
    dueEndpoints: (now: number) =>
      endpoints()
        .where('state', '=', 'on')
        .where((row) =>
          row.exists(
            row
              .selectFrom('webhookDeliveries')
              .select('eventId')
              .whereRef('endpointId', '=', 'webhookEndpoints.id')
              .where('webhookDeliveries.state', '=', 'due')
              .where('dueAt', '<=', now),
          ),
        )
        .execute(),
    /** Takes deliveries that are due; other instances do not get them before `leaseUntil`. */
    take: async (
      endpointId: string,
      { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
    ): Promise<ClaimedDelivery[]> => {
      const taken = await query
        .updateTable('webhookDeliveries')
        .set((set) => ({ dueAt: leaseUntil, attempts: set('attempts', '+', 1) }))
        .where('eventId', 'in', (due) =>
          due
            .selectFrom('webhookDeliveries')
            .select('eventId')
            .where('endpointId', '=', endpointId)
            .where('state', '=', 'due')
            .where('dueAt', '<=', now)
            .orderBy('dueAt')
            .orderBy('eventId')
            .limit(limit),
        )
        .where('endpointId', '=', endpointId)
        // Repeated: another instance may have taken it after the inner select.
        .where('state', '=', 'due')
        .where('dueAt', '<=', now)
        .returning(['eventId', 'attempts'])
        .execute()
      if (taken.length === 0) return []
      const attempts = new Map(taken.map((one) => [one.eventId, one.attempts]))
      const events = await query
        .selectFrom('webhookEvents')
        .selectAll()
        .where('id', 'in', [...attempts.keys()])
        .orderBy('id')
        .execute()
      return events.map((event) => ({ ...event, attempts: attempts.get(event.id) ?? 0 }))
    },
    markDone: (delivery: DeliveryKey, result: AttemptResult) =>
      run(dueOf(delivery).set({ state: 'done', ...result })),
    /** Postpones a delivery, unless another instance has taken it meanwhile. */
    postpone: (
      delivery: DeliveryKey & { attempts: number },
      dueAt: number,
      result: AttemptResult,
    ) => run(claimed(delivery).set({ dueAt, ...result })),
    /** Gives a delivery up. */
    bury: (delivery: DeliveryKey & { attempts: number }, result: AttemptResult) =>
      run(claimed(delivery).set({ state: 'dead', ...result })),
    /** Gives up what is due for an endpoint. */
    buryAll: (endpointId: string, error: string) =>
      run(
        query
          .updateTable('webhookDeliveries')
          .set({ state: 'dead', error })
          .where('endpointId', '=', endpointId)
          .where('state', '=', 'due'),
      ),
    /** Gives up what was written for endpoints that were just switched off or removed. */
    buryStray: () =>
      run(
        query
          .updateTable('webhookDeliveries')
          .set({ state: 'dead', error: 'the webhook was switched off' })
          .where('state', '=', 'due')
          .where('endpointId', 'not in', endpointsOn),
      ),
    /** Makes due what was put off while a clock was ahead. */
    hastenStray: (now: number) =>
      run(
        query
          .updateTable('webhookDeliveries')
          .set({ dueAt: now })
          .where('state', '=', 'due')
          .where('dueAt', '>', now + CLOCK_SKEW_MS)
          .where((row) => row.or([row('attempts', '=', 0), row('dueAt', '>', now + MAX_DELAY_MS)])),
      ),
    /** Returns deliveries, newest first. */
    deliveries: async ({ endpointId, state, before }: DeliveryFilter, limit: number) => {
      let found = query
        .selectFrom('webhookDeliveries')
        .innerJoin('webhookEvents', 'webhookEvents.id', 'webhookDeliveries.eventId')
        .selectAll('webhookDeliveries')
        .select(['webhookEvents.kind', 'webhookEvents.at'])
        .orderBy('eventId', 'desc')
        .orderBy('endpointId')
        .limit(limit)
      if (endpointId !== undefined) found = found.where('endpointId', '=', endpointId)
      if (state !== undefined) found = found.where('state', '=', state)
      if (before !== undefined) found = found.where('eventId', '<', before)
      return await found.execute()
    },
    /** Makes deliveries due again that have ended, to endpoints that are on; returns how many. */
    replay: async (
      which: { eventId: string } | { since: string },
      endpointId: string | undefined,
      now: number,
    ): Promise<number> => {
      let ended = query
        .updateTable('webhookDeliveries')
        .set({ state: 'due', dueAt: now, attempts: 0 })
        .where('endpointId', 'in', endpointsOn)
      ended =
        'eventId' in which
          ? ended.where('eventId', '=', which.eventId).where('state', '<>', 'due')
          : ended.where('state', '=', 'dead').where('eventId', '>=', which.since)
      if (endpointId !== undefined) ended = ended.where('endpointId', '=', endpointId)
      const { numUpdatedRows } = await ended.executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
    /** Returns the oldest event that some endpoint still waits for. */
    oldestDue: () =>
      readFirst(
        query
          .selectFrom('webhookDeliveries')
          .select('eventId')
          .where('state', '=', 'due')
          .orderBy('eventId')
          .limit(1),
        ({ eventId }) => eventId,
      ),
  }
}

/** Most deliveries arrive, a few at a time. */
const MARKS = { maxSize: 64, concurrency: 1 }

/** What a worker does to deliveries. */
export type WebhookQueue = ReturnType<typeof webhookQueue>

/** Does so with deferred durability: after a power failure a delivery is sent again. */
export function webhookQueue({ deferredTx }: Pick<Database, 'deferredTx'>) {
  const on = <Result>(work: (tx: WebhookRepository) => Promise<Result>): Promise<Result> =>
    deferredTx((query) => work(webhookRepository(query)))
  return {
    take: (...of: Parameters<WebhookRepository['take']>) => on((tx) => tx.take(...of)),
    markDone: batched(MARKS, (all: readonly Parameters<WebhookRepository['markDone']>[]) =>
      on(async (tx) => {
        for (const of of all) await tx.markDone(...of)
        return all
      }),
    ),
    postpone: (...of: Parameters<WebhookRepository['postpone']>) => on((tx) => tx.postpone(...of)),
    bury: (...of: Parameters<WebhookRepository['bury']>) => on((tx) => tx.bury(...of)),
  }
}
