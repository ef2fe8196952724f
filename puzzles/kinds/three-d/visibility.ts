import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../render/body.ts'
import type { Camera } from '../../render/camera.ts'
import type { Samples } from '../../render/raster.ts'

/** Minimum visible share of an object; other scenes are drawn again. */
export const MIN_SEEN_SHARE = 0.8
/** Minimum visible area in square units. */
export const MIN_AREA = 300
/** Minimum mean difference of colour across the edge, from 0 to 1. */
export const MIN_EDGE = 0.08
const FRAME = 3

/** Whether the whole object is inside the picture. */
export function isInFrame(
  { points }: Body,
  camera: Camera,
  width: number,
  height: number,
): boolean {
  const places = camera.projectAll(points)
  for (let i = 0; i < places.length; i += 3) {
    const x = places[i] ?? 0
    const y = places[i + 1] ?? 0
    if (x < FRAME || y < FRAME || x > width - FRAME || y > height - FRAME) return false
  }
  return true
}

/** Whether no object is hidden or too small. */
export function areVisible(samples: Samples): boolean {
  return samples.seen.every((_, thing) => isOpen(samples, thing))
}

function isOpen(samples: Samples, thing: number): boolean {
  const seen = samples.seen[thing] ?? 0
  const covered = samples.covered[thing] ?? 0
  return seen >= covered * MIN_SEEN_SHARE && seen / samples.density ** 2 >= MIN_AREA
}

/** Distance between two compared pixels. */
const ACROSS = 2

/** Returns the mean contrast along the edge of each object. */
export function edgesOf(picture: Picture, samples: Samples): number[] {
  const { rows, seen } = samples
  const finer = samples.width / picture.width
  const sums = new Float64Array(seen.length)
  const counts = new Float64Array(seen.length)
  const top = Math.max(0, Math.floor(rows[0] / finer) - ACROSS)
  const bottom = Math.min(picture.height - ACROSS, Math.ceil(rows[1] / finer))
  // Every other row is enough; a separate function is compiled once.
  for (let y = top; y < bottom; y += 2) lookAlong(picture, samples, y, finer, sums, counts)
  return Array.from(sums, (sum, i) => sum / Math.max(1, counts[i] ?? 0))
}

function lookAlong(
  { width, data }: Picture,
  { thing, width: line }: Samples,
  y: number,
  finer: number,
  sums: Float64Array,
  counts: Float64Array,
): void {
  const add = (n: number, difference: number): void => {
    if (n < 0) return
    sums[n] = (sums[n] ?? 0) + difference
    counts[n] = (counts[n] ?? 0) + 1
  }
  const down = ACROSS * finer * line
  for (let x = 0; x < width - ACROSS; x++) {
    const at = (y * line + x) * finer
    const here = thing[at] ?? -1
    const right = thing[at + ACROSS * finer] ?? -1
    const below = thing[at + down] ?? -1
    if (here === right && here === below) continue
    const i = (y * width + x) * 3
    if (here !== right) {
      const difference = colourDifference(data, i, i + ACROSS * 3)
      add(here, difference)
      add(right, difference)
    }
    if (here !== below) {
      const difference = colourDifference(data, i, i + ACROSS * width * 3)
      add(here, difference)
      add(below, difference)
    }
  }
}

/** Returns the difference of two pixels, from 0 to 1. */
function colourDifference(data: Float32Array, i: number, j: number): number {
  const red = Math.abs((data[i] ?? 0) - (data[j] ?? 0))
  const green = Math.abs((data[i + 1] ?? 0) - (data[j + 1] ?? 0))
  const blue = Math.abs((data[i + 2] ?? 0) - (data[j + 2] ?? 0))
  return (red + green + blue) / 3
}

/** Returns the convex hull of the visible part of an object. */
export function hullOf(samples: Samples, thing: number, margin: number): [number, number][] {
  const { width, density, rows } = samples
  const points: [number, number][] = []
  for (let y = rows[0]; y < rows[1]; y += 3) {
    let first = -1
    let last = -1
    for (let x = 0; x < width; x++) {
      if (samples.thing[y * width + x] !== thing) continue
      if (first < 0) first = x
      last = x
    }
    if (first < 0) continue
    for (const [x, dx] of [
      [first, -margin],
      [last, margin],
    ] as const) {
      points.push(
        [x / density + dx, y / density - margin],
        [x / density + dx, y / density + margin],
      )
    }
  }
  return around(points).map(([x, y]) => [Math.round(x * 2) / 2, Math.round(y * 2) / 2])
}

/** Convex hull (Andrew's monotone chain). */
function around(points: readonly [number, number][]): [number, number][] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly [number, number][]): [number, number][] => {
    const chain: [number, number][] = []
    for (const point of list) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)]
        if (!a || !b) break
        const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        if (turn > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
