import { randomFillSync } from 'node:crypto'

/** Draws floats in [0, 1). Good for looks only: answers and positions come from `randomInt`. */
export type Random = () => number

/** A generator (sfc32) with 128 bits of state from the system, so that no texture can be redrawn from a guess. */
export function createRandom(seed: Uint32Array = randomFillSync(new Uint32Array(4))): Random {
  let [a = 0, b = 0, c = 0, d = 1] = seed
  return () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 4294967296
  }
}

/** A number from a range, its upper end not included. */
export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random()
}

/** One of a list, each as likely as the others. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}
