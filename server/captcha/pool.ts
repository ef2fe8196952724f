import { Worker } from 'node:worker_threads'
import type { DrawOptions, Drawn, Kind, StyleOptions } from '@passport/puzzles'

/** A kind of puzzle with what it is drawn for. */
export interface Order extends Omit<DrawOptions, 'style'> {
  kind: Kind
}

/** Holds puzzles drawn ahead of time. */
export interface Pool {
  /** Hands out a puzzle that is ready and that nobody else gets; undefined when there is none. */
  ready(order: Order): Drawn | undefined
  /** Hands out a puzzle that nobody else gets; undefined when none is to be had soon. */
  take(order: Order): Promise<Drawn | undefined>
  /** Says that somebody will come soon for a kind, so that they need not wait for the first one. */
  wake(kind: Kind): void
  close(): Promise<void>
}

/** How many puzzles a pool holds, and when it begins to draw them. */
export interface PoolOptions {
  /** Puzzles kept ready of each kind that people have come for lately. */
  ready: number
  /** Puzzles kept of all kinds together, which bounds the memory. */
  most: number
  /** What makes pictures of this installation look unlike those of others. */
  style: Omit<StyleOptions, 'warn'>
  warn(message: string, error: unknown): void
}

/** What an installation runs with; 32 puzzles are about 300 KiB. */
export const defaultPool: Omit<PoolOptions, 'warn' | 'style'> = {
  ready: 32,
  most: 320,
}

/** Share of `ready` under which a shelf is filled up again: early, as a rush empties it faster than one thread draws. */
const LOW_WATER = 0.75
const STALE_MS = 10 * 60_000
const RESTART_MS = 1000
const MOST_WAITING = 2
const LONGEST_WAIT_MS = 2500

interface Shelf {
  order: Order
  puzzles: { drawn: Drawn; at: number }[]
  waiting: ((drawn: Drawn | undefined) => void)[]
  takenAt: number
  filling: boolean
}

/** Puzzles of one shelf can stand in for each other; only text depends on the language. */
function labelOf({ kind, language, level }: Order): string {
  return kind === 'text' ? `${kind} ${language} ${level}` : `${kind} ${level}`
}

/**
 * Draws in one worker thread, which is there only while people come: it takes more memory than all
 * the rest of the server. A drained pool never queues more than two: the caller falls back.
 */
export function createWorkerPool(options: PoolOptions): Pool {
  const shelves = new Map<string, Shelf>()
  let worker: Worker | undefined
  let drawing: Shelf | undefined
  let closed = false
  let wokenAt = 0
  let retry: NodeJS.Timeout | undefined

  function shelfFor(order: Order): Shelf {
    const label = labelOf(order)
    const shelf = shelves.get(label) ?? {
      order,
      puzzles: [],
      waiting: [],
      takenAt: 0,
      filling: true,
    }
    shelves.set(label, shelf)
    return shelf
  }

  function start(): void {
    if (closed || worker) return
    worker = new Worker(new URL('./pool-worker.ts', import.meta.url), { workerData: options.style })
    worker.unref()
    worker.on('message', (drawn: Drawn | { warning: string; reason: string }) => {
      if ('warning' in drawn) {
        options.warn(drawn.warning, drawn.reason)
        return
      }
      if (drawing) shelve(drawing, drawn)
      drawing = undefined
      fill()
    })
    worker.on('error', (error) => {
      options.warn('The captcha worker failed and is started again.', error)
      worker = undefined
      drawing = undefined
      retry = setTimeout(start, RESTART_MS)
      retry.unref()
    })
    fill()
  }

  function shelve(shelf: Shelf, drawn: Drawn): void {
    const first = shelf.waiting.shift()
    if (first) first(drawn)
    else shelf.puzzles.push({ drawn, at: Date.now() })
  }

  /** Drops what is old, and shelves nobody has come to for a while. */
  function clear(now: number): void {
    for (const [label, shelf] of shelves) {
      while (shelf.puzzles[0] && now - shelf.puzzles[0].at > STALE_MS) shelf.puzzles.shift()
      if (now - shelf.takenAt > STALE_MS && shelf.waiting.length === 0) shelves.delete(label)
    }
  }

  /** Asks for one more drawing, of the kind that is shortest. */
  function fill(): void {
    if (!worker || drawing) return
    const now = Date.now()
    clear(now)
    let held = 0
    let next: { shelf: Shelf; have: number } | undefined
    for (const shelf of shelves.values()) {
      held += shelf.puzzles.length
      const low = Math.ceil(options.ready * LOW_WATER)
      const have = shelf.puzzles.length - shelf.waiting.length
      if (have < low) shelf.filling = true
      if (have >= options.ready) shelf.filling = false
      if (shelf.filling && (!next || have < next.have)) next = { shelf, have }
    }
    if (!next || (held >= options.most && next.have >= 0)) return
    drawing = next.shelf
    worker.postMessage(next.shelf.order)
  }

  function rest(): void {
    const now = Date.now()
    clear(now)
    if (shelves.size > 0 || drawing || now - wokenAt < STALE_MS) return fill()
    void worker?.terminate()
    worker = undefined
  }

  function takeReady(order: Order): Drawn | undefined {
    if (closed) return undefined
    const shelf = shelfFor(order)
    shelf.takenAt = Date.now()
    const ready = shelf.puzzles.shift()
    if (!ready) return undefined
    // Waking the thread takes its time too: after the reply is early enough.
    setImmediate(() => (worker ? fill() : start()))
    return ready.drawn
  }

  const renewal = setInterval(rest, STALE_MS / 10)
  renewal.unref()

  return {
    ready: takeReady,
    async take(order) {
      if (closed) return undefined
      const ready = takeReady(order)
      if (ready) return ready
      const shelf = shelfFor(order)
      if (shelf.waiting.length >= MOST_WAITING) return undefined
      if (!worker) start()
      return await new Promise((resolve) => {
        const timer = setTimeout(() => {
          shelf.waiting = shelf.waiting.filter((entry) => entry !== give)
          resolve(undefined)
        }, LONGEST_WAIT_MS)
        const give = (drawn: Drawn | undefined) => {
          clearTimeout(timer)
          resolve(drawn)
        }
        shelf.waiting.push(give)
        fill()
      })
    },
    wake(kind) {
      wokenAt = Date.now()
      // Which characters they read is not known yet, and characters nobody reads are drawn for nothing.
      if (kind !== 'text') shelfFor({ kind, language: 'en', level: 0 }).takenAt = wokenAt
      start()
      fill()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(renewal)
      for (const shelf of shelves.values()) for (const give of shelf.waiting) give(undefined)
      await worker?.terminate()
    },
  }
}
