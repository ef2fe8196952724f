import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict, isTransient } from './database-errors.ts'

const MAX_WAIT_MS = 25
/** Attempts end after this time: waiting for a lock may block the whole process. */
const GIVE_UP_MS = 1500
/** Conflicts block nobody, so they are tried again this often even on a slow machine. */
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
      // Random and capped, so that two writers that met do not meet again, and nobody waits long.
      await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt))
    }
  }
}
