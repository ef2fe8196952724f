import { clamp } from './colour.ts'
import { between, pick } from './random.ts'
import type { Random } from './random.ts'

/** Shape in a square of `size` pixels. */
export interface Outline {
  readonly size: number
  /** Distance from the edge in pixels, positive inside. */
  at(x: number, y: number): number
}

/** Distances from the edge of a shape at whole pixels, in and around its square. */
export interface Field {
  readonly size: number
  /** Size of the square of distances: larger by `SURROUNDINGS` on each side. */
  readonly width: number
  readonly distances: Float32Array
}

/** Width of the area around the shape with known distances, in pixels. */
export const SURROUNDINGS = 13

type Shape = (x: number, y: number) => number

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}

function box(x: number, y: number, half: number, corner: number): number {
  const qx = Math.abs(x) - half + corner
  const qy = Math.abs(y) - half + corner
  return corner - length(Math.max(qx, 0), Math.max(qy, 0)) - Math.min(Math.max(qx, qy), 0)
}

/** Returns a jigsaw piece: each side has a tab, a notch or nothing. */
function jigsaw(random: Random, size: number): Shape {
  const half = size * 0.31
  const knob = size * between(random, 0.12, 0.14)
  const sides = [0, 1, 2, 3].flatMap((side) => {
    const angle = (side * Math.PI) / 2
    const kind = side === 0 ? 1 : pick(random, [1, -1, 0])
    const shift = between(random, -0.07, 0.07) * size
    const away = half + kind * knob * 0.42
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return kind === 0 ? [] : [{ kind, cx: cos * away - sin * shift, cy: sin * away + cos * shift }]
  })
  return (x, y) => {
    let distance = box(x, y, half, size * 0.06)
    for (const { kind, cx, cy } of sides) {
      const circle = knob - length(x - cx, y - cy)
      distance = kind > 0 ? Math.max(distance, circle) : Math.min(distance, -circle)
    }
    return distance
  }
}

/** Returns a rounded figure such as a clover, star, drop or pebble. */
function wave(random: Random, size: number): Shape {
  const lobes = pick(random, [3, 4, 5, 6])
  const depth = between(random, 0.08, 0.17) * (lobes < 5 ? 1 : 0.8)
  const phase = between(random, 0, Math.PI * 2)
  const second = between(random, -0.06, 0.06)
  const radius = (size * 0.48) / (1 + depth + Math.abs(second))
  return (x, y) => {
    const angle = Math.atan2(y, x)
    const swing = Math.cos(lobes * angle + phase)
    const edge = radius * (1 + depth * swing + second * Math.cos(2 * angle - phase))
    return (edge - length(x, y)) * 0.92
  }
}

/** Returns a polygon with round corners. */
function facets(random: Random, size: number): Shape {
  const count = pick(random, [5, 6, 7])
  const turn = between(random, 0, Math.PI * 2)
  const planes = Array.from({ length: count }, (_, i) => {
    const angle = turn + ((i + between(random, -0.16, 0.16)) / count) * Math.PI * 2
    return { nx: Math.cos(angle), ny: Math.sin(angle), away: size * between(random, 0.36, 0.43) }
  })
  const soft = size * 0.05
  return (x, y) => {
    let sum = 0
    for (const { nx, ny, away } of planes) sum += Math.exp(-(away - x * nx - y * ny) / soft)
    return -Math.log(sum) * soft
  }
}

/** Returns a random outline; half of them are jigsaw pieces. */
export function drawOutline(random: Random, size: number): Outline {
  const shape = pick(random, [jigsaw, jigsaw, wave, facets])(random, size)
  const middle = (size - 1) / 2
  return {
    size,
    at: (x, y) => {
      // An empty pixel all around keeps the edge soft.
      const frame = Math.min(x, y, size - 1 - x, size - 1 - y) - 0.5
      return Math.min(shape(x - middle, y - middle), frame)
    },
  }
}

/** Computes distances for every other pixel and row, and interpolates the others. */
export function fieldOf({ size, at }: Outline): Field {
  const width = size + SURROUNDINGS * 2
  const distances = new Float32Array(width * width)
  const last = width - 1
  for (let row = 0; row <= last; row++) {
    if (isBetween(row, last)) continue
    const start = row * width
    for (let column = 0; column <= last; column++) {
      if (isBetween(column, last)) continue
      distances[start + column] = at(column - SURROUNDINGS, row - SURROUNDINGS)
    }
    halve(distances, start, start + width, 1, 2)
  }
  for (let row = 1; row < last; row += 2) {
    halve(distances, (row - 1) * width, (row + 2) * width, width, 1)
  }
  return { size, width, distances }
}

/** Whether a pixel is interpolated. */
function isBetween(place: number, last: number): boolean {
  return place % 2 === 1 && place < last
}

/** Interpolates every n-th number between its neighbours at the distance `gap`. */
function halve(
  distances: Float32Array,
  from: number,
  end: number,
  gap: number,
  each: number,
): void {
  for (let i = from + gap; i < end - gap; i += each) {
    distances[i] = ((distances[i - gap] ?? 0) + (distances[i + gap] ?? 0)) / 2
  }
}

/** Returns the coverage of a pixel by the shape. */
export function coverage(distance: number): number {
  return clamp(distance + 0.5)
}
