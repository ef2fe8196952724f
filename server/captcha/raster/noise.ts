import type { Random } from './random.ts'

/** Smooth noise in [-1, 1] over the plane. */
export type Noise = (x: number, y: number) => number

const GRID = 128
const MASK = GRID - 1

function at(values: Float32Array, x: number, y: number): number {
  return values[((y & MASK) << 7) | (x & MASK)] ?? 0
}

/** Value noise on a table of its own; one table serves all octaves because each is moved and turned. */
export function createNoise(random: Random): Noise {
  const values = new Float32Array(GRID * GRID)
  for (let i = 0; i < values.length; i++) values[i] = random() * 2 - 1
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const fx = x - left
    const fy = y - top
    const u = fx * fx * (3 - 2 * fx)
    const v = fy * fy * (3 - 2 * fy)
    const above = at(values, left, top) * (1 - u) + at(values, left + 1, top) * u
    const below = at(values, left, top + 1) * (1 - u) + at(values, left + 1, top + 1) * u
    return above * (1 - v) + below * v
  }
}

/** Sums octaves of noise, each finer and weaker, and turned so that the grid does not show. */
export function fractal(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let px = x
  let py = y
  for (let i = 0; i < octaves; i++) {
    sum += noise(px, py) * weight
    const turned = px * 1.6 - py * 1.2 + 19.7
    py = px * 1.2 + py * 1.6 + 7.3
    px = turned
    weight *= 0.5
  }
  return sum
}

/** Like `fractal` but folded, which gives the sharp crests of rock. */
export function crests(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let px = x
  let py = y
  for (let i = 0; i < octaves; i++) {
    sum += (1 - Math.abs(noise(px, py)) * 2) * weight
    px = px * 2.03 + 11.1
    py = py * 2.03 + 5.9
    weight *= 0.5
  }
  return sum
}
