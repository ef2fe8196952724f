import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, SECOND_MS, waitUntil, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { AttemptLimitRepository } from '../store/attempt-limit-repository.ts'
import type { Recipient } from '../store/recipient.ts'

/** Wrong codes in a row at which a recipient's codes are refused for a day (NIST SP 800-63B). */
export const MAX_WRONG_CODES = 100

const WAIT_MS = DAY_MS

/**
 * The attempt limit of each recipient, over all codes, types and applications.
 * Signing in by another method clears it.
 */
export type CodeAttempts = ReturnType<typeof createCodeAttempts>

export function createCodeAttempts(
  repository: AttemptLimitRepository,
  secrets: Secrets,
  clock: Clock,
) {
  return {
    /** Returns the key of a recipient; a browser that its account knows has one of its own. */
    keyFor: ({ channel, address }: Recipient, browser: string = ''): string =>
      secrets.lasting('wrong codes', channel, address, browser).toString('base64url'),
    /** Returns the failures in a row. @throws account_limited while codes are refused */
    requireOpen: async (key: string): Promise<number> => {
      const row = (await repository.read([key])).get(key)
      const waitMs = waitUntil(row?.lockedUntil ?? 0, clock(), WAIT_MS)
      if (waitMs > 0) {
        throw new PassportError('account_limited', { retry_after: Math.ceil(waitMs / SECOND_MS) })
      }
      return row?.failures ?? 0
    },
    /** Counts a wrong code; from MAX_WRONG_CODES on, each starts a wait of a day. Returns how many there are in a row. */
    fail: async (key: string): Promise<number> => {
      const now = clock()
      const failures = await repository.increment(key, now)
      if (failures >= MAX_WRONG_CODES) await repository.refuse(key, now, WAIT_MS, WAIT_MS)
      return failures
    },
    clear: repository.clear,
  }
}
