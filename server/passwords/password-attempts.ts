import type { Secrets } from '../config/secrets.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Failures, AttemptLimitRepository } from '../store/attempt-limit-repository.ts'
import type { PasswordAttemptRepository } from '../store/password-attempt-repository.ts'

/** Failures in a row from which each further one costs a wait of 2^n seconds. */
export const FIRST_LOCK = 6

/** Longest wait, in seconds. */
export const MAX_LOCK_SECONDS = 900

/** Failures in a row at which password sign-in closes until a code or a reset opens it. */
export const CLOSED_AT = 100

/**
 * Waits after wrong passwords, counted by what was typed, so that accounts which do not exist
 * behave as those that do. Nobody is shut out for good: a code or a reset clears the count.
 */
export interface PasswordAttempts extends PasswordAttemptRepository {
  keyFor(loginText: string): string
  /** @throws password_locked while the wait lasts; otherwise how many failed in a row. */
  ensureOpen(key: string): Promise<number>
  /** The same of what was read already. */
  judge(read: Failures): number
  /** The same for a key of which others are read as well; says whether any of them has failures. */
  ensureOpenAmong(
    key: string,
    others: readonly string[],
  ): Promise<{ failed: number; hasFailures: boolean }>
  /** Counts a failure and starts the wait it costs. */
  fail(key: string): Promise<number>
  clear(keys: readonly string[]): Promise<void>
}

const none: Failures = { failures: 0, lockedUntil: 0 }

/** Locks over a store. */
export function createPasswordAttempts(
  repository: AttemptLimitRepository,
  attempts: PasswordAttemptRepository,
  secrets: Secrets,
  clock: Clock,
): PasswordAttempts {
  function judge({ failures, lockedUntil }: Failures): number {
    if (failures >= CLOSED_AT) {
      throw new PassportError('password_locked', { retry_after: MAX_LOCK_SECONDS, closed: 1 })
    }
    const waitMs = lockedUntil - clock()
    if (waitMs > 0) {
      throw new PassportError('password_locked', { retry_after: Math.ceil(waitMs / SECOND_MS) })
    }
    return failures
  }
  return {
    look: attempts.look,
    keyFor: (text) => secrets.keyed('login', text).toString('base64url'),
    judge,
    ensureOpen: async (key) => judge((await repository.read([key])).get(key) ?? none),
    ensureOpenAmong: async (key, others) => {
      const rows = await repository.read([key, ...others])
      return { failed: judge(rows.get(key) ?? none), hasFailures: rows.size > 0 }
    },
    fail: async (key) => {
      const now = clock()
      const failures = await repository.raise(key, now)
      if (failures >= FIRST_LOCK) {
        await repository.lock(key, now + Math.min(MAX_LOCK_SECONDS, 2 ** failures) * SECOND_MS)
      }
      return failures
    },
    clear: repository.clear,
  }
}
