import {
  array,
  literal,
  max,
  min,
  number,
  object,
  optional,
  record,
  size,
  string,
  type,
  union,
  unknown,
  type Infer,
  type Struct,
} from 'superstruct'
import { aid } from './fields.ts'
import { BATCH_EVENTS } from './telemetry-kinds.ts'

const word = size(string(), 0, 128)
const appId = union([aid, size(string(), 1, 10)])

// Other clients of the family send much more with each event; it is neither read nor kept.
const event = type({
  event: word,
  params: optional(union([size(string(), 0, 8192), record(string(), unknown())])),
})
const eventBatch = type({
  events: size(array(event), 0, BATCH_EVENTS),
  header: optional(type({ app_id: optional(appId), aid: optional(appId) })),
  user: optional(unknown()),
})
const monitorEvent = type({
  ev_type: word,
  payload: optional(type({ name: optional(word), duration: optional(min(max(number(), 1e9), 0)) })),
})

// A table of rows has no common payload, hence the `any`.
// oxlint-disable typescript/no-explicit-any

/**
 * A row of the collectors. They answer shapes of their own instead of the envelope, take their JSON
 * also as text, as `sendBeacon` sends it, and never disturb the page: what cannot be read is
 * passed over.
 */
export interface CollectorEndpoint<Body = any, Reply extends object = any> {
  readonly operation: string
  readonly description: string
  readonly path: string
  readonly body: Struct<Body, any>
  readonly reply: Struct<Reply, any>
}

function collector<Body, Reply extends object>(row: {
  operation: string
  description: string
  path: string
  body: Struct<Body, any>
  reply: Struct<Reply, any>
}): CollectorEndpoint<Body, Reply> {
  return row
}

/** What a collector reads. */
export type CollectorBody<E extends CollectorEndpoint> = Infer<E['body']>

/** What a collector answers. */
export type CollectorReply<E extends CollectorEndpoint> = Infer<E['reply']>

export const issueVisitorId = collector({
  operation: 'telemetry_web_id',
  description:
    'Answers a random number that a client may use as the id of its browser in statistics.',
  path: '/v1/user/webid',
  body: type({
    app_id: optional(appId),
    url: optional(unknown()),
    user_agent: optional(unknown()),
    referer: optional(unknown()),
    user_unique_id: optional(unknown()),
  }),
  reply: object({ e: number(), web_id: string(), ssid: string() }),
})

export const collectEvents = collector({
  operation: 'telemetry_events',
  description:
    'Takes batches of up to 20 events and counts them by day, application and name; `sc` says how many counted.',
  path: '/v1/list',
  body: size(array(eventBatch), 0, BATCH_EVENTS),
  reply: object({ e: number(), sc: number() }),
})

export const collectMonitoring = collector({
  operation: 'telemetry_monitoring',
  description:
    'Takes a batch of monitoring events of the application `biz_id` of the query, and counts them with their durations.',
  path: '/monitor_browser/collect/batch',
  body: type({
    ev_type: literal('batch'),
    list: size(array(monitorEvent), 0, BATCH_EVENTS),
    version: optional(word),
  }),
  reply: object({}),
})
