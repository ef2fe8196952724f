import { draw } from '@passport/puzzles'
import type { Pool } from './pool.ts'

/** Draws on the calling thread when asked: for tests and very small servers. */
export function createLocalPool(): Pool {
  return {
    ready: () => undefined,
    take: (order) => draw(order.kind, order),
    wake: () => undefined,
    close: async () => {},
  }
}
