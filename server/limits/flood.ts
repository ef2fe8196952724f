import { isLoopbackAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'

const WINDOW_MS = 10_000

/**
 * Returns a guard that counts the requests of an address in this process. It returns the seconds to
 * wait, or undefined below the limit.
 */
export function createFloodGuard(
  max: number,
  clock: Clock,
  windowMs = WINDOW_MS,
): (address: string, prefix: string) => number | undefined {
  let counts = new Map<string, number>()
  let windowEndsAt = 0
  return (address, prefix) => {
    if (isLoopbackAddress(address)) return undefined
    const now = clock()
    if (now >= windowEndsAt || windowEndsAt > now + windowMs) {
      counts = new Map()
      windowEndsAt = now + windowMs
    }
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    return count > max ? Math.ceil((windowEndsAt - now) / 1000) : undefined
  }
}
