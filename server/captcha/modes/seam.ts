import { distanceAt } from '../raster/outline.ts'
import type { Outline } from '../raster/outline.ts'
import { peek } from '../raster/picture.ts'
import type { Picture } from '../raster/picture.ts'

/** A point just inside the edge of a shape and its neighbour just outside. */
interface Pair {
  inner: readonly [x: number, y: number]
  outer: readonly [x: number, y: number]
}

const POINTS = 72
const INNER_PX = 3
const OUTER_PX = 3.5
/** The scenery has to run on across the true seam, and must not seem to at any other gap. */
const TRUE_SEAM = 0.78
const DECOY_SEAM = 0.42
const CONTRAST = 0.075

/** Follows the edge of a shape around its middle. */
export function traceRing(outline: Outline): Pair[] {
  const middle = (outline.size - 1) / 2
  const pairs: Pair[] = []
  for (let i = 0; i < POINTS; i++) {
    const angle = (i / POINTS) * Math.PI * 2
    const dx = Math.cos(angle)
    const dy = Math.sin(angle)
    let radius = outline.size / 2
    while (radius > 4 && distanceAt(outline, middle + dx * radius, middle + dy * radius) < 0) {
      radius -= 0.5
    }
    pairs.push({
      inner: [middle + dx * (radius - INNER_PX), middle + dy * (radius - INNER_PX)],
      outer: [middle + dx * (radius + OUTER_PX), middle + dy * (radius + OUTER_PX)],
    })
  }
  return pairs
}

interface Agreement {
  correlation: number
  contrast: number
}

/** How well the rim of the piece continues what surrounds a gap, whatever the light on either. */
function agreement(
  picture: Picture,
  ring: Pair[],
  answer: number,
  gap: number,
  y: number,
): Agreement {
  const inner: number[][] = [[], [], []]
  const outer: number[][] = [[], [], []]
  for (const pair of ring) {
    const piece = peek(picture, answer + pair.inner[0], y + pair.inner[1])
    const around = peek(picture, gap + pair.outer[0], y + pair.outer[1])
    for (let c = 0; c < 3; c++) {
      inner[c]?.push(piece[c] ?? 0)
      outer[c]?.push(around[c] ?? 0)
    }
  }
  let shared = 0
  let innerPower = 0
  let outerPower = 0
  for (let c = 0; c < 3; c++) {
    const a = inner[c] ?? []
    const b = outer[c] ?? []
    const meanA = a.reduce((sum, value) => sum + value, 0) / a.length
    const meanB = b.reduce((sum, value) => sum + value, 0) / b.length
    for (let i = 0; i < a.length; i++) {
      const da = (a[i] ?? 0) - meanA
      const db = (b[i] ?? 0) - meanB
      shared += da * db
      innerPower += da * da
      outerPower += db * db
    }
  }
  return {
    correlation: shared / Math.sqrt(innerPower * outerPower + 1e-9),
    contrast: Math.sqrt(innerPower / (ring.length * 3)),
  }
}

/** Whether a person can tell the true gap from the others by looking at the seam. */
export function fits(
  picture: Picture,
  ring: Pair[],
  answer: number,
  gaps: number[],
  y: number,
): boolean {
  const own = agreement(picture, ring, answer, answer, y)
  if (own.contrast < CONTRAST || own.correlation < TRUE_SEAM) return false
  return gaps.every(
    (gap) => gap === answer || agreement(picture, ring, answer, gap, y).correlation < DECOY_SEAM,
  )
}
