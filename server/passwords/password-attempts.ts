import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, type Clock, waitUntil } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { AttemptLimitRepository } from '../store/attempt-limit-repository.ts'
import type { PasswordAttemptRepository } from '../store/password-attempt-repository.ts'
import type { Failures } from '../store/schema/limits.ts'

/** Failures in a row from which each one starts a wait of 2^n seconds. */
export const FAILURES_BEFORE_WAIT = 6

/** Longest wait, in seconds. */
export const MAX_WAIT_SECONDS = 900

/** Failures in a row from which passwords are refused until a code or a reset clears the count. */
export const MAX_FAILURES = 100

/** The attempt limit of passwords, counted by login text with or without an account. */
export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>

const noFailures: Failures = { failures: 0, lockedUntil: 0 }

export function createPasswordAttempts(
  repository: AttemptLimitRepository,
  attempts: PasswordAttemptRepository,
  secrets: Secrets,
  clock: Clock,
) {
  function rejectDuringWait({ failures, lockedUntil }: Failures): number {
    if (failures >= MAX_FAILURES) {
      throw new PassportError('password_locked', { retry_after: MAX_WAIT_SECONDS, closed: 1 })
    }
    const waitMs = waitUntil(lockedUntil, clock(), MAX_WAIT_SECONDS * SECOND_MS)
    if (waitMs > 0) {
      throw new PassportError('password_locked', { retry_after: Math.ceil(waitMs / SECOND_MS) })
    }
    return failures
  }
  return {
    find: attempts.find,
    /** Returns the key of a login; a browser that its account knows has one of its own. */
    keyFor: (text: string, browser: string = ''): string =>
      secrets.lasting('login', text, browser).toString('base64url'),
    /** Returns the failures in a row. @throws password_locked during a wait */
    rejectDuringWait,
    /** @throws password_locked during a wait */
    requireOpen: async (key: string): Promise<void> => {
      rejectDuringWait((await repository.read([key])).get(key) ?? noFailures)
    },
    /**
     * Reads further keys in the same statement; `hasFailures` tells whether any key has some.
     * @throws password_locked during a wait of the first key
     */
    requireOpenWithOthers: async (
      key: string,
      otherKeys: readonly string[],
    ): Promise<{ failures: number; hasFailures: boolean }> => {
      const states = await repository.read([key, ...otherKeys])
      const failures = rejectDuringWait(states.get(key) ?? noFailures)
      return { failures, hasFailures: states.size > 0 }
    },
    /** Counts a failure, starts a wait if it is due, and returns the failures in a row. */
    fail: async (key: string): Promise<number> => {
      const now = clock()
      const failures = await repository.increment(key, now)
      if (failures >= FAILURES_BEFORE_WAIT) {
        const longestMs = MAX_WAIT_SECONDS * SECOND_MS
        await repository.refuse(key, now, Math.min(longestMs, 2 ** failures * SECOND_MS), longestMs)
      }
      return failures
    },
    clear: repository.clear,
  }
}
