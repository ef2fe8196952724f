import { Worker } from 'node:worker_threads'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { drawPuzzle } from './modes/modes.ts'
import type { Drawn } from './modes/modes.ts'

/** Holds puzzles drawn ahead of time. */
export interface Pool {
  /** Hands out a puzzle that nobody else gets; undefined when none is to be had soon. */
  take(name: ModeName): Promise<Drawn | undefined>
  close(): Promise<void>
}

/** How many puzzles a pool holds, and when it begins to draw them. */
export interface PoolOptions {
  /** Puzzles kept ready of each kind while people come. */
  ready: number
  /** Grace before the first drawing, so that starting the server is not slowed down. */
  startAfterMs: number
  warn(message: string, error: unknown): void
}

/** What an installation runs with; 64 puzzles are about 600 KiB. */
export const defaultPool: Omit<PoolOptions, 'warn'> = { ready: 64, startAfterMs: 200 }

/** Share of `ready` that is kept when nobody has come for a while. */
const LOW_WATER = 0.25
const STALE_MS = 10 * 60_000
const RESTART_MS = 1000
const MOST_WAITING = 2
const LONGEST_WAIT_MS = 2500

interface Shelf {
  puzzles: { drawn: Drawn; at: number }[]
  waiting: ((drawn: Drawn | undefined) => void)[]
  takenAt: number
  filling: boolean
}

/** Draws in one worker thread. A drained pool never queues more than two: the caller falls back. */
export function createWorkerPool(names: readonly ModeName[], options: PoolOptions): Pool {
  const shelves = new Map<ModeName, Shelf>(
    names.map((name) => [name, { puzzles: [], waiting: [], takenAt: 0, filling: true }]),
  )
  let worker: Worker | undefined
  let drawing = false
  let closed = false
  let retry = setTimeout(start, options.startAfterMs)
  retry.unref()

  function start(): void {
    if (closed || worker) return
    worker = new Worker(new URL('./pool-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (drawn: Drawn) => {
      drawing = false
      shelve(drawn)
      fill()
    })
    worker.on('error', (error) => {
      options.warn('The captcha worker failed and is started again.', error)
      worker = undefined
      drawing = false
      retry = setTimeout(start, RESTART_MS)
      retry.unref()
    })
    fill()
  }

  function shelve(drawn: Drawn): void {
    const shelf = shelves.get(drawn.name)
    const first = shelf?.waiting.shift()
    if (first) first(drawn)
    else shelf?.puzzles.push({ drawn, at: Date.now() })
  }

  /** Asks for one more drawing, of the kind that is shortest. */
  function fill(): void {
    if (!worker || drawing) return
    const now = Date.now()
    let next: { name: ModeName; have: number } | undefined
    for (const [name, shelf] of shelves) {
      while (shelf.puzzles[0] && now - shelf.puzzles[0].at > STALE_MS) shelf.puzzles.shift()
      const low = Math.ceil(options.ready * LOW_WATER)
      const goal = now - shelf.takenAt < STALE_MS ? options.ready : low
      const have = shelf.puzzles.length - shelf.waiting.length
      if (have < low) shelf.filling = true
      if (have >= goal) shelf.filling = false
      if (shelf.filling && (!next || have < next.have)) next = { name, have }
    }
    if (!next) return
    drawing = true
    worker.postMessage(next.name)
  }

  const renewal = setInterval(fill, STALE_MS / 10)
  renewal.unref()

  return {
    async take(name) {
      const shelf = shelves.get(name)
      if (!shelf || closed) return undefined
      shelf.takenAt = Date.now()
      const ready = shelf.puzzles.shift()
      if (!ready && shelf.waiting.length >= MOST_WAITING) return undefined
      if (!worker) start()
      if (ready) {
        fill()
        return ready.drawn
      }
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
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(renewal)
      for (const shelf of shelves.values()) for (const give of shelf.waiting) give(undefined)
      await worker?.terminate()
    },
  }
}

/** Draws on the calling thread when asked: for tests and very small servers. */
export function createLocalPool(): Pool {
  return { take: drawPuzzle, close: async () => {} }
}
