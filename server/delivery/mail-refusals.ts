import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import type { RateLimits } from '../limits/limits.ts'
import { batched, type BatchLimits } from '../store/batching.ts'

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/**
 * Which addresses refused a mail for good in the last day. It is known of addresses and not of
 * accounts, so that it tells nobody who has one.
 */
export type MailRefusals = ReturnType<typeof createMailRefusals>

export function createMailRefusals(rateLimits: RateLimits, secrets: Secrets, clock: Clock) {
  const keyFor = (address: string): string =>
    `refused ${secrets.lasting('refused mails', address).toString('base64url')}`
  const has = batched(READS, async (keys: readonly string[]) => {
    const found = await rateLimits.find([...new Set(keys)], clock(), DAY_MS)
    return keys.map((key) => found.some((row) => row.key === key))
  })
  return {
    keyFor,
    has: (address: string): Promise<boolean> => has(keyFor(address)),
    note: async (address: string): Promise<void> => {
      // The day begins anew.
      await rateLimits.forget([keyFor(address)])
      await rateLimits.count(keyFor(address), DAY_MS)
    },
    /** A mail was delivered. */
    clear: async (address: string): Promise<void> => {
      if (await has(keyFor(address))) await rateLimits.forget([keyFor(address)])
    },
  }
}
