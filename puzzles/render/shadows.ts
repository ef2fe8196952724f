import { clamp } from '../raster/colour.ts'
import type { Body } from './body.ts'
import { cross, unit, type Vector } from './vectors.ts'

/** Shadows on the table and on objects. */
export interface Shadows {
  /**
   * Writes for a row of points on the table, from `first` to `end`, the share of light and the share of
   * open sky.
   */
  onTable(places: Float32Array, first: number, end: number, shares: Float32Array): void
  /** Returns the share of light at a point of an object. */
  onThing(x: number, y: number, z: number): number
}

/** Half the size of the visible table in its units, and number of samples. */
const REACH = 4.6
const CELLS = 168
const PER_UNIT = CELLS / (2 * REACH)
/** Objects below this height cast a sharp shadow. */
const LOW = 0.4
const MAP = 256
const MAP_PER_UNIT = MAP / (2 * REACH)
const BIAS = 0.05

/** Square field of numbers, and positions of the points of an object on it. */
interface Sheet {
  field: Float32Array
  width: number
  /** Two numbers per point. */
  places: Float32Array
}

/** Rasterizes a triangle into a field, keeping the maximum. */
function raise(
  { field, width, places }: Sheet,
  a: number,
  b: number,
  c: number,
  atA: number,
  atB: number,
  atC: number,
): void {
  const ax = places[a * 2] ?? 0
  const ay = places[a * 2 + 1] ?? 0
  const bx = places[b * 2] ?? 0
  const by = places[b * 2 + 1] ?? 0
  const cx = places[c * 2] ?? 0
  const cy = places[c * 2 + 1] ?? 0
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (area < 1e-9 && area > -1e-9) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(width - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  if (left > right || top > bottom) return
  const inverse = 1 / area
  const acrossB = (cy - ay) * inverse
  const acrossC = (ay - by) * inverse
  const px = left + 0.5 - ax
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5 - ay
    let second = (px * (cy - ay) - (cx - ax) * py) * inverse
    let third = ((bx - ax) * py - px * (by - ay)) * inverse
    for (let i = y * width + left; i <= y * width + right; i++) {
      if (second >= 0 && third >= 0 && second + third <= 1) {
        const value = atA + (atB - atA) * second + (atC - atA) * third
        if (value > (field[i] ?? 0)) field[i] = value
      }
      second += acrossB
      third += acrossC
    }
  }
}

const spare = new Float32Array(CELLS * CELLS)
const sums = new Float32Array(CELLS)

/** Bounds of the non-empty cells, without the last ones. */
interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

/** Blurs a field along its rows. */
function blurRows(from: Float32Array, to: Float32Array, radius: number, part: Part): void {
  const { left, right, top, bottom } = part
  const share = 1 / (2 * radius + 1)
  for (let start = top * CELLS; start < bottom * CELLS; start += CELLS) {
    let sum = 0
    for (let i = left; i < left + radius; i++) sum += from[start + i] ?? 0
    for (let i = left; i < right; i++) {
      if (i + radius < right) sum += from[start + i + radius] ?? 0
      to[start + i] = sum * share
      if (i >= left + radius) sum -= from[start + i - radius] ?? 0
    }
  }
}

/** Blurs a field along its columns. */
function blurColumns(from: Float32Array, to: Float32Array, radius: number, part: Part): void {
  const { left, right, top, bottom } = part
  const share = 1 / (2 * radius + 1)
  sums.fill(0)
  for (let row = top; row < bottom + radius; row++) {
    const added = row * CELLS
    const written = (row - radius) * CELLS
    const dropped = (row - 2 * radius) * CELLS
    for (let i = left; i < right; i++) {
      let sum = sums[i] ?? 0
      if (row < bottom) sum += from[added + i] ?? 0
      if (row >= top + radius) to[written + i] = sum * share
      if (row >= top + 2 * radius) sum -= from[dropped + i] ?? 0
      sums[i] = sum
    }
  }
}

