import {
  array,
  literal,
  max,
  min,
  number,
  object,
  optional,
  pattern,
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

const visitorId = pattern(string(), /^\d{19}$/)

// Other clients send more fields with each event; they are ignored.
const event = type({
  event: word,
  params: optional(union([size(string(), 0, 8192), record(string(), unknown())])),
})
const eventBatch = type({
  events: size(array(event), 0, BATCH_EVENTS),
  header: optional(type({ app_id: optional(appId), aid: optional(appId) })),
  user: optional(type({ web_id: optional(visitorId) })),
})
const monitorEvent = type({
  ev_type: word,
  payload: optional(type({ name: optional(word), duration: optional(min(max(number(), 1e9), 0)) })),
})

// Collectors have no common body type, so tables of them need `any`.
// oxlint-disable typescript/no-explicit-any

/** Telemetry endpoint: it replies without envelope, takes JSON also as text, and ignores malformed input. */
export interface CollectorEndpoint<Body = any, Reply extends object = any> {
  readonly operation: string
  readonly description: string
  readonly path: string
  readonly body: Struct<Body, any>
  readonly reply: Struct<Reply, any>
}

function collector<Body, Reply extends object>(
  endpoint: CollectorEndpoint<Body, Reply>,
): CollectorEndpoint<Body, Reply> {
  return endpoint
}

/** Body of a collector. */
export type CollectorBody<E extends CollectorEndpoint> = Infer<E['body']>

/** Reply of a collector. */
export type CollectorReply<E extends CollectorEndpoint> = Infer<E['reply']>

export const issueVisitorId = collector({
  operation: 'telemetry_web_id',
  description:
    'Returns a random `visitorId` for the `user.web_id` of the events of a page; neither side keeps it.',
  path: '/v1/user/webid',
  body: type({
    app_id: optional(appId),
    url: optional(unknown()),
    user_agent: optional(unknown()),
    referer: optional(unknown()),
    user_unique_id: optional(unknown()),
  }),
  reply: object({ e: number(), web_id: visitorId, ssid: string() }),
})

export const collectEvents = collector({
  operation: 'telemetry_events',
  description:
    'Counts batches of up to 20 events by day, application and name; `sc` is the number of counted events.',
  path: '/v1/list',
  body: size(array(eventBatch), 0, BATCH_EVENTS),
  reply: object({ e: number(), sc: number() }),
})

export const collectMonitoring = collector({
  operation: 'telemetry_monitoring',
  description:
    'Counts a batch of monitoring events and their durations for the application `biz_id` of the query.',
  path: '/monitor_browser/collect/batch',
  body: type({
    ev_type: literal('batch'),
    list: size(array(monitorEvent), 0, BATCH_EVENTS),
    version: optional(word),
  }),
  reply: object({}),
})
