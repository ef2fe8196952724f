import type { LockStore } from './lock-store.ts'
import { SECOND_MS, type Clock } from '../clock.ts'
import { PassportError } from '../passport-error.ts'
import type { Secrets } from '../secrets.ts'

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
export interface Locks {
  keyFor(loginText: string): string
  /** @throws password_locked while the wait lasts; otherwise how many failed in a row. */
  ensureOpen(key: string): Promise<number>
  /** Counts a failure and starts the wait it costs. */
  fail(key: string): Promise<number>
  clear(store: LockStore, keys: readonly string[]): Promise<void>
}

/** Locks over a store. */
export function createLocks(store: LockStore, secrets: Secrets, clock: Clock): Locks {
  return {
    keyFor: (text) => secrets.keyed('login', text).toString('base64url'),
    ensureOpen: async (key) => {
      const row = await store.read(key)
      if (row === undefined) return 0
      if (row.failures >= CLOSED_AT) {
        throw new PassportError('password_locked', { retry_after: MAX_LOCK_SECONDS, closed: 1 })
      }
      const waitMs = row.lockedUntil - clock()
      if (waitMs > 0) {
        throw new PassportError('password_locked', { retry_after: Math.ceil(waitMs / SECOND_MS) })
      }
      return row.failures
    },
    fail: async (key) => {
      const now = clock()
      const failures = await store.raise(key, now)
      if (failures >= FIRST_LOCK) {
        await store.lock(key, now + Math.min(MAX_LOCK_SECONDS, 2 ** failures) * SECOND_MS)
      }
      return failures
    },
    clear: (into, keys) => into.clear(keys),
  }
}
