// Draws the characters of text puzzles into `glyphs/*.webp`.
// Run: node puzzles/tools/make-glyphs.ts (needs the fonts named below)
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { charactersOf } from '../glyphs/characters.ts'
import { CELL_PX, COLUMNS, SPREAD_PX } from '../glyphs/glyphs.ts'
import { languages, type Language } from '../glyphs/language.ts'

const fonts: Readonly<Record<Language, readonly string[]>> = {
  en: ['DejaVu Serif Bold', 'Liberation Sans Bold', 'Noto Serif CJK JP Bold', 'DejaVu Sans Bold'],
  zh: ['Noto Sans CJK SC Bold', 'Noto Serif CJK SC Bold'],
  ja: ['Noto Sans CJK JP Bold', 'Noto Serif CJK JP Bold'],
}

/** Scale at which characters are drawn first, for exact distances. */
const LARGER = 6
const BOX_PX = CELL_PX * LARGER
const INK_PX = (CELL_PX - 2 * SPREAD_PX) * LARGER

async function ink(character: string, font: string): Promise<Uint8Array> {
  const { data, info } = await sharp({
    text: { text: character, font: `${font} 100`, dpi: 220 },
  })
    .resize(INK_PX, INK_PX, { fit: 'contain', background: '#000' })
    .extend({
      top: SPREAD_PX * LARGER,
      bottom: SPREAD_PX * LARGER,
      left: SPREAD_PX * LARGER,
      right: SPREAD_PX * LARGER,
      background: '#000',
    })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width !== BOX_PX || info.channels !== 1) throw new Error(`odd picture of ${character}`)
  return data
}

/** Squared distance to the nearest point of a line (Felzenszwalb and Huttenlocher). */
function sweep(values: Float64Array): Float64Array {
  const { length } = values
  const result = new Float64Array(length)
  const places = new Int32Array(length)
  const bounds = new Float64Array(length + 1)
  let last = 0
  bounds[0] = -Infinity
  bounds[1] = Infinity
  const at = (i: number): number => values[i] ?? 0
  for (let q = 1; q < length; q++) {
    let cross
    do {
      const p = places[last] ?? 0
      cross = (at(q) + q * q - at(p) - p * p) / (2 * q - 2 * p)
    } while (cross <= (bounds[last] ?? 0) && --last >= 0)
    last += 1
    places[last] = q
    bounds[last] = cross
    bounds[last + 1] = Infinity
  }
  last = 0
  for (let q = 0; q < length; q++) {
    while ((bounds[last + 1] ?? 0) < q) last += 1
    const p = places[last] ?? 0
    result[q] = (q - p) ** 2 + at(p)
  }
  return result
}

function distances(isMarked: (i: number) => boolean): Float64Array {
  const squares = Float64Array.from({ length: BOX_PX * BOX_PX }, (_, i) => (isMarked(i) ? 0 : 1e9))
  for (let x = 0; x < BOX_PX; x++) {
    const column = Float64Array.from({ length: BOX_PX }, (_, y) => squares[y * BOX_PX + x] ?? 0)
    sweep(column).forEach((value, y) => (squares[y * BOX_PX + x] = value))
  }
  for (let y = 0; y < BOX_PX; y++) {
    squares.set(sweep(squares.slice(y * BOX_PX, (y + 1) * BOX_PX)), y * BOX_PX)
  }
  return squares.map(Math.sqrt)
}

/** Distance from the edge, positive inside: 128 is the edge, 127 steps are the spread. */
async function field(character: string, font: string): Promise<Uint8Array> {
  const pixels = await ink(character, font)
  const isInk = (i: number): boolean => (pixels[i] ?? 0) > 127
  const outside = distances(isInk)
  const inside = distances((i) => !isInk(i))
  return Uint8Array.from({ length: CELL_PX * CELL_PX }, (_, i) => {
    const x = Math.floor(((i % CELL_PX) + 0.5) * LARGER)
    const y = Math.floor((Math.floor(i / CELL_PX) + 0.5) * LARGER)
    const j = y * BOX_PX + x
    const distance = ((inside[j] ?? 0) - (outside[j] ?? 0)) / LARGER
    return Math.max(0, Math.min(255, Math.round(128 + (distance / SPREAD_PX) * 127)))
  })
}

for (const language of languages) {
  const characters = charactersOf(language)
  const cells: Uint8Array[] = []
  for (const font of fonts[language]) {
    for (const { character } of characters) cells.push(await field(character, font))
  }
  const rows = Math.ceil(cells.length / COLUMNS)
  const width = COLUMNS * CELL_PX
  const atlas = new Uint8Array(width * rows * CELL_PX)
  cells.forEach((cell, n) => {
    const left = (n % COLUMNS) * CELL_PX
    const top = Math.floor(n / COLUMNS) * CELL_PX
    for (let y = 0; y < CELL_PX; y++) {
      atlas.set(cell.subarray(y * CELL_PX, (y + 1) * CELL_PX), (top + y) * width + left)
    }
  })
  const picture = await sharp(atlas, { raw: { width, height: rows * CELL_PX, channels: 1 } })
    .webp({ quality: 88, effort: 6 })
    .toBuffer()
  const path = join(import.meta.dirname, '../glyphs', `${language}.webp`)
  writeFileSync(path, picture)
  process.stdout.write(`${path}: ${cells.length} characters, ${picture.length} bytes\n`)
}
