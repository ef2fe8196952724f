import { randomInt } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

const EPOCH_MS = Date.UTC(2026, 0, 1)
const NODES = 64
const SEQUENCES = 64

/**
 * Makes ids that rise with time and are exact as JSON numbers: 41 bits of milliseconds since 2026,
 * 6 bits of instance, 6 bits of sequence. Two instances with one number are told apart by the
 * unique key of the table.
 */
export function createIds(clock: Clock, node = randomInt(NODES)): () => string {
  let lastMs = 0
  let sequence = 0
  return () => {
    // A clock that was set back, or a full millisecond, borrows from the next one.
    const ms = Math.max(clock() - EPOCH_MS, lastMs)
    if (ms > lastMs) {
      lastMs = ms
      sequence = 0
    } else if (++sequence === SEQUENCES) {
      lastMs++
      sequence = 0
    }
    return String(
      (BigInt(lastMs) * BigInt(NODES) + BigInt(node)) * BigInt(SEQUENCES) + BigInt(sequence),
    )
  }
}
