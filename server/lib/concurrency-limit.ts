import { PassportError } from './passport-error.ts'

/**
 * Lets few costly jobs run at once. Without it password hashing would take every pool thread and
 * freeze what else the process does; with an endless queue it would work for callers long gone.
 */
export interface ConcurrencyLimit {
  /** Runs `job` in turn; @throws server_busy when the queue is full or the caller has left. */
  run<Result>(left: AbortSignal, job: () => Promise<Result>): Promise<Result>
  /** How many jobs run, and how many callers stand in line. */
  load(): { running: number; waiting: number }
}

interface Waiting {
  readonly left: AbortSignal
  readonly start: () => void
  readonly drop: () => void
}

const RETRY_AFTER_SECONDS = 2

/** A gate for `width` jobs at once and `maxWaiting` callers in line. */
export function createConcurrencyLimit(width: number, maxWaiting: number): ConcurrencyLimit {
  const line: Waiting[] = []
  let running = 0

  function next(): void {
    running--
    for (let first = line.shift(); first !== undefined; first = line.shift()) {
      if (first.left.aborted) {
        first.drop()
        continue
      }
      first.start()
      return
    }
  }

  function busy(): PassportError {
    return new PassportError('server_busy', { retry_after: RETRY_AFTER_SECONDS })
  }

  return {
    load: () => ({ running, waiting: line.length }),
    run: async (left, job) => {
      if (running >= width) {
        if (line.length >= maxWaiting) throw busy()
        await new Promise<void>((resolve, reject) => {
          line.push({
            left,
            start: () => {
              running++
              resolve()
            },
            drop: () => reject(busy()),
          })
        })
      } else {
        running++
      }
      try {
        return await job()
      } finally {
        next()
      }
    },
  }
}
