import { randomFillSync } from 'node:crypto'

/** Returns floats in [0, 1) for decoration; answers and positions use `randomInt`. */
export type Random = () => number

/** Creates a generator (sfc32) with 128 random bits of state, so that textures cannot be reproduced. */
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

/** Returns a number from a range, without its upper end. */
export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random()
}

/** Returns a random item of a list. */
export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0]
}