/** Number of box blurs, which approximate a soft disc. */
const PASSES = 2

/** Blurs the non-empty part of a field. */
function blur(field: Float32Array, radius: number, within: Part): void {
  const part = widened(within, radius * PASSES)
  for (let pass = 0; pass < PASSES; pass++) {
    blurRows(field, spare, radius, part)
    blurColumns(spare, field, radius, part)
  }
}

function widened({ left, right, top, bottom }: Part, by: number): Part {
  return {
    left: clamp(left - by, 0, CELLS),
    right: clamp(right + by, 0, CELLS),
    top: clamp(top - by, 0, CELLS),
    bottom: clamp(bottom + by, 0, CELLS),
  }
}

interface Fields {
  low: Float32Array
  high: Float32Array
  under: Float32Array
  /** Depth of the nearest object as seen from the lamp. */
  map: Float32Array
}

/** Reused buffers; scenes are drawn one after another. */
const fields: Fields = {
  low: new Float32Array(CELLS * CELLS),
  high: new Float32Array(CELLS * CELLS),
  under: new Float32Array(CELLS * CELLS),
  map: new Float32Array(MAP * MAP),
}

/** Coordinate system of the lamp. */
interface View {
  right: Vector
  up: Vector
  light: Vector
}

function castBody(
  { points, corners, isClosed }: Body,
  { right, up, light }: View,
  part: Part,
): void {
  const count = points.length / 3
  // Position of each point in its shadow, below itself, and as seen from the lamp.
  const thrown = new Float32Array(count * 2)
  const below = new Float32Array(count * 2)
  const seen = new Float32Array(count * 2)
  const near = new Float32Array(count)
  const [slideX, slideZ] = [light[0] / light[1], light[2] / light[1]]
  for (let i = 0; i < count; i++) {
    const x = points[i * 3] ?? 0
    const y = points[i * 3 + 1] ?? 0
    const z = points[i * 3 + 2] ?? 0
    thrown[i * 2] = (x - y * slideX + REACH) * PER_UNIT
    thrown[i * 2 + 1] = (z - y * slideZ + REACH) * PER_UNIT
    below[i * 2] = (x + REACH) * PER_UNIT
    below[i * 2 + 1] = (z + REACH) * PER_UNIT
    seen[i * 2] = (x * right[0] + y * right[1] + z * right[2] + REACH) * MAP_PER_UNIT
    seen[i * 2 + 1] = (x * up[0] + y * up[1] + z * up[2] + REACH) * MAP_PER_UNIT
    near[i] = x * light[0] + y * light[1] + z * light[2]
  }
  widen(part, thrown)
  widen(part, below)
  const low = { field: fields.low, width: CELLS, places: thrown }
  const high = { field: fields.high, width: CELLS, places: thrown }
  const under = { field: fields.under, width: CELLS, places: below }
  const map = { field: fields.map, width: MAP, places: seen }
  for (let t = 0; t < corners.length; t += 3) {
    const a = corners[t] ?? 0
    const b = corners[t + 1] ?? 0
    const c = corners[t + 2] ?? 0
    const height =
      ((points[a * 3 + 1] ?? 0) + (points[b * 3 + 1] ?? 0) + (points[c * 3 + 1] ?? 0)) / 3
    if (height < LOW) {
      const close = 1 - height / LOW
      raise(under, a, b, c, close, close, close)
    }
    // Faces toward the lamp cast the whole shadow.
    if (isClosed && turnOf(seen, a, b, c) <= 0) continue
    raise(height < LOW ? low : high, a, b, c, 1, 1, 1)
    raise(map, a, b, c, near[a] ?? 0, near[b] ?? 0, near[c] ?? 0)
  }
}

