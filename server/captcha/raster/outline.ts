import { clamp, smooth } from './colour.ts'
import { between, pick } from './random.ts'
import type { Random } from './random.ts'

/** A shape in a square of `size` pixels, by the distance from its edge in pixels, positive inside. */
export interface Outline {
  readonly size: number
  readonly inside: Float32Array
  /** The same distance anywhere, also outside of the square. */
  at(x: number, y: number): number
}

type Shape = (x: number, y: number) => number

function box(x: number, y: number, half: number, corner: number): number {
  const qx = Math.abs(x) - half + corner
  const qy = Math.abs(y) - half + corner
  return corner - Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - Math.min(Math.max(qx, qy), 0)
}

/** A puzzle piece: each side has a tab, a notch or nothing. */
function jigsaw(random: Random, size: number): Shape {
  const half = size * 0.3
  const knob = size * between(random, 0.115, 0.135)
  const sides = [0, 1, 2, 3].map((side) => ({
    angle: (side * Math.PI) / 2,
    kind: side === 0 ? 1 : pick(random, [1, -1, 0]),
    shift: between(random, -0.07, 0.07) * size,
  }))
  return (x, y) => {
    let distance = box(x, y, half, size * 0.06)
    for (const { angle, kind, shift } of sides) {
      if (kind === 0) continue
      const cx = Math.cos(angle) * (half + kind * knob * 0.42) - Math.sin(angle) * shift
      const cy = Math.sin(angle) * (half + kind * knob * 0.42) + Math.cos(angle) * shift
      const circle = knob - Math.hypot(x - cx, y - cy)
      distance = kind > 0 ? Math.max(distance, circle) : Math.min(distance, -circle)
    }
    return distance
  }
}

/** A rounded figure whose radius swings with the angle: clover, star, drop, pebble. */
function wave(random: Random, size: number): Shape {
  const lobes = pick(random, [3, 4, 5, 6])
  const depth = between(random, 0.08, 0.17) * (lobes < 5 ? 1 : 0.8)
  const phase = between(random, 0, Math.PI * 2)
  const second = between(random, -0.06, 0.06)
  const radius = (size * 0.47) / (1 + depth + Math.abs(second))
  return (x, y) => {
    const angle = Math.atan2(y, x)
    const swing = Math.cos(lobes * angle + phase)
    const edge = radius * (1 + depth * swing + second * Math.cos(2 * angle - phase))
    return (edge - Math.hypot(x, y)) * 0.92
  }
}

/** A polygon with round corners: hexagon, pentagon, shield. */
function facets(random: Random, size: number): Shape {
  const count = pick(random, [5, 6, 7])
  const turn = between(random, 0, Math.PI * 2)
  const planes = Array.from({ length: count }, (_, i) => {
    const angle = turn + ((i + between(random, -0.16, 0.16)) / count) * Math.PI * 2
    return { nx: Math.cos(angle), ny: Math.sin(angle), away: size * between(random, 0.34, 0.42) }
  })
  const soft = size * 0.05
  return (x, y) => {
    let sum = 0
    for (const { nx, ny, away } of planes) sum += Math.exp(-(away - x * nx - y * ny) / soft)
    return -Math.log(sum) * soft
  }
}

/** Draws the outline of a piece at random, half of the time a jigsaw piece. */
export function drawOutline(random: Random, size: number): Outline {
  const shape = pick(random, [jigsaw, jigsaw, wave, facets])(random, size)
  const inside = new Float32Array(size * size)
  const middle = (size - 1) / 2
  const at = (x: number, y: number): number => {
    // One empty pixel all around keeps the edge soft where a figure would touch the frame.
    const frame = Math.min(x, y, size - 1 - x, size - 1 - y) - 0.5
    return Math.min(shape(x - middle, y - middle), frame)
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      inside[y * size + x] = at(x, y)
    }
  }
  return { size, inside, at }
}

/** Distance from the edge at a whole pixel; -4 everywhere outside of the square. */
export function distanceAt(outline: Outline, x: number, y: number): number {
  const { size, inside } = outline
  if (x < 0 || y < 0 || x >= size || y >= size) return -4
  return inside[Math.round(y) * size + Math.round(x)] ?? -4
}

/** How much of a pixel the shape covers. */
export function coverage(distance: number): number {
  return clamp(distance + 0.5)
}

/** Share of shadow that the upper left edge of a recess throws on its floor. */
export function innerShadow(outline: Outline, x: number, y: number): number {
  const near = distanceAt(outline, x - 2, y - 3)
  const far = distanceAt(outline, x - 4, y - 6)
  return smooth(5, -2, near) * 0.55 + smooth(6, -3, far) * 0.45
}
