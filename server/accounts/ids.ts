import { randomInt } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'

const EPOCH_MS = Date.UTC(2026, 0, 1)
const NODES = 64
const SEQUENCES = 64

/**
 * Returns the function that creates account ids, which are exact as JSON numbers: 41 bits of
 * milliseconds since 2026, 6 bits of instance, 6 bits of sequence. Without a number of the instance, one is
 * drawn for each millisecond, so that two processes never collide for long.
 */
export function createIds(clock: Clock, instance?: number): () => string {
  let lastMs = 0
  let node = 0
  let sequence = 0

  function begin(ms: number): void {
    lastMs = ms
    node = instance ?? randomInt(NODES)
    sequence = 0
  }

  // Two processes with the same number may create the same id, which the table's key refuses.
  return () => {
    // When the clock was set back, or a millisecond is full, the next millisecond is used.
    const ms = Math.max(clock() - EPOCH_MS, lastMs)
    if (ms > lastMs) begin(ms)
    else if (++sequence === SEQUENCES) begin(lastMs + 1)
    return String(
      (BigInt(lastMs) * BigInt(NODES) + BigInt(node)) * BigInt(SEQUENCES) + BigInt(sequence),
    )
  }
}
