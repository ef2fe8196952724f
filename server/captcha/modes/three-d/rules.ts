import type { Camera } from '../../solid/camera.ts'
import type { Body } from '../../solid/body.ts'
import type { Samples } from '../../solid/raster.ts'
import type { Picture } from '../../raster/picture.ts'

/** What a person could not see well enough is drawn again. */
export const LEAST_SEEN_SHARE = 0.8
/** Square units of the picture. */
export const LEAST_AREA = 300
/** Mean difference of colour across the edge, from 0 to 1. */
export const LEAST_EDGE = 0.08
const FRAME = 3

/** Whether all of a thing lies within the picture. */
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

/** Whether enough of each thing is seen: none hidden behind another, none too small. */
export function areOpen(samples: Samples): boolean {
  return samples.seen.every((_, thing) => isOpen(samples, thing))
}

function isOpen(samples: Samples, thing: number): boolean {
  const seen = samples.seen[thing] ?? 0
  const covered = samples.covered[thing] ?? 0
  return seen >= covered * LEAST_SEEN_SHARE && seen / samples.density ** 2 >= LEAST_AREA
}

/** How far apart the two pixels are that are compared. */
const ACROSS = 2

/** How much each thing stands out from what is beside it, all along its edge. */
export function edgesOf({ width, height, data }: Picture, samples: Samples): number[] {
  const { thing, rows } = samples
  const finer = samples.width / width
  const things = samples.seen.length
  const sums = new Float64Array(things)
  const counts = new Float64Array(things)
  const compare = (one: number, two: number, i: number, j: number): void => {
    let difference = 0
    for (let c = 0; c < 3; c++) difference += Math.abs((data[i + c] ?? 0) - (data[j + c] ?? 0)) / 3
    for (const n of [one, two]) {
      if (n < 0) continue
      sums[n] = (sums[n] ?? 0) + difference
      counts[n] = (counts[n] ?? 0) + 1
    }
  }
  const top = Math.max(0, Math.floor(rows[0] / finer) - ACROSS)
  const bottom = Math.min(height - ACROSS, Math.ceil(rows[1] / finer))
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width - ACROSS; x++) {
      const at = (y * samples.width + x) * finer
      const here = thing[at] ?? -1
      const right = thing[at + ACROSS * finer] ?? -1
      const below = thing[at + ACROSS * finer * samples.width] ?? -1
      const i = (y * width + x) * 3
      if (here !== right) compare(here, right, i, i + ACROSS * 3)
      if (here !== below) compare(here, below, i, i + ACROSS * width * 3)
    }
  }
  return Array.from(sums, (sum, i) => sum / Math.max(1, counts[i] ?? 0))
}

/** The outline a mark has to lie in: what is seen of a thing, drawn around tightly. */
export function hullOf(samples: Samples, thing: number, margin: number): [number, number][] {
  const { width, height, density } = samples
  const points: [number, number][] = []
  for (let y = 0; y < height; y += 3) {
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
