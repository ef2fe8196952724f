import { SECOND_MS } from '../lib/clock.ts'
import { isLockTimeout, isUnavailable } from './database-errors.ts'

/** A batch that takes longer no longer counts as running, so that it holds up no others. */
const SLOW_MS = SECOND_MS

/** Limits of a batch. */
export interface BatchLimits {
  /** Maximum of items in one batch. */
  maxSize: number
  /** Batches that run at the same time; later items wait for the next one. */
  concurrency: number
}

interface QueuedItem<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Combines calls of several callers into one statement or transaction. `work` returns results in
 * the order of its items and leaves nothing when it throws; each item is then tried alone, so that
 * no caller fails because of another.
 */
export function batched<Item, Result>(
  { maxSize, concurrency }: BatchLimits,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const queue: QueuedItem<Item, Result>[] = []
  let running = 0

  async function run(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [at, result] of results.entries()) batch[at]?.resolve(result)
    } catch (error) {
      // After a lock timeout each is tried alone: most of them did not need the locked row.
      if (batch.length === 1 || (isUnavailable(error) && !isLockTimeout(error))) {
        for (const { reject } of batch) reject(error)
      } else {
        // Not awaited: an item that fails again must not hold up the next batch.
        for (const queued of batch) void run([queued])
      }
    }
  }

  function start(): void {
    while (running < concurrency && queue.length > 0) {
      // Powers of two, so that there are few lengths, and few texts of statements.
      const size = 2 ** Math.floor(Math.log2(Math.min(queue.length, maxSize)))
      running++
      let isCounted = true
      const stopCounting = (): void => {
        if (!isCounted) return
        isCounted = false
        running--
        start()
      }
      const timer = setTimeout(stopCounting, SLOW_MS)
      void run(queue.splice(0, size)).finally(() => {
        clearTimeout(timer)
        stopCounting()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const length = queue.push({ item, resolve, reject })
      // Not at once, so that requests the event loop has already read join the batch.
      if (length === 1 && running < concurrency) setImmediate(start)
    })
}
