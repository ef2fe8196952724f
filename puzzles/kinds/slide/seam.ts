import type { Look } from '../../raster/balloons.ts'
import type { Outline } from '../../raster/outline.ts'
import type { Picture } from '../../raster/picture.ts'

/** Points inside the edge of a shape and their neighbours outside, relative to its square. */
export interface Ring {
  inner: Side
  outer: Side
}

/** Pixels along one side of the rim. */
export interface Side {
  x: Int16Array
  y: Int16Array
}

/** Number of points along the rim. */
export const POINTS = 40
const COLOURS = POINTS * 3
/** Distance from the edge at which scenery is visible beyond the frame. */
const INNER_PX = 3.7
const OUTER_PX = 6.3
/** Minimum correlation across the right seam, and margin to every other gap. */
const TRUE_SEAM = 0.5
const MARGIN = 0.25
/** Minimum contrast along the rim. */
const CONTRAST = 0.1
function createSide(): Side {
  return { x: new Int16Array(POINTS), y: new Int16Array(POINTS) }
}

/** Returns points along the edge of a shape. */
export function traceRing({ size, at }: Outline): Ring {
  const middle = (size - 1) / 2
  const ring = { inner: createSide(), outer: createSide() }
  for (let i = 0; i < POINTS; i++) {
    const angle = (i / POINTS) * Math.PI * 2
    const dx = Math.cos(angle)
    const dy = Math.sin(angle)
    let radius = size / 2
    for (;;) {
      const distance = at(middle + dx * radius, middle + dy * radius)
      if (distance > -0.4 || radius < 4) break
      radius -= Math.max(0.4, -distance * 0.7)
    }
    ring.inner.x[i] = Math.round(middle + dx * (radius - INNER_PX))
    ring.inner.y[i] = Math.round(middle + dy * (radius - INNER_PX))
    ring.outer.x[i] = Math.round(middle + dx * (radius + OUTER_PX))
    ring.outer.y[i] = Math.round(middle + dy * (radius + OUTER_PX))
  }
  return ring
}

/** Reused buffers for the rims of three gaps. */
const MAX_GAPS = 3
const rims = new Float32Array(MAX_GAPS * 2 * COLOURS)
const before = new Float32Array(3)

/** Reads a rim into buffer `n`, normalized to mean 0 and length 1; returns its contrast. */
function readRim(
  { width, data }: Picture,
  { x, y }: Side,
  left: number,
  top: number,
  n: number,
  balloons: readonly Look[],
): number {
  const start = n * COLOURS
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < POINTS; i++) {
    const column = left + (x[i] ?? 0)
    const row = top + (y[i] ?? 0)
    const from = (row * width + column) * 3
    let r = data[from] ?? 0
    let g = data[from + 1] ?? 0
    let b = data[from + 2] ?? 0
    for (const balloon of balloons) {
      if (column < balloon.left || column > balloon.right) continue
      if (row < balloon.top || row > balloon.bottom) continue
      const cover = balloon.at(column, row, before)
      if (cover === 0) continue
      r += ((before[0] ?? 0) - r) * cover
      g += ((before[1] ?? 0) - g) * cover
      b += ((before[2] ?? 0) - b) * cover
    }
    const to = start + i * 3
    rims[to] = r
    rims[to + 1] = g
    rims[to + 2] = b
    red += r
    green += g
    blue += b
  }
  red /= POINTS
  green /= POINTS
  blue /= POINTS
  let power = 0
  for (let i = start; i < start + COLOURS; i += 3) {
    const r = (rims[i] ?? 0) - red
    const g = (rims[i + 1] ?? 0) - green
    const b = (rims[i + 2] ?? 0) - blue
    rims[i] = r
    rims[i + 1] = g
    rims[i + 2] = b
    power += r * r + g * g + b * b
  }
  const contrast = Math.sqrt(power / COLOURS)
  if (contrast < CONTRAST) return contrast
  const scale = 1 / Math.sqrt(power)
  for (let i = start; i < start + COLOURS; i++) rims[i] = (rims[i] ?? 0) * scale
  return contrast
}

/** Returns the correlation of two rims, independent of brightness. */
function agreement(n: number, m: number): number {
  const a = n * COLOURS
  const b = m * COLOURS
  let sum = 0
  for (let i = 0; i < COLOURS; i++) sum += (rims[a + i] ?? 0) * (rims[b + i] ?? 0)
  return sum
}

/**
 * Whether a piece of each gap fits that gap only, so that any of them may be the right one. The rims
 * must lie inside the picture. Balloons are computed instead of drawn, because most places fail.
 */
export function haveUniqueFit(
  picture: Picture,
  ring: Ring,
  top: number,
  gaps: readonly number[],
  balloons: readonly Look[] = [],
): boolean {
  if (gaps.length > MAX_GAPS) throw new RangeError(`At most ${MAX_GAPS} gaps can be compared.`)
  const own: number[] = []
  for (const [n, x] of gaps.entries()) {
    if (readRim(picture, ring.outer, x, top, n * 2 + 1, balloons) < CONTRAST) return false
    if (readRim(picture, ring.inner, x, top, n * 2, balloons) < CONTRAST) return false
    const fit = agreement(n * 2, n * 2 + 1)
    if (fit < TRUE_SEAM) return false
    own.push(fit)
  }
  return own.every((fit, n) =>
    own.every(
      (other, m) => n === m || agreement(n * 2, m * 2 + 1) <= Math.min(fit, other) - MARGIN,
    ),
  )
}
