import type { Camera } from '../../solid/camera.ts'
import type { Mesh } from '../../solid/mesh.ts'
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
export function isInFrame(mesh: Mesh, camera: Camera, width: number, height: number): boolean {
  const { points } = mesh
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = camera.project(points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0)
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

/** How much each thing stands out from what is beside it, all along its edge. */
export function edgesOf(picture: Picture, samples: Samples): number[] {
  const finer = samples.width / picture.width
  const things = samples.seen.length
  const sums = new Float64Array(things)
  const counts = new Float64Array(things)
  const look = (x: number, y: number, dx: number, dy: number): void => {
    const thing = samples.thing[y * finer * samples.width + x * finer] ?? -1
    const other = samples.thing[(y + dy) * finer * samples.width + (x + dx) * finer] ?? -1
    if (thing === other) return
    const inner = (y * picture.width + x) * 3
    const outer = ((y + dy) * picture.width + x + dx) * 3
    let difference = 0
    for (let c = 0; c < 3; c++) {
      difference += Math.abs((picture.data[inner + c] ?? 0) - (picture.data[outer + c] ?? 0)) / 3
    }
    for (const one of [thing, other]) {
      if (one < 0) continue
      sums[one] = (sums[one] ?? 0) + difference
      counts[one] = (counts[one] ?? 0) + 1
    }
  }
  for (let y = 0; y < picture.height - 2; y++) {
    for (let x = 0; x < picture.width - 2; x++) {
      look(x, y, 2, 0)
      look(x, y, 0, 2)
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
