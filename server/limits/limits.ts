import type { CounterStore } from './counter-store.ts'
import { SECOND_MS, type Clock } from '../clock.ts'
import { PassportError } from '../passport-error.ts'

/** How often something may happen. */
export interface Budget {
  /** Names what is counted and for whom. */
  key: string
  max: number
  windowMs: number
}

/** Counting shared by all instances: one upsert for all budgets of a call. */
export interface Limits {
  /** Takes one from each budget; answers seconds to wait when one is used up. */
  take(store: CounterStore, budgets: readonly Budget[]): Promise<number | undefined>
  /** Takes one from each budget of a call; @throws too_often when one is used up. */
  spend(store: CounterStore, budgets: readonly Budget[]): Promise<void>
  /** Takes one and answers how many were taken in the present window. */
  count(key: string, windowMs: number): Promise<number>
  read(key: string): Promise<number>
}

/** Budgets over a store. */
export function createLimits(store: CounterStore, clock: Clock): Limits {
  const take: Limits['take'] = async (into, budgets) => {
    const now = clock()
    const counts = await into.raise(
      budgets.map(({ key, windowMs }) => ({ key, expiresAt: now + windowMs })),
      now,
    )
    const waits = counts
      .filter(({ key, count }) => count > (budgets.find((one) => one.key === key)?.max ?? 0))
      .map(({ expiresAt }) => Math.ceil((expiresAt - now) / SECOND_MS))
    return waits.length === 0 ? undefined : Math.max(...waits)
  }
  return {
    take,
    spend: async (into, budgets) => {
      const wait = await take(into, budgets)
      if (wait !== undefined) throw new PassportError('too_often', { retry_after: wait })
    },
    count: async (key, windowMs) => {
      const now = clock()
      const [row] = await store.raise([{ key, expiresAt: now + windowMs }], now)
      return row?.count ?? 0
    },
    read: (key) => store.read(key, clock()),
  }
}
