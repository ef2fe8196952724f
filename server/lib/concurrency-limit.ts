import { PassportError } from './passport-error.ts'

/**
 * Limits how many expensive jobs run at once. Password hashing without it would take every thread of
 * the pool, and an endless queue would work for callers that have disconnected.
 */
export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

interface WaitingJob {
  readonly signal: AbortSignal
  readonly start: () => void
  readonly reject: () => void
}

const RETRY_AFTER_SECONDS = 2

/** Returns a limit of `maxRunning` jobs at once and `maxWaiting` in the queue. */
export function createConcurrencyLimit(maxRunning: number, maxWaiting: number) {
  const queue: WaitingJob[] = []
  let running = 0

  function startNext(): void {
    running--
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      if (!job.signal.aborted) {
        job.start()
        return
      }
      job.reject()
    }
  }

  function busy(): PassportError {
    return new PassportError('server_busy', { retry_after: RETRY_AFTER_SECONDS })
  }

  return {
    /** Returns how many jobs run and how many wait. */
    load: () => ({ running, waiting: queue.length }),
    /** Runs `job` in turn. @throws server_busy when the queue is full or `signal` is aborted */
    run: async <Result>(signal: AbortSignal, job: () => Promise<Result>): Promise<Result> => {
      if (running >= maxRunning) {
        if (queue.length >= maxWaiting) throw busy()
        await new Promise<void>((resolve, reject) => {
          queue.push({
            signal,
            start: () => {
              running++
              resolve()
            },
            reject: () => reject(busy()),
          })
        })
      } else {
        running++
      }
      try {
        return await job()
      } finally {
        startNext()
      }
    },
  }
}
