import { Worker } from 'node:worker_threads'
import type { DrawOptions, Drawn, Kind, StyleOptions } from '@passport/puzzles'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'

/** The kind and options of a puzzle to draw. */
export interface PuzzleOrder extends Omit<DrawOptions, 'style'> {
  kind: Kind
}

/** Puzzles that are drawn ahead of time; each is returned once. */
export interface Pool {
  /** Waits for a puzzle; returns undefined if none is drawn soon. */
  take(order: PuzzleOrder): Promise<Drawn | undefined>
  close(): Promise<void>
}

/** Size and style of a pool. */
export interface PoolOptions {
  /** Puzzles to hold ready of each kind in use. */
  ready: number
  /** Puzzles of all kinds at most, which bounds the memory. */
  most: number
  /** Style by which the pictures of installations differ. */
  style: Omit<StyleOptions, 'warn'>
  warn(message: string, error: unknown): void
}

/** The sizes of an installation; 32 puzzles take about 300 KiB. */
export const defaultPool: Omit<PoolOptions, 'warn' | 'style'> = {
  ready: 32,
  most: 320,
}

/** Share of `ready` below which a queue is refilled; high, because one thread draws slowly. */
const REFILL_BELOW = 0.75
const STALE_MS = 10 * MINUTE_MS
const RESTART_MS = SECOND_MS
const MAX_WAITING = 2
const MAX_WAIT_MS = 2500

/** Equivalent puzzles, and the callers that wait for one. */
interface PuzzleQueue {
  order: PuzzleOrder
  puzzles: { drawn: Drawn; drawnAt: number }[]
  waiting: ((drawn: Drawn | undefined) => void)[]
  takenAt: number
  isFilling: boolean
}

// Only text puzzles depend on the language.
function keyOf({ kind, language, level }: PuzzleOrder): string {
  return kind === 'text' ? `${kind} ${language} ${level}` : `${kind} ${level}`
}

/** Draws in a worker thread, which takes much memory and runs only while needed. */
export function createWorkerPool(options: PoolOptions): Pool {
  const queues = new Map<string, PuzzleQueue>()
  let worker: Worker | undefined
  let drawing: PuzzleQueue | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  function queueFor(order: PuzzleOrder): PuzzleQueue {
    const key = keyOf(order)
    const queue = queues.get(key) ?? {
      order,
      puzzles: [],
      waiting: [],
      takenAt: 0,
      isFilling: true,
    }
    queues.set(key, queue)
    return queue
  }

  function start(): void {
    if (isClosed || worker) return
    worker = new Worker(new URL('./pool-worker.ts', import.meta.url), { workerData: options.style })
    worker.unref()
    worker.on('message', (drawn: Drawn | { warning: string; reason: string }) => {
      if ('warning' in drawn) {
        options.warn(drawn.warning, drawn.reason)
        return
      }
      if (drawing) deliver(drawing, drawn)
      drawing = undefined
      drawNext()
    })
    worker.on('error', (error) => {
      options.warn('The captcha worker failed and is started again.', error)
      worker = undefined
      drawing = undefined
      retry = setTimeout(start, RESTART_MS)
      retry.unref()
    })
    drawNext()
  }

  function deliver(queue: PuzzleQueue, drawn: Drawn): void {
    const waiting = queue.waiting.shift()
    if (waiting) waiting(drawn)
    else queue.puzzles.push({ drawn, drawnAt: Date.now() })
  }

  function removeStale(now: number): void {
    for (const [key, queue] of queues) {
      while (queue.puzzles[0] && now - queue.puzzles[0].drawnAt > STALE_MS) queue.puzzles.shift()
      if (now - queue.takenAt > STALE_MS && queue.waiting.length === 0) queues.delete(key)
    }
  }

  // Draws one puzzle for the shortest queue that needs some.
  function drawNext(): void {
    if (!worker || drawing) return
    removeStale(Date.now())
    let total = 0
    let next: { queue: PuzzleQueue; length: number } | undefined
    for (const queue of queues.values()) {
      total += queue.puzzles.length
      const length = queue.puzzles.length - queue.waiting.length
      if (length < Math.ceil(options.ready * REFILL_BELOW)) queue.isFilling = true
      if (length >= options.ready) queue.isFilling = false
      if (queue.isFilling && (!next || length < next.length)) next = { queue, length }
    }
    if (!next || (total >= options.most && next.length >= 0)) return
    drawing = next.queue
    worker.postMessage(next.queue.order)
  }

  function stopIfUnused(): void {
    removeStale(Date.now())
    if (queues.size > 0 || drawing) return drawNext()
    void worker?.terminate()
    worker = undefined
  }

  function takeReady(order: PuzzleOrder): Drawn | undefined {
    if (isClosed) return undefined
    const queue = queueFor(order)
    queue.takenAt = Date.now()
    const ready = queue.puzzles.shift()
    if (!ready) return undefined
    // After the reply, because waking the thread takes time.
    setImmediate(() => (worker ? drawNext() : start()))
    return ready.drawn
  }

  const cleanUp = setInterval(stopIfUnused, STALE_MS / 10)
  cleanUp.unref()

  return {
    async take(order) {
      if (isClosed) return undefined
      const ready = takeReady(order)
      if (ready) return ready
      const queue = queueFor(order)
      if (queue.waiting.length >= MAX_WAITING) return undefined
      if (!worker) start()
      return await new Promise((resolve) => {
        const timer = setTimeout(() => {
          queue.waiting = queue.waiting.filter((entry) => entry !== finish)
          resolve(undefined)
        }, MAX_WAIT_MS)
        const finish = (drawn: Drawn | undefined) => {
          clearTimeout(timer)
          resolve(drawn)
        }
        queue.waiting.push(finish)
        drawNext()
      })
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(cleanUp)
      for (const { waiting } of queues.values()) for (const finish of waiting) finish(undefined)
      await worker?.terminate()
    },
  }
}
