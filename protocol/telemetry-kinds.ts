/** Version of the monitoring plugin, a field of each of its batches. */
export const MONITOR_VERSION = '2.0.7'

/** Events of one batch, at most. */
export const BATCH_EVENTS = 20

/** How long events wait for others to join their batch, in milliseconds. */
export const BATCH_MS = 1000

/** Largest body of a batch, in bytes. */
export const BATCH_BYTES = 256 * 1024

/** What is watched, and of how many pages: the others send nothing of the kind. */
export const sampling = {
  pageview: 0.01,
  resource_error: 0.01,
  http: 0.01,
  resource: 0.01,
  js_error: 1,
} as const

/** A kind of monitoring event. */
export type MonitorKind = keyof typeof sampling

/**
 * What may be counted, so that neither a person nor a page's own data can be: any other name counts
 * as `other`. An `http` event has the operation of its call as name.
 */
export const telemetryNames = {
  event: [
    'screen_shown',
    'sign_in_started',
    'signed_in',
    'signed_up',
    'refused',
    'captcha_shown',
    'captcha_passed',
    'second_verification_shown',
    'closed',
  ],
  pageview: ['site', 'element'],
  resource_error: ['script', 'style', 'image', 'font'],
  resource: ['script', 'style', 'image', 'font'],
  js_error: [
    'Error',
    'TypeError',
    'RangeError',
    'SyntaxError',
    'ReferenceError',
    'DOMException',
    'PassportError',
    'NetworkError',
  ],
} as const
