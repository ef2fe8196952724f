import {
  BATCH_EVENTS,
  BATCH_MS,
  MONITOR_VERSION,
  sampling,
  type MonitorKind,
  type telemetryNames,
} from '#protocol/telemetry-kinds.ts'

/** Name of an event that may be counted. */
export type EventName = (typeof telemetryNames)['event'][number]

/** Counts what happens on a page, and tells the account server nothing about who is there. */
export interface Telemetry {
  event(name: EventName): void
  /** `name` is one of a few words, for `http` the operation; what is not sampled is passed over. */
  monitor(kind: MonitorKind, name: string, durationMs?: number): void
  /** Sends what waits and counts nothing more. */
  stop(): void
}

/** For whom is counted. */
export interface TelemetrySettings {
  /** Origin of the account server. */
  server: string
  aid: number
  /** Pages of other hosts are counted only where their owner switches it on. */
  isOn?: boolean | undefined
}

/** What counting needs from the page; a test hands in its own. */
export interface TelemetryPage {
  readonly origin: string
  /** Whether the person asked not to be tracked, by Global Privacy Control or Do Not Track. */
  readonly refusesTracking: boolean
  random(): number
  /** Asks for a random id, which is kept nowhere and ends with the page; undefined where none comes. */
  visitorId(url: string, body: string): Promise<string | undefined>
  /** Sends while the page stays. */
  send(url: string, body: string): void
  /** Sends although the page goes; false when it cannot. */
  sendLast(url: string, body: string): boolean
  /** Calls back when the page is hidden or left, and answers what ends that. */
  onLeaving(leave: () => void): () => void
}

const nothing: Telemetry = { event: () => {}, monitor: () => {}, stop: () => {} }

/** Telemetry of a page, or one that does nothing where nothing may be counted. */
export function createTelemetry(
  settings: TelemetrySettings,
  page: TelemetryPage = thisPage(),
): Telemetry {
  const isOn = settings.isOn ?? page.origin === settings.server
  if (!isOn || page.refusesTracking) return nothing
  // Drawn once: a page that is in the sample is seen whole.
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

interface Batch {
  add(item: object): void
  /** Sends what waits, the way that works while the page goes. */
  leave(): void
}

function createBatch(page: TelemetryPage, url: string, wrap: (list: object[]) => object): Batch {
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
    add: (item) => {
      waiting.push(item)
      if (waiting.length >= BATCH_EVENTS) page.send(url, take())
      else timer ??= setTimeout(() => page.send(url, take()), BATCH_MS)
    },
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
    // Counting is never worth disturbing the page.
    return undefined
  }
}

/** The page that this script runs in. */
export function thisPage(): TelemetryPage {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return {
    origin: location.origin,
    refusesTracking: globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes',
    random: () => Math.random(),
    visitorId: fetchVisitorId,
    // As text it needs no preflight, and without cookies it says nothing about who is there.
    send: (url, body) => {
      fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {
        // Counting is never worth disturbing the page.
      })
    },
    sendLast: (url, body) => navigator.sendBeacon(url, body),
    onLeaving: (leave) => {
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
