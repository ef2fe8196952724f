import { clamp } from '../raster/colour.ts'
import type { Mesh } from './mesh.ts'
import { cross, unit, type Vector } from './vectors.ts'

/** What stands in the light: on the table, and for points of things themselves. */
export interface Shadows {
  /** Share of light that reaches a place of the table, and how open the sky is above it. */
  onTable(x: number, z: number): { light: number; open: number }
  /** Share of light that reaches a point of a thing. */
  onThing(x: number, y: number, z: number): number
}

/** Half of the table that is looked at, in table units, and its samples. */
const REACH = 4.6
const CELLS = 220
const PER_UNIT = CELLS / (2 * REACH)
/** What is lower than this throws a sharp shadow. */
const LOW = 0.4
const MAP = 288
const MAP_PER_UNIT = MAP / (2 * REACH)
const BIAS = 0.05

function fillTriangle(
  width: number,
  corners: readonly [ax: number, ay: number, bx: number, by: number, cx: number, cy: number],
  put: (i: number, second: number, third: number) => void,
): void {
  const [ax, ay, bx, by, cx, cy] = corners
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
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((n): [number, number, number] => {
        const i = (corners[t + n] ?? 0) * 3
        return [points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0]
      })
      if (!a || !b || !c) continue
      const height = (a[1] + b[1] + c[1]) / 3
      const thrown = [a, b, c].flatMap(([x, y, z]) => [
        (x - y * slide[0] + REACH) * PER_UNIT,
        (z - y * slide[1] + REACH) * PER_UNIT,
      ])
      const field = height < LOW ? low : high
      fillTriangle(CELLS, sixOf(thrown), (i) => (field[i] = 1))
      if (height < LOW) {
        const below = [a, b, c].flatMap(([x, , z]) => [
          (x + REACH) * PER_UNIT,
          (z + REACH) * PER_UNIT,
        ])
        const near = 1 - height / LOW
        fillTriangle(CELLS, sixOf(below), (i) => (under[i] = Math.max(under[i] ?? 0, near)))
      }
      const [ma, mb, mc] = [onMap(...a), onMap(...b), onMap(...c)]
      const flat = [ma[0], ma[1], mb[0], mb[1], mc[0], mc[1]] as const
      fillTriangle(MAP, flat, (i, second, third) => {
        const depth = ma[2] + (mb[2] - ma[2]) * second + (mc[2] - ma[2]) * third
        if (depth > (map[i] ?? 0)) map[i] = depth
      })
    }
  }
  const [sharp, soft, closed] = [blur(low, 1), blur(high, 3), blur(under, 4)]
  return {
    onTable: (x, z) => ({
      light: (1 - sampleAt(sharp, x, z)) * (1 - sampleAt(soft, x, z) * 0.94),
      open: 1 - sampleAt(closed, x, z) * 0.7,
    }),
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

function sixOf(values: readonly number[]): [number, number, number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
  return [a, b, c, d, e, f]
}
