import { createHmac } from 'node:crypto'
import { createNoise, noiseAt } from './noise.ts'
import type { Picture } from './picture.ts'
import { between, createRandom } from './random.ts'

/**
 * Colours, tone and grain of all pictures of an installation for some time. They differ from those that
 * a program was trained on elsewhere or earlier.
 */
export interface Grade {
  /** Matrix from drawn to sent colours. */
  matrix: Float32Array
  /** Tone curve from 0 to 255, in `CURVE_STEPS`. */
  curve: Float32Array
  /** Grain added to the tone, repeated every `GRID` pixels. */
  grain: Float32Array
}

/** Duration of a grade. */
export const GRADE_MS = 14 * 24 * 3_600_000

const GRID = 64
const CURVE_STEPS = 2048

/** Returns the grade for a secret and a time, equal on all instances. */
export function gradeAt(secret: string, now: number): Grade {
  const period = Math.floor(now / GRADE_MS)
  const digest = createHmac('sha256', secret).update(`style ${period}`).digest()
  const seed = new Uint32Array([0, 4, 8, 12].map((at) => digest.readUInt32LE(at)))
  const random = createRandom(seed)
  const matrix = turnHues(between(random, -0.5, 0.5), between(random, 0.82, 1.14))
  const gamma = between(random, 0.9, 1.13)
  const noise = createNoise(random)
  const [fine, coarse] = [between(random, 0.25, 0.8), between(random, 0.02, 0.06)]
  const [fineness, slant] = [between(random, 0.006, 0.018), between(random, -0.6, 0.6)]
  return {
    matrix: Float32Array.from(matrix),
    curve: curveOf(gamma),
    grain: Float32Array.from({ length: GRID * GRID }, (_, i) => {
      const [x, y] = [i % GRID, Math.floor(i / GRID)]
      const detail = noiseAt(noise, (x + y * slant) * fine, y * fine)
      return (detail + noiseAt(noise, x * coarse, y * coarse) * 0.6) * fineness * 255
    }),
  }
}

function curveOf(gamma: number): Float32Array {
  return Float32Array.from({ length: CURVE_STEPS + 1 }, (_, i) => (i / CURVE_STEPS) ** gamma * 255)
}

/** Grade that changes nothing. */
export const plainGrade: Grade = {
  matrix: new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]),
  curve: curveOf(1),
  grain: new Float32Array(GRID * GRID),
}

/** Writes a picture as graded bytes, `step` per pixel. */
export function applyGrade(
  { data, width, height }: Picture,
  grade: Grade,
  bytes: Uint8ClampedArray,
  step: number,
): void {
  for (let y = 0; y < height; y++) {
    const from = data.subarray(y * width * 3, (y + 1) * width * 3)
    gradeRow(from, grade, (y & (GRID - 1)) * GRID, bytes, y * width * step, step)
  }
}

// A separate function is compiled once.
function gradeRow(
  data: Float32Array,
  { matrix, curve, grain }: Grade,
  line: number,
  bytes: Uint8ClampedArray,
  start: number,
  step: number,
): void {
  const [rr, rg, rb] = [matrix[0] ?? 1, matrix[1] ?? 0, matrix[2] ?? 0]
  const [gr, gg, gb] = [matrix[3] ?? 0, matrix[4] ?? 1, matrix[5] ?? 0]
  const [br, bg, bb] = [matrix[6] ?? 0, matrix[7] ?? 0, matrix[8] ?? 1]
  let to = start
  for (let i = 0, x = 0; i < data.length; i += 3, x++) {
    const r = data[i] ?? 0
    const g = data[i + 1] ?? 0
    const b = data[i + 2] ?? 0
    const added = grain[line + (x & (GRID - 1))] ?? 0
    bytes[to] = (curve[stepOf(r * rr + g * rg + b * rb)] ?? 0) + added
    bytes[to + 1] = (curve[stepOf(r * gr + g * gg + b * gb)] ?? 0) + added
    bytes[to + 2] = (curve[stepOf(r * br + g * bg + b * bb)] ?? 0) + added
    to += step
  }
}

function stepOf(light: number): number {
  return light <= 0 ? 0 : light >= 1 ? CURVE_STEPS : (light * CURVE_STEPS + 0.5) | 0
}

/** Rotates and strengthens hues without changing lightness. */
function turnHues(angle: number, strength: number): number[] {
  const light = [0.2126, 0.7152, 0.0722]
  const cos = Math.cos(angle) * strength
  const sin = Math.sin(angle) * strength
  const third = 1 / Math.sqrt(3)
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => {
      const grey = light[column] ?? 0
      const own = row === column ? 1 : 0
      const across = (column - row + 3) % 3
      const side = across === 0 ? 0 : across === 1 ? -third : third
      return grey + cos * (own - grey) + sin * side
    }),
  )
}
