import { SECOND_MS } from '../lib/clock.ts'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { makeWork, type MadeWork } from './proof-of-work.ts'

/** Work that is made ahead of time; each piece is returned once. */
export type WorkPool = ReturnType<typeof createWorkPool>

/** Pieces to hold ready of each size in use: there are six sizes, and a piece takes half a KiB. */
const READY = 128
/** Keys of work that are derived at once, 16 MiB each, and the requests that wait for one. */
const DERIVATIONS = 2
const WAITING_DERIVATIONS = 32
const DERIVATION_WAIT_MS = 5 * SECOND_MS

/** Derives keys of cost `n` one after another, and two at once while people wait for them. */
export function createWorkPool(n: number, ready = READY) {
  const queues = new Map<number, MadeWork[]>()
  const derivations = createConcurrencyLimit(DERIVATIONS, WAITING_DERIVATIONS)
  let isFilling = false
  let isClosed = false

  function shortest(): [max: number, queue: MadeWork[]] | undefined {
    return [...queues]
      .filter(([, queue]) => queue.length < ready)
      .toSorted(([, a], [, b]) => a.length - b.length)[0]
  }

  async function derive(max: number): Promise<MadeWork> {
    const signal = AbortSignal.timeout(DERIVATION_WAIT_MS)
    return await derivations.run(signal, () => makeWork(n, max))
  }

  async function fill(): Promise<void> {
    if (isFilling) return
    isFilling = true
    try {
      for (let next = shortest(); next && !isClosed; next = shortest()) {
        const [max, queue] = next
        queue.push(await derive(max))
      }
    } catch {
      // The queue for the hashing threads is full; the next request starts the filling again.
    } finally {
      isFilling = false
    }
  }

  return {
    /** Makes the work now if none is ready. @throws server_busy when many others wait for theirs */
    async take(max: number): Promise<MadeWork> {
      const queue = queues.get(max) ?? []
      queues.set(max, queue)
      const work = queue.shift() ?? (await derive(max))
      void fill()
      return work
    },
    close(): void {
      isClosed = true
    },
  }
}
