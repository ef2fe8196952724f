import { SECOND_MS } from '../lib/clock.ts'
import { isHeld, isUnavailable } from './faults.ts'

/** A round that takes longer, as where somebody else holds a row, holds up no others any more. */
const PATIENCE_MS = SECOND_MS

/** How callers are put together. */
export interface BatchLimits {
  /** Most callers in one round. */
  most: number
  /** Rounds under way at the same time, slow ones aside; who comes meanwhile is in the next. */
  atOnce: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Does for several callers together what hardly costs more than for one, such as a statement or a
 * transaction. `work` answers in the order of its items and leaves nothing when it fails; then each
 * caller is served alone, so that nobody is refused for what another one asked.
 */
export function batched<Item, Result>(
  { most, atOnce }: BatchLimits,
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const line: Waiting<Item, Result>[] = []
  let running = 0

  async function serve(round: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(round.map(({ item }) => item))
      for (const [at, result] of results.entries()) round[at]?.resolve(result)
    } catch (error) {
      // Of those who waited for a row that somebody holds, most did not need it.
      if (round.length === 1 || (isUnavailable(error) && !isHeld(error))) {
        for (const { reject } of round) reject(error)
      } else {
        // Not waited for: who is refused again and again must not hold up the next round.
        for (const one of round) void serve([one])
      }
    }
  }

  function start(): void {
    while (running < atOnce && line.length > 0) {
      // Powers of two, so that there are few lengths, and few texts of statements.
      const size = 2 ** Math.floor(Math.log2(Math.min(line.length, most)))
      running++
      let isCounted = true
      const letOthers = (): void => {
        if (!isCounted) return
        isCounted = false
        running--
        start()
      }
      const patience = setTimeout(letOthers, PATIENCE_MS)
      void serve(line.splice(0, size)).finally(() => {
        clearTimeout(patience)
        letOthers()
      })
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const length = line.push({ item, resolve, reject })
      // Not at once: what the event loop has read already comes along.
      if (length === 1 && running < atOnce) setImmediate(start)
    })
}
