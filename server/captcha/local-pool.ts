import { draw } from '@passport/puzzles'
import type { Pool } from './pool.ts'

/** Draws each puzzle on demand in the calling thread, for tests. */
export function createLocalPool(): Pool {
  return {
    ready: () => undefined,
    take: (order) => draw(order.kind, order),
    wake: () => undefined,
    close: async () => {},
  }
}
