import { draw } from '@passport/puzzles'
import type { Pool } from '../../server/captcha/pool.ts'

/** Draws each puzzle on demand in the calling thread. */
export function createLocalPool(): Pool {
  return {
    take: (order) => draw(order.kind, order),
    close: async () => {},
  }
}
