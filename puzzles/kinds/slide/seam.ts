import type { Look } from '../../raster/balloons.ts'
import type { Outline } from '../../raster/outline.ts'
import type { Picture } from '../../raster/picture.ts'

/** Points inside the edge of a shape and their neighbours outside, as seen from its square. */
export interface Ring {
  inner: Side
  outer: Side
}

/** Whole pixels along one side of the rim. */
export interface Side {
  x: Int16Array
  y: Int16Array
}

/** Points along the rim. */
export const POINTS = 40
const COLOURS = POINTS * 3
/** As near to the edge as scenery is seen: frames cover what lies between. */
const INNER_PX = 3.7
const OUTER_PX = 6.3
/** Scenery has to run on across a seam, and from any gap to another by so much less. */
const TRUE_SEAM = 0.5
const MARGIN = 0.25
/** Least spread of colour along the rim: on a plain sky nothing can be told. */
const CONTRAST = 0.1
function createSide(): Side {
  return { x: new Int16Array(POINTS), y: new Int16Array(POINTS) }
}

/** Follows the edge of a shape around its middle. */
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

/** Room for the rims of three gaps, used again and again: lists would cost more than reading. */
const MOST_GAPS = 3
const rims = new Float32Array(MOST_GAPS * 2 * COLOURS)
const before = new Float32Array(3)

/** Reads a rim into place `n`, freed of its mean and brought to length 1; answers its contrast. */
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

/** How well one rim goes on in another, whatever the light on either. */
function agreement(n: number, m: number): number {
  const a = n * COLOURS
  const b = m * COLOURS
  let sum = 0
  for (let i = 0; i < COLOURS; i++) sum += (rims[a + i] ?? 0) * (rims[b + i] ?? 0)
  return sum
}

/**
 * Whether a piece cut from any of these gaps can be told to belong there and nowhere else: each
 * takes its own piece and none of another, so any of them may be asked for. The rims must lie
 * inside the picture; balloons are not drawn yet, as most places that are looked at are refused.
 */
export function areTellable(
  picture: Picture,
  ring: Ring,
  top: number,
  gaps: readonly number[],
  balloons: readonly Look[] = [],
): boolean {
  if (gaps.length > MOST_GAPS) throw new RangeError(`At most ${MOST_GAPS} gaps can be compared.`)
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
