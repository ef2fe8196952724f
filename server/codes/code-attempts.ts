import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { AttemptLimitRepository } from '../store/attempt-limit-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Wrong codes in a row at which an address takes none for a day (NIST SP 800-63B). */
export const MOST_WRONG_CODES = 100

const CLOSED_FOR_MS = DAY_MS

/**
 * Wrong codes in a row, counted by address over all codes, types and applications. Another way in
 * opens the address again at once; otherwise each further wrong code costs another day.
 */
export interface CodeAttempts {
  keyFor(recipient: Recipient): string
  /** @throws account_limited while the address takes no codes; otherwise how many were wrong. */
  ensureOpen(key: string): Promise<number>
  fail(key: string): Promise<void>
  clear(keys: readonly string[]): Promise<void>
}

/** Wrong codes over the store of locks. */
export function createCodeAttempts(
  repository: AttemptLimitRepository,
  secrets: Secrets,
  clock: Clock,
): CodeAttempts {
  return {
    keyFor: ({ channel, address }) =>
      secrets.keyed('wrong codes', channel, address).toString('base64url'),
    ensureOpen: async (key) => {
      const row = (await repository.read([key])).get(key)
      const waitMs = (row?.lockedUntil ?? 0) - clock()
      if (waitMs > 0) {
        throw new PassportError('account_limited', { retry_after: Math.ceil(waitMs / SECOND_MS) })
      }
      return row?.failures ?? 0
    },
    fail: async (key) => {
      const now = clock()
      if ((await repository.raise(key, now)) >= MOST_WRONG_CODES) {
        await repository.lock(key, now + CLOSED_FOR_MS)
      }
    },
    clear: repository.clear,
  }
}
