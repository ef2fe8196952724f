import type { Random } from './random.ts'

/** A table of smooth noise over the plane, read with `noiseAt`. */
export type Noise = Float32Array

/** Small enough to stay in the nearest cache of a core. */
const GRID = 64
const MASK = GRID - 1

/** Draws a table; one serves all octaves because each is moved and turned. */
export function createNoise(random: Random): Noise {
  const values = new Float32Array(GRID * GRID)
  for (let i = 0; i < values.length; i++) values[i] = random() * 2 - 1
  return values
}

/** Smooth noise in [-1, 1] at a place. */
export function noiseAt(noise: Noise, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const u = fx * fx * (3 - 2 * fx)
  const v = fy * fy * (3 - 2 * fy)
  const a = left & MASK
  const b = (left + 1) & MASK
  const upper = (top & MASK) * GRID
  const lower = ((top + 1) & MASK) * GRID
  const first = noise[upper | a] ?? 0
  const third = noise[lower | a] ?? 0
  const above = first + ((noise[upper | b] ?? 0) - first) * u
  const below = third + ((noise[lower | b] ?? 0) - third) * u
  return above + (below - above) * v
}

/** Sums octaves of noise, each finer and weaker, and turned so that the grid does not show. */
export function fractal(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0
  let weight = 0.5
  let px = x
  let py = y
  for (let i = 0; i < octaves; i++) {
    sum += noiseAt(noise, px, py) * weight
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
    sum += (1 - Math.abs(noiseAt(noise, px, py)) * 2) * weight
    px = px * 2.03 + 11.1
    py = py * 2.03 + 5.9
    weight *= 0.5
  }
  return sum
}
