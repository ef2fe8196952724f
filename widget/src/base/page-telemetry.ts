import type { telemetryNames } from '#protocol/telemetry-kinds.ts'
import {
  createTelemetry,
  thisPage,
  type EventName,
  type Telemetry,
  type TelemetrySettings,
} from '../client/telemetry.ts'
import type { PassportEventName, PassportEvents } from './events.ts'

/** Prefix of the names under which the client times calls. */
const CALL = 'passport '

/** Settings of the telemetry of one page. */
export interface PageTelemetrySettings extends TelemetrySettings {
  /** Name of the page view. */
  place: (typeof telemetryNames)['pageview'][number]
}

/**
 * Counts what happens with the elements of this page and with what comes from the account server.
 * Ignores what belongs to the page itself. `early` holds errors from before. Returns a function that ends it.
 */
export function trackPage(
  settings: PageTelemetrySettings,
  early: readonly Event[] = [],
  page = thisPage(),
): () => void {
  const telemetry = createTelemetry(settings, page)
  const life = new AbortController()
  const { signal } = life
  const isOurs = (url: unknown): boolean => String(url).startsWith(`${settings.server}/`)

  const note = (event: Event): void => noteError(telemetry, event, isOurs)

  telemetry.monitor('pageview', settings.place)
  if (document.querySelector('passport-login')) telemetry.event('screen_shown')
  early.forEach(note)
  for (const [name, count] of Object.entries(counts)) {
    document.addEventListener(
      name,
      (event) => {
        const counting = count((event as CustomEvent<never>).detail)
        if (counting !== undefined) telemetry.event(counting)
      },
      { signal },
    )
  }
  // Load errors do not bubble, so this listens in the capture phase.
  addEventListener('error', note, { capture: true, signal })
  addEventListener('unhandledrejection', note, { signal })
  const stopTiming = watchTimes(telemetry, isOurs)
  return () => {
    life.abort()
    stopTiming()
    telemetry.stop()
  }
}

/** Counter for each event of the element; some events are not counted. */
const counts: {
  [Name in PassportEventName]?: (detail: PassportEvents[Name]) => EventName | undefined
} = {
  'passport-view': () => 'screen_shown',
  'passport-success': ({ kind }) => (kind === 'sign-up' ? 'signed_up' : 'signed_in'),
  'passport-authorized': () => 'signed_in',
  'passport-error': ({ reason }) => (reason === 'call' ? 'refused' : undefined),
  'passport-challenge': () => 'captcha_shown',
  'passport-second-verify': () => 'second_verification_shown',
  'passport-cancel': () => 'closed',
}

function noteError(telemetry: Telemetry, event: Event, isOurs: (url: unknown) => boolean): void {
  if (event instanceof PromiseRejectionEvent) {
    const { reason }: { reason: unknown } = event
    const place = reason instanceof Error ? /\bhttps?:\/\/\S+/.exec(reason.stack ?? '')?.[0] : ''
    if (reason instanceof Error && isOurs(place)) telemetry.monitor('js_error', reason.name)
    return
  }
  if (event instanceof ErrorEvent) {
    const { error, filename }: { error: unknown; filename: string } = event
    if (isOurs(filename)) telemetry.monitor('js_error', error instanceof Error ? error.name : '')
    return
  }
  const { target } = event
  const url =
    target instanceof HTMLLinkElement
      ? target.href
      : target instanceof HTMLScriptElement || target instanceof HTMLImageElement
        ? target.src
        : ''
  const kind = kindOf(url)
  if (isOurs(url) && kind !== undefined) telemetry.monitor('resource_error', kind)
}

/**
 * Watches how long calls and files take, those of before included. Calls are timed by the client;
 * taken as files too, each report would be the next one's news.
 */
function watchTimes(telemetry: Telemetry, isOurs: (url: unknown) => boolean): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const { entryType, name, duration } of list.getEntries()) {
      if (entryType === 'measure') {
        if (name.startsWith(CALL)) telemetry.monitor('http', name.slice(CALL.length), duration)
        continue
      }
      const kind = kindOf(name)
      if (isOurs(name) && kind !== undefined) telemetry.monitor('resource', kind, duration)
    }
  })
  for (const type of ['measure', 'resource']) observer.observe({ type, buffered: true })
  return () => observer.disconnect()
}

/** Returns the type of a file by its extension; other addresses are calls. */
function kindOf(url: string): (typeof telemetryNames)['resource'][number] | undefined {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1] ?? ''
  const kinds = { js: 'script', css: 'style', woff2: 'font', svg: 'image', png: 'image' } as const
  return ending in kinds ? kinds[ending as keyof typeof kinds] : undefined
}
