import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict, isTransient } from './database-errors.ts'

const MAX_WAIT_MS = 25
/** Attempts end after this time: waiting for a lock may block the whole process. */
const GIVE_UP_MS = 1500
/** Minimum of attempts after conflicts, which block nobody, even on a slow machine. */
const MIN_ATTEMPTS_AFTER_CONFLICT = 10

let retries = 0

/** Returns how often this process has repeated something. */
export function retryCount(): number {
  return retries
}

/** Repeats `work` while it fails with transient errors; it must leave nothing when it fails. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLate =
        performance.now() - startedAt > GIVE_UP_MS &&
        (attempt >= MIN_ATTEMPTS_AFTER_CONFLICT || !isConflict(error))
      if (isLate || !isTransient(error)) throw error
      retries++
      // Random, so that two writers do not conflict again, and capped, so that the wait is short.
      await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt))
    }
  }
}
