import { clamp } from '../raster/colour.ts'
import type { Mesh } from './mesh.ts'
import { cross, unit, type Vector } from './vectors.ts'

/** What stands in the light: on the table, and for points of things themselves. */
export interface Shadows {
  /** Share of light that reaches a place of the table. */
  lightAt(x: number, z: number): number
  /** How open the sky is above a place of the table. */
  openAt(x: number, z: number): number
  /** Share of light that reaches a point of a thing. */
  onThing(x: number, y: number, z: number): number
}

/** Half of the table that is looked at, in table units, and its samples. */
const REACH = 4.6
const CELLS = 168
const PER_UNIT = CELLS / (2 * REACH)
/** What is lower than this throws a sharp shadow. */
const LOW = 0.4
const MAP = 256
const MAP_PER_UNIT = MAP / (2 * REACH)
const BIAS = 0.05

function fillTriangle(
  width: number,
  places: Float32Array,
  step: number,
  a: number,
  b: number,
  c: number,
  put: (i: number, second: number, third: number) => void,
): void {
  const [ax = 0, ay = 0] = [places[a * step], places[a * step + 1]]
  const [bx = 0, by = 0] = [places[b * step], places[b * step + 1]]
  const [cx = 0, cy = 0] = [places[c * step], places[c * step + 1]]
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-9) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(width - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const second = ((x + 0.5 - ax) * (cy - ay) - (cx - ax) * (y + 0.5 - ay)) / area
      const third = ((bx - ax) * (y + 0.5 - ay) - (x + 0.5 - ax) * (by - ay)) / area
      if (second >= 0 && third >= 0 && second + third <= 1) put(y * width + x, second, third)
    }
  }
}

/** Smears a field along rows and columns, twice, which comes near to a soft disc. */
function blur(field: Float32Array, radius: number): Float32Array {
  let from = field
  for (let pass = 0; pass < 4; pass++) {
    const isRow = pass % 2 === 0
    const [step, line] = isRow ? [1, CELLS] : [CELLS, 1]
    const to = new Float32Array(field.length)
    for (let l = 0; l < CELLS; l++) {
      let sum = 0
      const at = (i: number): number => (i < 0 || i >= CELLS ? 0 : (from[l * line + i * step] ?? 0))
      for (let i = -radius; i < radius; i++) sum += at(i)
      for (let i = 0; i < CELLS; i++) {
        sum += at(i + radius)
        to[l * line + i * step] = sum / (2 * radius + 1)
        sum -= at(i - radius)
      }
    }
    from = to
  }
  return from
}

function sampleAt(field: Float32Array, x: number, z: number): number {
  const px = clamp((x + REACH) * PER_UNIT - 0.5, 0, CELLS - 1.001)
  const py = clamp((z + REACH) * PER_UNIT - 0.5, 0, CELLS - 1.001)
  const column = Math.floor(px)
  const row = Math.floor(py)
  const fx = px - column
  const fy = py - row
  const i = row * CELLS + column
  const above = (field[i] ?? 0) * (1 - fx) + (field[i + 1] ?? 0) * fx
  const below = (field[i + CELLS] ?? 0) * (1 - fx) + (field[i + CELLS + 1] ?? 0) * fx
  return above * (1 - fy) + below * fy
}

/** Works out the shadows of things that stand in light from the direction `light`. */
export function castShadows(meshes: readonly Mesh[], light: Vector): Shadows {
  const low = new Float32Array(CELLS * CELLS)
  const high = new Float32Array(CELLS * CELLS)
  const under = new Float32Array(CELLS * CELLS)
  const map = new Float32Array(MAP * MAP).fill(-Infinity)
  const right = unit(cross([0, 1, 0], light))
  const up = cross(light, right)
  const onMap = (x: number, y: number, z: number): [number, number, number] => [
    (x * right[0] + y * right[1] + z * right[2] + REACH) * MAP_PER_UNIT,
    (x * up[0] + y * up[1] + z * up[2] + REACH) * MAP_PER_UNIT,
    x * light[0] + y * light[1] + z * light[2],
  ]
  const slide = [light[0] / light[1], light[2] / light[1]] as const
  for (const { points, corners } of meshes) {
    const count = points.length / 3
    // Each point's place in its shadow, below itself, and as the lamp sees it.
    const thrown = new Float32Array(count * 2)
    const below = new Float32Array(count * 2)
    const seen = new Float32Array(count * 3)
    for (let i = 0; i < count; i++) {
      const [x = 0, y = 0, z = 0] = [points[i * 3], points[i * 3 + 1], points[i * 3 + 2]]
      thrown[i * 2] = (x - y * slide[0] + REACH) * PER_UNIT
      thrown[i * 2 + 1] = (z - y * slide[1] + REACH) * PER_UNIT
      below[i * 2] = (x + REACH) * PER_UNIT
      below[i * 2 + 1] = (z + REACH) * PER_UNIT
      seen.set(onMap(x, y, z), i * 3)
    }
    for (let t = 0; t < corners.length; t += 3) {
      const [a = 0, b = 0, c = 0] = [corners[t], corners[t + 1], corners[t + 2]]
      const [ay = 0, by = 0, cy = 0] = [points[a * 3 + 1], points[b * 3 + 1], points[c * 3 + 1]]
      const height = (ay + by + cy) / 3
      const field = height < LOW ? low : high
      fillTriangle(CELLS, thrown, 2, a, b, c, (i) => (field[i] = 1))
      if (height < LOW) {
        const near = 1 - height / LOW
        fillTriangle(CELLS, below, 2, a, b, c, (i) => {
          if (near > (under[i] ?? 0)) under[i] = near
        })
      }
      const [da = 0, db = 0, dc = 0] = [seen[a * 3 + 2], seen[b * 3 + 2], seen[c * 3 + 2]]
      fillTriangle(MAP, seen, 3, a, b, c, (i, second, third) => {
        const depth = da + (db - da) * second + (dc - da) * third
        if (depth > (map[i] ?? 0)) map[i] = depth
      })
    }
  }
  const [sharp, soft, closed] = [blur(low, 1), blur(high, 2), blur(under, 3)]
  return {
    lightAt: (x, z) => (1 - sampleAt(sharp, x, z)) * (1 - sampleAt(soft, x, z) * 0.94),
    openAt: (x, z) => 1 - sampleAt(closed, x, z) * 0.7,
    onThing: (x, y, z) => {
      const [px, py, depth] = onMap(x, y, z)
      let lit = 0
      for (const [dx, dy] of TAPS) {
        const column = Math.floor(px + dx)
        const row = Math.floor(py + dy)
        const first = map[row * MAP + column] ?? -Infinity
        if (depth > first - BIAS) lit += 0.25
      }
      return lit
    },
  }
}

const TAPS = [
  [-0.7, -0.4],
  [0.4, -0.7],
  [0.7, 0.4],
  [-0.4, 0.7],
] as const
