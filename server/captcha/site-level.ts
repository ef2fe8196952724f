import type { Level } from '@passport/puzzles'
import type { Config } from '../config/config.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, type Clock } from '../lib/clock.ts'
import type { CaptchaCounterRepository, CaptchaRepository } from '../store/captcha-repository.ts'

/** Counter that is above 0 while the operator says that the site is under attack. */
const UNDER_ATTACK_KEY = 'site:under attack'

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

/** Returns the limits that are set. */
export function siteLimitsOf({
  CAPTCHA_LEVEL: least,
  CAPTCHA_BUSY_PER_MINUTE: busyPerMinute,
}: Config): SiteLimits {
  return { least, busyPerMinute }
}

/** Returns a function that counts a challenge and returns the least level of the whole site. */
export function createSiteLevel(
  repository: Pick<CaptchaRepository, 'count'>,
  limits: SiteLimits,
  clock: Clock,
): () => Promise<Level> {
  let uncounted = 0
  let countedAt = -Infinity
  let level = limits.least

  return async () => {
    uncounted += 1
    const now = clock()
    // Once a second, because all instances write the same row.
    if (now - countedAt < SECOND_MS) return level
    countedAt = now
    const add = uncounted
    uncounted = 0
    const keys = keysAt(now)
    const counts = await repository.count(
      [
        { key: keys.current, add, windowMs: 2 * MINUTE_MS },
        { key: keys.before, add: 0, windowMs: 2 * MINUTE_MS },
        { key: UNDER_ATTACK_KEY, add: 0, windowMs: MAX_ATTACK_MS },
      ],
      now,
    )
    level = levelOf(
      [...counts].map(([key, { count }]) => ({ key, count })),
      limits,
    )
    return level
  }
}

/** What operators see and decide of the level of the whole site. */
export type SiteAttack = ReturnType<typeof createSiteAttack>

export function createSiteAttack(
  repository: CaptchaCounterRepository,
  limits: SiteLimits,
  clock: Clock,
) {
  return {
    /** Raises the level of everybody to 2 for some time; 0 ends it. */
    set: async (durationMs: number) => {
      const now = clock()
      const count = durationMs > 0 ? 1 : 0
      await repository.set(UNDER_ATTACK_KEY, { count, resetsAt: now + durationMs, changedAt: now })
    },
    /** Returns the level, challenges in the busier of two minutes, and until when an operator raised it. */
    read: async () => {
      const now = clock()
      const counts = await repository.find([...Object.values(keysAt(now)), UNDER_ATTACK_KEY], now)
      const attack = counts.find(({ key, count }) => key === UNDER_ATTACK_KEY && count > 0)
      const level = levelOf(counts, limits)
      return { level, perMinute: rateOf(counts), until: attack?.resetsAt }
    },
  }
}

type Counts = readonly { key: string; count: number }[]

function keysAt(now: number): { current: string; before: string } {
  const minute = Math.floor(now / MINUTE_MS)
  return { current: `site:${minute}`, before: `site:${minute - 1}` }
}

function levelOf(counts: Counts, { least, busyPerMinute }: SiteLimits): Level {
  const rate = rateOf(counts)
  const isAttack = counts.some(({ key, count }) => key === UNDER_ATTACK_KEY && count > 0)
  if (isAttack || rate >= FLOOD * busyPerMinute) return 2
  return rate >= busyPerMinute && least === 0 ? 1 : least
}

function rateOf(counts: Counts): number {
  return Math.max(
    0,
    ...counts.flatMap(({ key, count }) => (key === UNDER_ATTACK_KEY ? [] : [count])),
  )
}
