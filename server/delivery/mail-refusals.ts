import type { Secrets } from '../config/secrets.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import type { RateLimits } from '../limits/limits.ts'
import { batched, type BatchLimits } from '../store/batching.ts'

const READS: BatchLimits = { maxSize: 32, concurrency: 2 }

/**
 * Which addresses refused a mail for good in the last day. It is known of addresses and not of
 * accounts, so that it tells nobody who has one.
 */
export interface MailRefusals {
  keyFor(address: string): string
  has(address: string): Promise<boolean>
  note(address: string): Promise<void>
  /** A mail was delivered. */
  clear(address: string): Promise<void>
}

export function createMailRefusals(
  rateLimits: RateLimits,
  secrets: Secrets,
  clock: Clock,
): MailRefusals {
  const keyFor = (address: string): string =>
    `refused ${secrets.lasting('refused mails', address).toString('base64url')}`
  const has = batched(READS, async (keys: readonly string[]) => {
    const found = await rateLimits.find([...new Set(keys)], clock(), DAY_MS)
    return keys.map((key) => found.some((row) => row.key === key))
  })
  return {
    keyFor,
    has: (address) => has(keyFor(address)),
    note: async (address) => {
      // The day begins anew.
      await rateLimits.forget([keyFor(address)])
      await rateLimits.count(keyFor(address), DAY_MS)
    },
    clear: async (address) => {
      if (await has(keyFor(address))) await rateLimits.forget([keyFor(address)])
    },
  }
}
