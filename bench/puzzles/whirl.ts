import { randomInt } from 'node:crypto'
import type { Drawn } from '../../puzzles/index.ts'
import { best, decode, strengthAt, type Image } from './image.ts'
import { estimateRotation } from './traces.ts'

const SIDE = 100
const TURN = Math.PI * 2

interface Inside {
  i: number
  dx: number
  dy: number
}

/** Pixels inside the disc, with their position relative to its middle. */
const INSIDE: readonly Inside[] = Array.from({ length: SIDE * SIDE }, (_, i) => ({
  i,
  dx: (i % SIDE) - (SIDE - 1) / 2,
  dy: Math.floor(i / SIDE) - (SIDE - 1) / 2,
})).filter(({ dx, dy }) => Math.hypot(dx, dy) < (SIDE - 1) / 2 - 4)

/** Returns the mean direction of a measure as an angle. */
function centroid(weights: Float32Array): number {
  let [sum, sx, sy] = [0, 0, 0]
  for (const { i } of INSIDE) sum += weights[i] ?? 0
  const mean = sum / INSIDE.length
  for (const { i, dx, dy } of INSIDE) {
    const over = (weights[i] ?? 0) - mean
    sx += over * dx
    sy += over * dy
  }
  return Math.atan2(sy, sx)
}

const SECTORS = 36

/** Returns the direction in which a measure decreases most towards the rim. */
function leastAt(weights: Float32Array): number {
  const sums = new Float64Array(SECTORS)
  for (const { i, dx, dy } of INSIDE) {
    if (Math.hypot(dx, dy) < SIDE / 4) continue
    const sector = Math.floor((Math.atan2(dy, dx) / TURN + 1) * SECTORS) % SECTORS
    sums[sector] = (sums[sector] ?? 0) + (weights[i] ?? 0)
  }
  const wide = Array.from(sums, (_, n) => {
    let sum = 0
    for (let d = -3; d <= 3; d++) sum -= sums[(n + d + SECTORS) % SECTORS] ?? 0
    return sum
  })
  return ((best(wide) + 0.5) / SECTORS) * TURN
}

/** Returns the clockwise rotation that brings a direction up. */
function bringUp(angle: number): number {
  return (((-Math.PI / 2 - angle) / TURN) * 360 + 720) % 360
}

/** Returns the most common direction of edges modulo a right angle, in radians. */
function edgeAxis(image: Image, strengths: Float32Array): number {
  const bins = new Float64Array(90)
  for (const { i } of INSIDE) {
    const strength = strengths[i] ?? 0
    if (strength < 12) continue
    const turn = Math.atan2(image.gy[i] ?? 0, image.gx[i] ?? 0)
    const degrees = Math.floor(((((turn / TURN) * 360) % 90) + 90) % 90)
    bins[degrees] = (bins[degrees] ?? 0) + strength
  }
  const sums = Array.from(bins, (_, i) => {
    let sum = 0
    for (let j = -2; j <= 2; j++) sum += (bins[(i + j + 90) % 90] ?? 0) * (3 - Math.abs(j))
    return sum
  })
  return ((best(sums) + 0.5) / 360) * TURN
}

/** Returns the principal directions of a distribution: narrow, thick side and short side. */
function layers(weights: Float32Array): { thick: number; short: number } {
  let [sum, mx, my] = [0, 0, 0]
  for (const { i, dx, dy } of INSIDE) {
    const n = weights[i] ?? 0
    sum += n
    mx += n * dx
    my += n * dy
  }
  mx /= sum
  my /= sum
  let [xx, xy, yy] = [0, 0, 0]
  for (const { i, dx, dy } of INSIDE) {
    const n = weights[i] ?? 0
    xx += n * (dx - mx) ** 2
    xy += n * (dx - mx) * (dy - my)
    yy += n * (dy - my) ** 2
  }
  const along = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [Math.cos(along), Math.sin(along)]
  let wide = 0
  for (const { i, dx, dy } of INSIDE) {
    const [x, y] = [dx - mx, dy - my]
    wide += (weights[i] ?? 0) * (y * cos - x * sin) * (x * cos + y * sin) ** 2
  }
  const across = along + Math.PI / 2
  return {
    thick: my * cos - mx * sin > 0 ? across : across + Math.PI,
    short: wide > 0 ? across + Math.PI : across,
  }
}

/** Returns the direction of most edges that is closer to a guess. */
function facing(image: Image, strengths: Float32Array, guess: number): number {
  let [x, y] = [0, 0]
  for (const { i } of INSIDE) {
    const turn = 2 * Math.atan2(image.gy[i] ?? 0, image.gx[i] ?? 0)
    x += (strengths[i] ?? 0) * Math.cos(turn)
    y += (strengths[i] ?? 0) * Math.sin(turn)
  }
  const axis = Math.atan2(y, x) / 2
  return Math.cos(axis - guess) > 0 ? axis : axis + Math.PI
}

/** Returns the direction of the axis that is closest to a guess. */
function snap(axis: number, guess: number): number {
  const candidates = [0, 1, 2, 3].map((n) => axis + (n * Math.PI) / 2)
  const off = (angle: number): number =>
    Math.abs(Math.atan2(Math.sin(angle - guess), Math.cos(angle - guess)))
  return candidates.reduce((top, angle) => (off(angle) < off(top) ? angle : top))
}

/** Independent guesses per picture. */
const GUESSES = 10

/** Returns the answers of every attack on a whirl puzzle by name. */
export async function attackWhirl(
  puzzle: Drawn<'whirl'>['puzzle'],
): Promise<Record<string, { deg: number }[]>> {
  const image = await decode(puzzle.parts.disc, SIDE, SIDE)
  const strengths = image.light.map((_, i) => strengthAt(image, i))
  const blue = image.light.map((_, i) => (image.data[i * 4 + 2] ?? 0) - (image.data[i * 4] ?? 0))
  const grey = image.light.map((_, i) => {
    const [r = 0, g = 0, b = 0] = image.data.subarray(i * 4, i * 4 + 3)
    return (Math.max(r, g, b) - Math.min(r, g, b)) / (Math.max(r, g, b) + 1)
  })
  const rough = centroid(strengths)
  const smooth = centroid(strengths.map((n) => -n))
  const bright = centroid(image.light)
  const axis = edgeAxis(image, strengths)
  // The answer reverses the rotation.
  const turned = estimateRotation(await decode(puzzle.parts.disc)) * (Math.PI / 180) - Math.PI / 2
  const one = (angle: number): { deg: number }[] => [{ deg: bringUp(angle) }]
  return {
    'any turn': Array.from({ length: GUESSES }, () => ({ deg: randomInt(300, 3300) / 10 })),
    'bright side up': one(bright),
    'blue side up': one(centroid(blue)),
    'smooth side up': one(smooth),
    'rough side up': one(rough),
    'greyest side up': one(leastAt(grey)),
    'evenest side up': one(leastAt(strengths)),
    'edge axis, any side': one(axis + (randomInt(4) * Math.PI) / 2),
    'edge axis, smooth side up': one(snap(axis, smooth)),
    'edge axis, bright side up': one(snap(axis, bright)),
    'things in rows, shorter row up': one(layers(strengths).short),
    'layers of light, bright side up': one(layers(image.light).thick),
    'most edges, bright side up': one(facing(image, strengths, bright)),
    'traces of turning, bright side up': one(snap(turned, bright)),
  }
}
