import { randomInt } from 'node:crypto'
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
const INNER_PX = 2.5
const OUTER_PX = 4.4
/** Scenery has to run on across a seam, and from any gap to another by so much less. */
const TRUE_SEAM = 0.66
const MARGIN = 0.46
/** Least spread of colour along the rim: on a plain sky nothing can be told. */
const CONTRAST = 0.12
/** Places are looked at in this step, from a random start. */
const STEP_PX = 3
/** How often gaps are tried to be placed in one row. */
const TRIES = 12

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

/** Room for the rims of a row, used again and again: lists of their own would cost more than reading. */
const MOST_PLACES = 128
const rims = new Float32Array(MOST_PLACES * 2 * COLOURS)

/** Reads a rim into place `n`, freed of its mean and brought to length 1; answers its contrast. */
function readRim(picture: Picture, { x, y }: Side, left: number, top: number, n: number): number {
  const { width, data } = picture
  const start = n * COLOURS
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < POINTS; i++) {
    const from = ((top + (y[i] ?? 0)) * width + left + (x[i] ?? 0)) * 3
    const r = data[from] ?? 0
    const g = data[from + 1] ?? 0
    const b = data[from + 2] ?? 0
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

/** Between which columns gaps may lie, how many, and how far apart. */
export interface Row {
  first: number
  last: number
  spacing: number
  gaps: number
}

interface Place {
  x: number
  /** Where its rims are: the inner one, and after it the outer one. */
  rim: number
  /** How well the scenery here runs on across the seam. */
  own: number
}

/**
 * Looks along one row for places of which each takes its own piece and none of another: any of
 * them may be the one that is asked for. Undefined when the row has no such places. The rims must
 * lie inside the picture.
 */
export function findGaps(
  picture: Picture,
  ring: Ring,
  top: number,
  row: Row,
): number[] | undefined {
  const places: Place[] = []
  for (let x = row.first + randomInt(0, STEP_PX); x <= row.last; x += STEP_PX) {
    const rim = places.length * 2
    if (rim + 1 >= MOST_PLACES * 2) break
    if (readRim(picture, ring.outer, x, top, rim + 1) < CONTRAST) continue
    if (readRim(picture, ring.inner, x, top, rim) < CONTRAST) continue
    const own = agreement(rim, rim + 1)
    if (own >= TRUE_SEAM) places.push({ x, rim, own })
  }
  const reach = (places.at(-1)?.x ?? 0) - (places[0]?.x ?? 0)
  if (reach < row.spacing * (row.gaps - 1)) return undefined
  for (let i = 0; i < TRIES; i++) {
    const gaps = choose(places, row)
    if (gaps) return gaps
  }
  return undefined
}

/** Chooses places at random, each unlike those that were chosen before. */
function choose(places: readonly Place[], { spacing, gaps }: Row): number[] | undefined {
  const chosen: Place[] = []
  let open = places
  while (chosen.length < gaps) {
    const place = open[randomInt(Math.max(1, open.length))]
    if (!place) return undefined
    chosen.push(place)
    open = open.filter((other) => Math.abs(other.x - place.x) >= spacing && areUnlike(place, other))
  }
  return chosen.map(({ x }) => x).toSorted((a, b) => a - b)
}

function areUnlike(a: Place, b: Place): boolean {
  const most = Math.min(a.own, b.own) - MARGIN
  return agreement(a.rim, b.rim + 1) <= most && agreement(b.rim, a.rim + 1) <= most
}
