import { SECOND_MS, waitUntil, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimitRepository } from '../store/rate-limit-repository.ts'
import type { RateCount } from '../store/schema/limits.ts'

/** Maximum number of events within a period. */
export interface RateLimit {
  /** Name of the counter, for instance with an address in it. */
  key: string
  max: number
  windowMs: number
  /** Events to count; one by default. */
  times?: number
  /** Error thrown when the limit is reached; too_often by default. */
  refusal?: 'too_often' | 'code_frequency'
  /** Whose limit it is, for support. */
  of?: 'address' | 'browser' | 'network' | 'application' | 'texts'
}

/** Counts requests for all instances; the limits of a call take one statement. */
export type RateLimits = ReturnType<typeof createRateLimits>

/** A limit that is reached, with the seconds to wait. */
interface Reached {
  refusal: 'too_often' | 'code_frequency'
  of: RateLimit['of']
  wait: number
}

/** Rate limits over a repository. */
export function createRateLimits(repository: RateLimitRepository, clock: Clock) {
  // Returns of each group the limits that are reached, in their order.
  async function countGroups(groups: readonly (readonly RateLimit[])[]): Promise<Reached[][]> {
    if (groups.every((limits) => limits.length === 0)) return groups.map(() => [])
    const now = clock()
    const increases = new Map<string, RateCount>()
    for (const { key, times = 1, windowMs } of groups.flat()) {
      const count = (increases.get(key)?.count ?? 0) + times
      increases.set(key, { key, count, expiresAt: now + windowMs })
    }
    const rows = await repository.increment([...increases.values()], now)
    // As they were before the first group.
    const counts = new Map(
      rows.map((row) => [
        row.key,
        { ...row, count: row.count - (increases.get(row.key)?.count ?? 0) },
      ]),
    )
    return groups.map((limits) => {
      for (const { key, times = 1 } of limits) {
        const row = counts.get(key)
        if (row !== undefined) row.count += times
      }
      return limits.flatMap(({ key, max, windowMs, refusal = 'too_often', of }) => {
        const row = counts.get(key)
        if (row === undefined || row.count <= max) return []
        const wait = Math.ceil(waitUntil(row.expiresAt, now, windowMs) / SECOND_MS)
        return [{ refusal, of, wait }]
      })
    })
  }
  async function takeEach(
    groups: readonly (readonly RateLimit[])[],
  ): Promise<(number | undefined)[]> {
    return (await countGroups(groups)).map((reached) =>
      reached.length === 0 ? undefined : Math.max(...reached.map(({ wait }) => wait)),
    )
  }
  return {
    find: repository.find,
    forget: repository.forget,
    /** Counts once for each limit; returns the seconds to wait when one is reached. */
    take: async (limits: readonly RateLimit[]) => (await takeEach([limits]))[0],
    /** Like `take` for groups of limits in their order, in one statement; the seconds to wait of each. */
    takeEach,
    /** Counts once for each limit, so a repeated limit counts several times. @throws the error of the first reached one */
    spend: async (limits: readonly RateLimit[]) => {
      const [reached = []] = await countGroups([limits])
      const [first] = reached
      if (first === undefined) return
      const waits = reached
        .filter(({ refusal }) => refusal === first.refusal)
        .map(({ wait }) => wait)
      throw new PassportError(
        first.refusal,
        {
          retry_after: Math.max(...waits),
          // Otherwise a code that was sent moments ago still works.
          ...(first.refusal === 'code_frequency' && { not_sent: 1 }),
        },
        first.of && { limit: first.of },
      )
    },
    /** Throws as `spend` would, but counts nothing: refuses before costly work whose end is counted. */
    requireLeft: async ({ key, max, windowMs, refusal = 'too_often' }: RateLimit) => {
      const now = clock()
      const [used] = await repository.find([key], now, windowMs)
      if (used === undefined || used.count < max) return
      throw new PassportError(refusal, {
        retry_after: Math.ceil(waitUntil(used.expiresAt, now, windowMs) / SECOND_MS),
      })
    },
    /** Counts once and returns the count of the current window. */
    count: async (key: string, windowMs: number) => {
      const now = clock()
      const [row] = await repository.increment([{ key, count: 1, expiresAt: now + windowMs }], now)
      return row?.count ?? 0
    },
    /** Returns the count of the current window, of `windowMs` at most; 0 without one. */
    read: async (key: string, windowMs: number) =>
      (await repository.find([key], clock(), windowMs))[0]?.count ?? 0,
  }
}
