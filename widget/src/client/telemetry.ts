import {
  BATCH_EVENTS,
  BATCH_MS,
  MONITOR_VERSION,
  sampling,
  type MonitorKind,
  type telemetryNames,
} from '#protocol/telemetry-kinds.ts'

/** Name of a counted event. */
export type EventName = (typeof telemetryNames)['event'][number]

/** Counts events of a page without identifying anybody. */
export interface Telemetry {
  event(name: EventName): void
  /** `name` is a known word, for `http` the operation; drops what is not sampled. */
  monitor(kind: MonitorKind, name: string, durationMs?: number): void
  /** Sends pending events and stops counting. */
  stop(): void
}

/** Settings of telemetry. */
export interface TelemetrySettings {
  /** Origin of the account server. */
  server: string
  aid: number
  /** Whether pages of other hosts are counted, as their owner chose. */
  isOn?: boolean | undefined
}

/** Functions of the page; tests provide their own. */
export type TelemetryPage = ReturnType<typeof thisPage>

const nothing: Telemetry = { event: () => {}, monitor: () => {}, stop: () => {} }

/** Creates the telemetry of a page, which does nothing where counting is not allowed. */
export function createTelemetry(
  settings: TelemetrySettings,
  page: TelemetryPage = thisPage(),
): Telemetry {
  const isOn = settings.isOn ?? page.origin === settings.server
  if (!isOn || page.refusesTracking) return nothing
  // Sampled once, so that a page is counted completely or not at all.
  const isWatched = new Map(
    Object.entries(sampling).map(([kind, part]) => [kind, page.random() < part]),
  )
  let visitorId: string | undefined
  let isAsked = false
  function askVisitorId(): void {
    if (isAsked) return
    isAsked = true
    void page
      .visitorId(`${settings.server}/v1/user/webid`, JSON.stringify({ app_id: settings.aid }))
      .then((id) => {
        visitorId = id
      })
  }
  const events = createBatch(page, `${settings.server}/v1/list`, (list) => [
    {
      events: list,
      header: { app_id: settings.aid },
      ...(visitorId && { user: { web_id: visitorId } }),
    },
  ])
  const monitored = createBatch(
    page,
    `${settings.server}/monitor_browser/collect/batch/?biz_id=${settings.aid}`,
    (list) => ({ ev_type: 'batch', version: MONITOR_VERSION, list }),
  )
  const leave = (): void => {
    events.leave()
    monitored.leave()
  }
  const forget = page.onLeaving(leave)
  let isStopped = false
  return {
    event: (event) => {
      if (isStopped) return
      askVisitorId()
      events.add({ event })
    },
    monitor: (kind, name, duration) => {
      if (isStopped || isWatched.get(kind) !== true) return
      monitored.add({ ev_type: kind, payload: { name, duration } })
    },
    stop: () => {
      isStopped = true
      forget()
      leave()
    },
  }
}

function createBatch(page: TelemetryPage, url: string, wrap: (list: object[]) => object) {
  let waiting: object[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function take(): string {
    clearTimeout(timer)
    timer = undefined
    const body = JSON.stringify(wrap(waiting))
    waiting = []
    return body
  }

  return {
    add: (item: object) => {
      waiting.push(item)
      if (waiting.length >= BATCH_EVENTS) page.send(url, take())
      else timer ??= setTimeout(() => page.send(url, take()), BATCH_MS)
    },
    /** Sends pending events while the page closes. */
    leave: () => {
      if (waiting.length === 0) return
      const body = take()
      if (!page.sendLast(url, body)) page.send(url, body)
    },
  }
}

async function fetchVisitorId(url: string, body: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url, { method: 'POST', body, credentials: 'omit' })
    return ((await reply.json()) as { web_id: string }).web_id
  } catch {
    // Failed telemetry must not disturb the page.
    return undefined
  }
}

/** Functions of the current page. */
export function thisPage() {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return {
    origin: location.origin,
    /** Whether Global Privacy Control or Do Not Track is on. */
    refusesTracking: globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes',
    random: () => Math.random(),
    /** Fetches a random id that is never stored; undefined if the call fails. */
    visitorId: fetchVisitorId,
    /** Sends while the page is open: plain text needs no preflight, without cookies it identifies nobody. */
    send: (url: string, body: string) => {
      fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {
        // Failed telemetry must not disturb the page.
      })
    },
    /** Sends while the page closes; false when it cannot. */
    sendLast: (url: string, body: string) => navigator.sendBeacon(url, body),
    /** Calls back when the page is hidden or closed; returns a function that stops that. */
    onLeaving: (leave: () => void) => {
      const onHidden = (): void => {
        if (document.visibilityState === 'hidden') leave()
      }
      document.addEventListener('visibilitychange', onHidden)
      addEventListener('pagehide', leave)
      return () => {
        document.removeEventListener('visibilitychange', onHidden)
        removeEventListener('pagehide', leave)
      }
    },
  }
}
