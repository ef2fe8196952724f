import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Language } from './language.ts'
import { charactersOf } from './characters.ts'

/** Size of the cell of a stored character, and maximum stored distance, in pixels. */
export const CELL_PX = 48
export const SPREAD_PX = 5

/** Stored values up to this mean “beyond the maximum distance”, allowing for compression. */
const NOTHING = 4

/** Characters in a row of the stored picture. */
export const COLUMNS = 16

/** Character as distances from its edge, which can be drawn sharp at any size. */
export interface Glyph {
  character: string
  family: number
  /** Index of the typeface. */
  face: number
  /** Half size of the character; outside, `at` is `-SPREAD_PX`. */
  halfWide: number
  halfHigh: number
  /** Distance from the edge in cell pixels, positive inside; `u` and `v` run from -0.5 to 0.5. */
  at(u: number, v: number): number
}

const kept = new Map<Language, Promise<readonly Glyph[]>>()

/** Returns every character of a language in every typeface. */
export async function glyphsOf(language: Language): Promise<readonly Glyph[]> {
  const found = kept.get(language) ?? load(language)
  kept.set(language, found)
  return await found
}

async function load(language: Language): Promise<readonly Glyph[]> {
  const path = fileURLToPath(new URL(`${language}.webp`, import.meta.url))
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
  const characters = charactersOf(language)
  const faces = Math.floor(((info.width / CELL_PX) * (info.height / CELL_PX)) / characters.length)
  return Array.from({ length: faces }, (_, face) =>
    characters.map(({ character, family }, i): Glyph => {
      const n = face * characters.length + i
      const left = (n % COLUMNS) * CELL_PX
      const top = Math.floor(n / COLUMNS) * CELL_PX
      return {
        character,
        family,
        face,
        ...extentOf(data, info.width, left, top),
        at: (u, v) => distanceAt(data, info.width, left, top, u, v),
      }
    }),
  ).flat()
}

/** Returns half the size of a character with its surroundings. */
function extentOf(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
): Pick<Glyph, 'halfWide' | 'halfHigh'> {
  let [wide, high] = [0, 0]
  const middle = (CELL_PX - 1) / 2
  for (let y = 0; y < CELL_PX; y++) {
    for (let x = 0; x < CELL_PX; x++) {
      if ((data[(top + y) * width + left + x] ?? 0) <= NOTHING) continue
      wide = Math.max(wide, Math.abs(x - middle) + 1)
      high = Math.max(high, Math.abs(y - middle) + 1)
    }
  }
  return { halfWide: wide / CELL_PX, halfHigh: high / CELL_PX }
}

function distanceAt(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
  u: number,
  v: number,
): number {
  const x = Math.min(CELL_PX - 1.001, Math.max(0, (u + 0.5) * CELL_PX - 0.5))
  const y = Math.min(CELL_PX - 1.001, Math.max(0, (v + 0.5) * CELL_PX - 0.5))
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fx = x - column
  const fy = y - row
  const i = (top + row) * width + left + column
  const above = (data[i] ?? 0) * (1 - fx) + (data[i + 1] ?? 0) * fx
  const below = (data[i + width] ?? 0) * (1 - fx) + (data[i + width + 1] ?? 0) * fx
  return ((above * (1 - fy) + below * fy - 128) / 127) * SPREAD_PX
}
