import type { RateLimit as Count, RateLimitRepository } from '../store/rate-limit-repository.ts'
import { SECOND_MS, type Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'

/** How often something may happen. */
export interface RateLimit {
  /** Names what is counted and for whom. */
  key: string
  max: number
  windowMs: number
  /** What a call is told that finds it used up; too_often where nothing is said. */
  refusal?: 'too_often' | 'code_frequency'
}

/** Counting shared by all instances: one upsert for all budgets of a call. */
export interface RateLimits extends Pick<RateLimitRepository, 'look' | 'forget'> {
  /** Takes one from each budget; answers seconds to wait when one is used up. */
  take(budgets: readonly RateLimit[]): Promise<number | undefined>
  /**
   * Takes one from each budget, more from one that is there several times; @throws the refusal of the
   * first that is used up.
   */
  spend(budgets: readonly RateLimit[]): Promise<void>
  /** Takes one and answers how many were taken in the present window. */
  count(key: string, windowMs: number): Promise<number>
  read(key: string): Promise<number>
}

/** Budgets over a store. */
export function createRateLimits(repository: RateLimitRepository, clock: Clock): RateLimits {
  async function over(
    budgets: readonly RateLimit[],
  ): Promise<{ refusal: 'too_often' | 'code_frequency'; wait: number }[]> {
    const now = clock()
    const wanted = new Map<string, Count>()
    for (const { key, windowMs } of budgets) {
      const count = (wanted.get(key)?.count ?? 0) + 1
      wanted.set(key, { key, count, expiresAt: now + windowMs })
    }
    const rows = await repository.raise([...wanted.values()], now)
    const counts = new Map(rows.map((row) => [row.key, row]))
    return budgets.flatMap(({ key, max, refusal = 'too_often' }) => {
      const row = counts.get(key)
      if (row === undefined || row.count <= max) return []
      return [{ refusal, wait: Math.ceil((row.expiresAt - now) / SECOND_MS) }]
    })
  }
  return {
    look: repository.look,
    forget: repository.forget,
    take: async (budgets) => {
      const waits = (await over(budgets)).map(({ wait }) => wait)
      return waits.length === 0 ? undefined : Math.max(...waits)
    },
    spend: async (budgets) => {
      const all = await over(budgets)
      const [first] = all
      if (first === undefined) return
      const waits = all.filter(({ refusal }) => refusal === first.refusal).map(({ wait }) => wait)
      throw new PassportError(first.refusal, { retry_after: Math.max(...waits) })
    },
    count: async (key, windowMs) => {
      const now = clock()
      const [row] = await repository.raise([{ key, count: 1, expiresAt: now + windowMs }], now)
      return row?.count ?? 0
    },
    read: (key) => repository.read(key, clock()),
  }
}