/** Returns twice the area of a triangle, positive if it is counter-clockwise. */
function turnOf(places: Float32Array, a: number, b: number, c: number): number {
  const x = places[a * 2] ?? 0
  const y = places[a * 2 + 1] ?? 0
  return (
    ((places[b * 2] ?? 0) - x) * ((places[c * 2 + 1] ?? 0) - y) -
    ((places[c * 2] ?? 0) - x) * ((places[b * 2 + 1] ?? 0) - y)
  )
}

function widen(part: Part, places: Float32Array): void {
  for (let i = 0; i < places.length; i += 2) {
    const x = places[i] ?? 0
    const y = places[i + 1] ?? 0
    if (x < part.left) part.left = Math.floor(x)
    if (x >= part.right) part.right = Math.ceil(x) + 1
    if (y < part.top) part.top = Math.floor(y)
    if (y >= part.bottom) part.bottom = Math.ceil(y) + 1
  }
}

/** Combines soft and sharp shadows of one row. */
function layRow(low: Float32Array, soft: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) low[i] = 1 - (1 - (low[i] ?? 0)) * (1 - (soft[i] ?? 0) * 0.94)
}

/** Computes the shadows of objects in light from the direction `light`. */
export function castShadows(bodies: readonly Body[], light: Vector): Shadows {
  fields.low.fill(0)
  fields.high.fill(0)
  fields.under.fill(0)
  fields.map.fill(-Infinity)
  const right = unit(cross([0, 1, 0], light))
  const up = cross(light, right)
  const part = { left: CELLS, right: 0, top: CELLS, bottom: 0 }
  for (const body of bodies) castBody(body, { right, up, light }, part)
  const { low: dark, under } = fields
  blur(dark, 1, part)
  blur(under, 3, part)
  blur(fields.high, 2, part)
  const soft = widened(part, 2 * PASSES)
  for (let row = soft.top; row < soft.bottom; row++) {
    layRow(dark, fields.high, row * CELLS + soft.left, row * CELLS + soft.right)
  }
  const { map } = fields
  const isLit = (px: number, py: number, depth: number): number =>
    depth > (map[Math.floor(py) * MAP + Math.floor(px)] ?? -Infinity) - BIAS ? 0.25 : 0
  return {
    onTable: (places, first, end, shares) => {
      for (let n = first; n < end; n++) {
        const x = places[n * 2] ?? 0
        if (Number.isNaN(x)) continue
        const z = places[n * 2 + 1] ?? 0
        const px = clamp((x + REACH) * PER_UNIT - 0.5, 0, CELLS - 1.001)
        const py = clamp((z + REACH) * PER_UNIT - 0.5, 0, CELLS - 1.001)
        const column = Math.floor(px)
        const row = Math.floor(py)
        const fx = px - column
        const fy = py - row
        const i = row * CELLS + column
        const a = (1 - fx) * (1 - fy)
        const b = fx * (1 - fy)
        const c = (1 - fx) * fy
        const d = fx * fy
        const j = i + CELLS
        const shade =
          (dark[i] ?? 0) * a + (dark[i + 1] ?? 0) * b + (dark[j] ?? 0) * c + (dark[j + 1] ?? 0) * d
        const near =
          (under[i] ?? 0) * a +
          (under[i + 1] ?? 0) * b +
          (under[j] ?? 0) * c +
          (under[j + 1] ?? 0) * d
        shares[n * 2] = 1 - shade
        shares[n * 2 + 1] = 1 - near * 0.7
      }
    },
    onThing: (x, y, z) => {
      const px = (x * right[0] + y * right[1] + z * right[2] + REACH) * MAP_PER_UNIT
      const py = (x * up[0] + y * up[1] + z * up[2] + REACH) * MAP_PER_UNIT
      const depth = x * light[0] + y * light[1] + z * light[2]
      return (
        isLit(px - 0.7, py - 0.4, depth) +
        isLit(px + 0.4, py - 0.7, depth) +
        isLit(px + 0.7, py + 0.4, depth) +
        isLit(px - 0.4, py + 0.7, depth)
      )
    },
  }
}
