import { setTimeout as pause } from 'node:timers/promises'
import { TargetType, type Browser, type CDPSession } from 'puppeteer-core'

/** Throttling of network and processor. */
export interface Conditions {
  name: 'no limit' | 'slow 4G'
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | undefined
}

const SLOW_4G_BYTES_PER_S = (1.6 * 1_000_000) / 8

/** The two networks of the comparison. */
export const networks: readonly Conditions[] = [
  { name: 'no limit', network: undefined },
  {
    name: 'slow 4G',
    network: {
      latency: 150,
      downloadThroughput: SLOW_4G_BYTES_PER_S,
      uploadThroughput: SLOW_4G_BYTES_PER_S,
    },
  },
]

/** Measurements of one visit of a page. */
export interface Visit {
  /** Until a field can be seen, and until the form works, in milliseconds. */
  fieldMs: number
  readyMs: number
  /** Time by which tasks were longer than 50 ms until then. */
  blockingMs: number
  requests: number
  scripts: number
  scriptBytes: number
  heapBytes: number
}

const CPU_SLOWDOWN = 4
const PATIENCE_MS = 30_000
/** Rarely enough to disturb nothing. */
const LOOK_MS = 100

/** Visits a page in a browser context of its own, with an empty cache. */
export async function visit(browser: Browser, url: string, conditions: Conditions): Promise<Visit> {
  return await inTab(browser, async (devtools) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    if (conditions.network !== undefined) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        ...conditions.network,
      })
    }
    await devtools.send('Page.enable')
    const source = `(${watchPage.toString()})()`
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await devtools.send('Page.navigate', { url })
    await until(devtools, 'globalThis.seen?.readyMs !== undefined')
    const seen = (await run(devtools, 'globalThis.seen')) as Seen
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return {
      fieldMs: seen.fieldMs ?? Number.NaN,
      readyMs: seen.readyMs ?? Number.NaN,
      blockingMs: seen.blockingMs,
      requests: seen.requests,
      scripts: seen.scripts,
      scriptBytes: seen.scriptBytes,
      heapBytes: usedSize,
    }
  })
}

/**
 * Opens a tab without the Runtime domain, which libraries of browser tests switch on: with it V8 reads
 * a script anew for each `Error` that it makes, and React makes five as it loads.
 */
async function inTab<Result>(
  browser: Browser,
  measure: (devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext()
  const whole = await browser.target().createCDPSession()
  await whole.send('Target.createTarget', {
    url: 'about:blank',
    ...(context.id !== undefined && { browserContextId: context.id }),
  })
  const target = await context.waitForTarget((one) => one.type() === TargetType.PAGE)
  try {
    return await measure(await target.createCDPSession())
  } finally {
    await context.close()
    await whole.detach()
  }
}

async function run(devtools: CDPSession, expression: string): Promise<unknown> {
  const options = { expression, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', options)
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
  return result.value
}

async function until(devtools: CDPSession, expression: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while ((await run(devtools, expression)) !== true) {
    if (performance.now() > end) throw new Error(`waited in vain for ${expression}`)
    await pause(LOOK_MS)
  }
}

interface Seen {
  fieldMs?: number
  readyMs?: number
  blockingMs: number
  requests: number
  scripts: number
  scriptBytes: number
}

declare global {
  var seen: Seen | undefined
}

// Runs in the page, before everything else of it.
function watchPage(): void {
  const seen: Seen = { blockingMs: 0, requests: 1, scripts: 0, scriptBytes: 0 }
  globalThis.seen = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      if (seen.readyMs === undefined) seen.blockingMs += Math.max(0, duration - 50)
    }
  }).observe({ type: 'longtask', buffered: true })

  const isField = (input: HTMLInputElement): boolean =>
    ['text', 'email', 'password', 'tel'].includes(input.type) && input.checkVisibility()
  const hasField = (root: ParentNode): boolean =>
    Array.from(root.querySelectorAll('input')).some(isField) ||
    Array.from(root.querySelectorAll('hanko-auth')).some(
      ({ shadowRoot }) => shadowRoot !== null && hasField(shadowRoot),
    )
  let isReady = false
  addEventListener('passport-ready', () => {
    isReady = true
  })
  const look = (): void => {
    if (seen.fieldMs === undefined && hasField(document)) {
      // It is on the screen when the frame after this one begins.
      requestAnimationFrame(() => {
        seen.fieldMs ??= performance.now()
      })
    }
    const waits = document.querySelector('passport-login') !== null && !isReady
    if (seen.fieldMs !== undefined && !waits) {
      seen.readyMs = performance.now()
      for (const entry of performance.getEntriesByType('resource')) {
        seen.requests += 1
        if (!entry.name.endsWith('.js')) continue
        seen.scripts += 1
        seen.scriptBytes += (entry as PerformanceResourceTiming).transferSize
      }
    }
    if (seen.readyMs === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Nodes and listeners that are left, and the heap, after garbage was collected. */
export interface Held {
  nodes: number
  listeners: number
  heapBytes: number
}

const CYCLES = 200

/** Measures what remains in a page after elements were mounted, moved and only created. */
export async function measureGrowth(
  browser: Browser,
  url: string,
): Promise<{ before: Held; after: Held }> {
  return await inTab(browser, async (devtools) => {
    await devtools.send('Page.navigate', { url })
    await until(devtools, "customElements.get('passport-login') !== undefined")
    const held = async (): Promise<Held> => {
      // Some of what React keeps goes with the task after the next.
      for (let round = 0; round < 3; round++) {
        await pause(200)
        await devtools.send('HeapProfiler.collectGarbage')
      }
      const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      return { nodes, listeners: jsEventListeners, heapBytes: usedSize }
    }
    const turn = `(${cycle.toString()})(${CYCLES})`
    // The first elements also make what all share, some of it only after a while.
    await run(devtools, turn)
    const before = await held()
    await run(devtools, turn)
    return { before, after: await held() }
  })
}

// Runs in the page: mounts, moves and removes, and makes elements that never come into it.
async function cycle(count: number): Promise<void> {
  const elsewhere = document.createElement('section')
  document.body.append(elsewhere)
  for (let round = 0; round < count; round++) {
    const idle = document.createElement('passport-login')
    idle.setAttribute('aid', '1002')
    const element = document.createElement('passport-login')
    element.setAttribute('aid', '1002')
    const ready = new Promise((resolve) => {
      element.addEventListener('passport-ready', resolve, { once: true })
    })
    document.body.append(element)
    elsewhere.append(element)
    await ready
    element.remove()
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
  elsewhere.remove()
}
