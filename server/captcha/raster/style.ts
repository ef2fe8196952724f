import { createHmac } from 'node:crypto'
import { DAY_MS } from '../../clock.ts'
import { clamp } from './colour.ts'
import { createNoise } from './noise.ts'
import { between, createRandom } from './random.ts'

/**
 * How all pictures of an installation look for a while: who trained a program on pictures of their
 * own copy, or on those of last month, meets other colours and another grain.
 */
export interface Style {
  /** Changes three channels in place, as they leave: `x` and `y` are pixels. */
  grade(channels: Float32Array, x: number, y: number): void
}

/** How long a style lasts. */
export const STYLE_MS = 14 * DAY_MS

const GRID = 64

/** The style of an installation's secret at a time; the same on all its instances. */
export function styleAt(secret: string, now: number): Style {
  const period = Math.floor(now / STYLE_MS)
  const digest = createHmac('sha256', secret).update(`style ${period}`).digest()
  const seed = new Uint32Array([0, 4, 8, 12].map((at) => digest.readUInt32LE(at)))
  const random = createRandom(seed)
  const matrix = turnHues(between(random, -0.5, 0.5), between(random, 0.82, 1.14))
  const gamma = between(random, 0.9, 1.13)
  const noise = createNoise(random)
  const [fine, coarse] = [between(random, 0.25, 0.8), between(random, 0.02, 0.06)]
  const [fineness, slant] = [between(random, 0.006, 0.018), between(random, -0.6, 0.6)]
  // A weave that repeats, worked out once.
  const weave = Float32Array.from({ length: GRID * GRID }, (_, i) => {
    const [x, y] = [i % GRID, Math.floor(i / GRID)]
    return (
      (noise((x + y * slant) * fine, y * fine) + noise(x * coarse, y * coarse) * 0.6) * fineness
    )
  })
  return {
    grade: (channels, x, y) => {
      const [r = 0, g = 0, b = 0] = channels
      const grain = weave[(y % GRID) * GRID + (x % GRID)] ?? 0
      for (let c = 0; c < 3; c++) {
        const turned =
          r * (matrix[c * 3] ?? 0) + g * (matrix[c * 3 + 1] ?? 0) + b * (matrix[c * 3 + 2] ?? 0)
        channels[c] = clamp(turned) ** gamma + grain
      }
    },
  }
}

/** Turns all hues by an angle and strengthens them, while light stays what it is. */
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
