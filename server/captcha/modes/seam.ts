import { randomInt } from 'node:crypto'
import { distanceAt } from '../raster/outline.ts'
import type { Outline } from '../raster/outline.ts'
import type { Picture } from '../raster/picture.ts'

/** Points just inside the edge of a shape and their neighbours just outside: x, y, x, y, ... */
export interface Ring {
  inner: Int16Array
  outer: Int16Array
}

const POINTS = 54
const INNER_PX = 3.5
const OUTER_PX = 4
/** The scenery has to run on across the true seam, and must not seem to at any other gap. */
const TRUE_SEAM = 0.76
const DECOY_SEAM = 0.5
/** Least spread of colour along the rim: on a plain sky nothing can be told. */
const CONTRAST = 0.1
/** Places are looked at in this step, from a random start. */
const STEP_PX = 4

/** Follows the edge of a shape around its middle. */
export function traceRing(outline: Outline): Ring {
  const middle = (outline.size - 1) / 2
  const ring = { inner: new Int16Array(POINTS * 2), outer: new Int16Array(POINTS * 2) }
  for (let i = 0; i < POINTS; i++) {
    const angle = (i / POINTS) * Math.PI * 2
    const dx = Math.cos(angle)
    const dy = Math.sin(angle)
    let radius = outline.size / 2
    while (radius > 4 && distanceAt(outline, middle + dx * radius, middle + dy * radius) < 0) {
      radius -= 0.5
    }
    for (const [side, away] of [
      [ring.inner, radius - INNER_PX],
      [ring.outer, radius + OUTER_PX],
    ] as const) {
      side[i * 2] = Math.round(middle + dx * away)
      side[i * 2 + 1] = Math.round(middle + dy * away)
    }
  }
  return ring
}

/** The colours along one side of the rim, freed of their mean and brought to length 1. */
interface Rim {
  colours: Float32Array
  contrast: number
}

function readRim(picture: Picture, side: Int16Array, left: number, top: number): Rim {
  const { width, height, data } = picture
  const colours = new Float32Array(POINTS * 3)
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < POINTS; i++) {
    const x = Math.min(width - 1, Math.max(0, left + (side[i * 2] ?? 0)))
    const y = Math.min(height - 1, Math.max(0, top + (side[i * 2 + 1] ?? 0)))
    const from = (y * width + x) * 3
    red += colours[i * 3] = data[from] ?? 0
    green += colours[i * 3 + 1] = data[from + 1] ?? 0
    blue += colours[i * 3 + 2] = data[from + 2] ?? 0
  }
  let power = 0
  const mean = [red / POINTS, green / POINTS, blue / POINTS]
  for (let c = 0; c < 3; c++) {
    const middle = mean[c] ?? 0
    for (let i = c; i < colours.length; i += 3) {
      const value = (colours[i] ?? 0) - middle
      colours[i] = value
      power += value * value
    }
  }
  const length = Math.sqrt(power) + 1e-6
  for (let i = 0; i < colours.length; i++) colours[i] = (colours[i] ?? 0) / length
  return { colours, contrast: Math.sqrt(power / colours.length) }
}

/** How well the rim of the piece goes on around a gap, whatever the light on either. */
function agreement(inner: Rim, outer: Rim): number {
  let sum = 0
  for (let i = 0; i < inner.colours.length; i++) {
    sum += (inner.colours[i] ?? 0) * (outer.colours[i] ?? 0)
  }
  return sum
}

function shuffle<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const other = randomInt(0, i + 1)
    const kept = list[i]
    const moved = list[other]
    if (kept === undefined || moved === undefined) continue
    list[i] = moved
    list[other] = kept
  }
  return list
}

/** Between which columns gaps may lie, and how far apart. */
export interface Row {
  first: number
  last: number
  spacing: number
  decoys: number
}

/**
 * Looks along one row for a place whose piece fits there and nowhere else, as a person sees it at
 * the seam, and for decoys. The answer comes first; undefined when the row has no such places.
 */
export function findGaps(
  picture: Picture,
  ring: Ring,
  top: number,
  row: Row,
): [answer: number, ...decoys: number[]] | undefined {
  const places: { x: number; inner: Rim; outer: Rim }[] = []
  for (let x = row.first + randomInt(0, STEP_PX); x <= row.last; x += STEP_PX) {
    const outer = readRim(picture, ring.outer, x, top)
    if (outer.contrast < CONTRAST) continue
    const inner = readRim(picture, ring.inner, x, top)
    // Asked of decoys as well: else the true gap would stand where scenery is smooth, which a tool
    // sees without any piece.
    if (inner.contrast < CONTRAST || agreement(inner, outer) < TRUE_SEAM) continue
    places.push({ x, inner, outer })
  }
  for (const { x, inner, outer } of shuffle([...places])) {
    const gaps: [number, ...number[]] = [x]
    for (const place of shuffle([...places])) {
      if (gaps.some((gap) => Math.abs(gap - place.x) < row.spacing)) continue
      if (agreement(inner, place.outer) >= DECOY_SEAM) continue
      // Both ways, so that any of the gaps might have been the one that was asked about.
      if (agreement(place.inner, outer) >= DECOY_SEAM) continue
      gaps.push(place.x)
      if (gaps.length > row.decoys) return gaps
    }
  }
  return undefined
}
