/** Version of the monitoring plugin, sent with each batch. */
export const MONITOR_VERSION = '2.0.7'

/** Maximum number of events in a batch. */
export const BATCH_EVENTS = 20

/** Time that events wait to be sent as one batch, in milliseconds. */
export const BATCH_MS = 1000

/** Maximum body of a batch, in bytes. */
export const BATCH_BYTES = 256 * 1024

/** Share of pages that send each kind of monitoring event. */
export const sampling = {
  pageview: 0.01,
  resource_error: 0.01,
  http: 0.01,
  resource: 0.01,
  js_error: 1,
} as const

/** Kind of monitoring event. */
export type MonitorKind = keyof typeof sampling

/**
 * Names that are counted by kind; others count as `other`, so no personal data can be stored. The name
 * of an `http` event is an operation.
 */
export const telemetryNames = {
  event: [
    'screen_shown',
    'signed_in',
    'signed_up',
    'refused',
    'captcha_shown',
    'second_verification_shown',
    'closed',
  ],
  pageview: ['site', 'element'],
  resource_error: ['script', 'style', 'image', 'font'],
  resource: ['script', 'style', 'image', 'font'],
  js_error: ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'DOMException'],
} as const
