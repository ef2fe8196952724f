import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateCount, RateLimitRepository } from '../store/rate-limit-repository.ts'

/** Maximum number of events within a period. */
export interface RateLimit {
  /** Name of the counter, for instance with an address in it. */
  key: string
  max: number
  windowMs: number
  /** Error thrown when the limit is reached; too_often by default. */
  refusal?: 'too_often' | 'code_frequency'
}

/** Counts requests for all instances; the limits of a call take one statement. */
export interface RateLimits extends Pick<RateLimitRepository, 'find' | 'forget'> {
  /** Counts once for each limit; returns the seconds to wait when one is reached. */
  take(limits: readonly RateLimit[]): Promise<number | undefined>
  /** Counts once for each limit, so a repeated limit counts several times. @throws the error of the first reached one */
  spend(limits: readonly RateLimit[]): Promise<void>
  /** Throws as `spend` would, but counts nothing: refuses before costly work whose end is counted. */
  requireLeft(limit: RateLimit): Promise<void>
  /** Counts once and returns the count of the current window. */
  count(key: string, windowMs: number): Promise<number>
  /** Returns the count of the current window; 0 without one. */
  read(key: string): Promise<number>
}

/** Rate limits over a repository. */
export function createRateLimits(repository: RateLimitRepository, clock: Clock): RateLimits {
  // Returns the limits that are reached, in their order.
  async function countAll(
    limits: readonly RateLimit[],
  ): Promise<{ refusal: 'too_often' | 'code_frequency'; wait: number }[]> {
    const now = clock()
    const increases = new Map<string, RateCount>()
    for (const { key, windowMs } of limits) {
      const count = (increases.get(key)?.count ?? 0) + 1
      increases.set(key, { key, count, expiresAt: now + windowMs })
    }
    const rows = await repository.increment([...increases.values()], now)
    const counts = new Map(rows.map((row) => [row.key, row]))
    return limits.flatMap(({ key, max, refusal = 'too_often' }) => {
      const row = counts.get(key)
      if (row === undefined || row.count <= max) return []
      return [{ refusal, wait: Math.ceil((row.expiresAt - now) / SECOND_MS) }]
    })
  }
  return {
    find: repository.find,
    forget: repository.forget,
    take: async (limits) => {
      const waits = (await countAll(limits)).map(({ wait }) => wait)
      return waits.length === 0 ? undefined : Math.max(...waits)
    },
    spend: async (limits) => {
      const reached = await countAll(limits)
      const [first] = reached
      if (first === undefined) return
      const waits = reached
        .filter(({ refusal }) => refusal === first.refusal)
        .map(({ wait }) => wait)
      throw new PassportError(first.refusal, { retry_after: Math.max(...waits) })
    },
    requireLeft: async ({ key, max, refusal = 'too_often' }) => {
      const now = clock()
      const [used] = await repository.find([key], now)
      if (used === undefined || used.count < max) return
      throw new PassportError(refusal, {
        retry_after: Math.ceil((used.expiresAt - now) / SECOND_MS),
      })
    },
    count: async (key, windowMs) => {
      const now = clock()
      const [row] = await repository.increment([{ key, count: 1, expiresAt: now + windowMs }], now)
      return row?.count ?? 0
    },
    read: async (key) => (await repository.find([key], clock()))[0]?.count ?? 0,
  }
}
