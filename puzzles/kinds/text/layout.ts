import { randomInt } from 'node:crypto'
import type { Glyph } from '../../glyphs/glyphs.ts'

/** Point in units of the picture. */
export interface Place {
  x: number
  y: number
}

/** Minimum distance between characters and from the edge, in units. */
export const SPACING = 54
export const MARGIN = 29

const TRIES = 400

/** Returns random places for characters, or undefined if they did not fit. */
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

/** Picks characters of different families, so that none look alike. */
export function pickGlyphs(glyphs: readonly Glyph[], count: number): Glyph[] {
  const picked: Glyph[] = []
  while (picked.length < count) {
    const glyph = glyphs[randomInt(glyphs.length)]
    if (glyph === undefined) throw new Error('There are no characters to choose from.')
    if (picked.every(({ family }) => family !== glyph.family)) picked.push(glyph)
  }
  return picked
}
