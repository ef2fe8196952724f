import type { Browser } from 'playwright'

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

/** Visits a page in a browser context of its own, with an empty cache. */
export async function visit(browser: Browser, url: string, conditions: Conditions): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  if (conditions.network !== undefined) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      ...conditions.network,
    })
  }
  const scripts = new Set<string>()
  let requests = 0
  let scriptBytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('data:')) return
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.addInitScript(watchPage)
  await page.goto(url)
  await page.waitForFunction(() => globalThis.seen?.readyMs !== undefined, undefined, {
    timeout: PATIENCE_MS,
  })
  const seen = await page.evaluate(() => globalThis.seen)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await context.close()
  return {
    fieldMs: seen?.fieldMs ?? Number.NaN,
    readyMs: seen?.readyMs ?? Number.NaN,
    blockingMs: seen?.blockingMs ?? Number.NaN,
    requests,
    scripts: scripts.size,
    scriptBytes,
    heapBytes: usedSize,
  }
}

interface Seen {
  fieldMs?: number
  readyMs?: number
  blockingMs: number
}

declare global {
  var seen: Seen | undefined
}

// Runs in the page, before everything else of it.
function watchPage(): void {
  const seen: Seen = { blockingMs: 0 }
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
    if (seen.fieldMs !== undefined && !waits) seen.readyMs ??= performance.now()
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
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(url)
  await page.waitForFunction(() => customElements.get('passport-login') !== undefined)
  const held = async (): Promise<Held> => {
    // Some of what React keeps goes with the task after the next.
    for (let round = 0; round < 3; round++) {
      await page.waitForTimeout(200)
      await devtools.send('HeapProfiler.collectGarbage')
    }
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return { nodes, listeners: jsEventListeners, heapBytes: usedSize }
  }
  // The first elements also make what all share, some of it only after a while.
  await page.evaluate(cycle, CYCLES)
  const before = await held()
  await page.evaluate(cycle, CYCLES)
  const after = await held()
  await context.close()
  return { before, after }
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
