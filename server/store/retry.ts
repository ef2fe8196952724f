import { setTimeout as sleep } from 'node:timers/promises'
import { isConflict, isPassing } from './faults.ts'

const MAX_WAIT_MS = 25
/** Attempts end after this: with a lock that stays, each may hold up the whole process. */
const GIVE_UP_MS = 1500
/** Conflicts hold up nobody: on a slow machine, too, some more are worth it. */
const LEAST_AFTER_CONFLICTS = 10

let retries = 0

/** How often this process had to do something again. */
export function retriesSoFar(): number {
  return retries
}

/** Does `work` again while it fails for reasons that pass; it must leave nothing when it fails. */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLate =
        performance.now() - startedAt > GIVE_UP_MS &&
        (attempt >= LEAST_AFTER_CONFLICTS || !isConflict(error))
      if (isLate || !isPassing(error)) throw error
      retries++
      // Random and capped: writers that met once do not meet again, and nobody waits for long.
      await sleep(Math.random() * Math.min(MAX_WAIT_MS, 2 ** attempt))
    }
  }
}
