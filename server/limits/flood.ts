import { isLoopbackAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'

const WINDOW_MS = 10_000

/**
 * A coarse per-instance guard against floods from one address, kept in memory: it protects the
 * process, not a secret. Answers seconds to wait, or undefined to go on.
 */
export function createFloodGuard(
  max: number,
  clock: Clock,
): (address: string, prefix: string) => number | undefined {
  let counts = new Map<string, number>()
  let windowEnds = 0
  return (address, prefix) => {
    if (isLoopbackAddress(address)) return undefined
    const now = clock()
    if (now >= windowEnds) {
      counts = new Map()
      windowEnds = now + WINDOW_MS
    }
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    return count > max ? Math.ceil((windowEnds - now) / 1000) : undefined
  }
}
