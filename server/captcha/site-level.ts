import type { Level } from '@passport/puzzles'
import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { CaptchaRepository } from '../store/captcha-repository.ts'

/** Counter that is above 0 while the operator says that the site is under attack. */
export const UNDER_ATTACK_KEY = 'site:under attack'

/** An operator says so for at most a week. */
export const MAX_ATTACK_MS = 7 * DAY_MS

/** Times the busy rate from which the level is 2. */
const FLOOD = 4

/** Limits that raise the level of the whole site. */
export interface SiteLimits {
  least: Level
  /** Challenges in a minute, of everybody together, from which the level is 1. */
  busyPerMinute: number
}

/** Returns a function that counts a challenge and returns the least level of the whole site. */
export function createSiteLevel(
  repository: Pick<CaptchaRepository, 'count'>,
  { least, busyPerMinute }: SiteLimits,
  clock: Clock,
): () => Promise<Level> {
  let uncounted = 0
  let countedAt = -Infinity
  let level = least

  return async () => {
    uncounted += 1
    const now = clock()
    // Once a second, because all instances write the same row.
    if (now - countedAt < SECOND_MS) return level
    countedAt = now
    const add = uncounted
    uncounted = 0
    const minute = Math.floor(now / MINUTE_MS)
    const keys = { current: `site:${minute}`, before: `site:${minute - 1}` }
    const counts = await repository.count(
      [
        { key: keys.current, add, windowMs: 2 * MINUTE_MS },
        { key: keys.before, add: 0, windowMs: 2 * MINUTE_MS },
        { key: UNDER_ATTACK_KEY, add: 0, windowMs: MAX_ATTACK_MS },
      ],
      now,
    )
    const countOf = (key: string): number => counts.get(key)?.count ?? 0
    const rate = Math.max(countOf(keys.current), countOf(keys.before))
    if (countOf(UNDER_ATTACK_KEY) > 0 || rate >= FLOOD * busyPerMinute) level = 2
    else level = rate >= busyPerMinute && least === 0 ? 1 : least
    return level
  }
}
