import { randomInt } from 'node:crypto'
import type { Glyph } from '../../glyphs/glyphs.ts'

/** A place in units of the picture. */
export interface Place {
  x: number
  y: number
}

/** Least distance between two characters, and from a character to the edge, in units. */
export const SPACING = 54
export const MARGIN = 29

const TRIES = 400

/** Places for so many characters, none near another; undefined when they did not fit. */
export function findPlaces(count: number, width: number, height: number): Place[] | undefined {
  const places: Place[] = []
  for (let i = 0; i < TRIES && places.length < count; i++) {
    const x = randomInt(MARGIN, width - MARGIN + 1)
    const y = randomInt(MARGIN, height - MARGIN + 1)
    if (places.every((other) => Math.hypot(other.x - x, other.y - y) >= SPACING)) {
      places.push({ x, y })
    }
  }
  return places.length === count ? places : undefined
}

/** So many characters, no two of one family: what looks alike never stands in one picture. */
export function pickGlyphs(glyphs: readonly Glyph[], count: number): Glyph[] {
  const picked: Glyph[] = []
  while (picked.length < count) {
    const glyph = glyphs[randomInt(glyphs.length)]
    if (glyph === undefined) throw new Error('There are no characters to choose from.')
    if (picked.every(({ family }) => family !== glyph.family)) picked.push(glyph)
  }
  return picked
}
