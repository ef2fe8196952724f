import { drawPuzzle } from './modes/modes.ts'
import type { Pool } from './pool.ts'

/** Draws on the calling thread when asked: for tests and very small servers. */
export function createLocalPool(): Pool {
  return {
    ready: () => undefined,
    take: (order) => drawPuzzle(order.name, order),
    wake: () => undefined,
    close: async () => {},
  }
}
