import type { PlacedGlyph } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from './picture.ts'
import { packRows } from './png.ts'
import { type Coverage, type PathStep, rasterise } from './raster.ts'

/** Colours of the light theme, on paper; each has steps for its edges, sixteen in all with paper. */
const PAPER = '#fbfaf7'
const inks = [
  { hex: '#1d1a17', steps: 6 },
  { hex: '#5a534b', steps: 4 },
  { hex: '#2340c8', steps: 3 },
  { hex: '#e0dbd1', steps: 2 },
] as const
/** Place of each colour in the list. */
export const ink = { text: 0, soft: 1, accent: 2, line: 3 } as const
type Ink = (typeof ink)[keyof typeof ink]

/** What a pixel has that is inside as a whole. */
const FULL = 255

/** For each colour, its place in the list by how much of a pixel it fills. */
const placesOf = inks.map(({ steps }, colour) => {
  const first = inks.slice(0, colour).reduce((sum, before) => sum + before.steps, 0)
  return Uint8Array.from({ length: FULL + 1 }, (_, part) => {
    const step = Math.round((part * steps) / FULL)
    return step === 0 ? 0 : first + step
  })
})

interface Packed {
  bytes: Uint8Array
  /** Bytes of a row. */
  stride: number
}

/** Something to draw, as places in the list of colours instead of parts of a pixel. */
export interface Letter extends Coverage {
  /** Its bytes where its first pixel is an even one, and where it is an odd one, once asked for. */
  packed: (Packed | undefined)[]
}

/** A row of the picture, as its file has it: two pixels in a byte, after one that is no pixel. */
const ROW_BYTES = SOCIAL_WIDTH_PX / 2 + 1

const LENGTH = ROW_BYTES * SOCIAL_HEIGHT_PX

/** Rows that are packed together; where nothing is drawn on them, once for all pictures. */
const STRIP_ROWS = 15
const STRIP_BYTES = STRIP_ROWS * ROW_BYTES
const STRIPS = Math.ceil(SOCIAL_HEIGHT_PX / STRIP_ROWS)

/** Adler-32 (RFC 1950 §8.2) counts in remainders of this. */
const BASE = 65_521

/** A picture in the making, on which one after another can be drawn. */
export class Sheet {
  readonly #rows = new Uint8Array(LENGTH)
  /** Sum of all bytes, and of each times its distance from the end: the checksum follows from them. */
  #sums = { plain: 0, weighted: 0 }
  /** Strips that something was drawn on. */
  readonly #drawn = new Set<number>()
  /** What all pictures on it share. */
  #shared = { rows: this.#rows.slice(), sums: this.#sums, parts: [] as Uint8Array[] }

  /** Lets what was drawn so far be on all pictures. */
  keep(): void {
    const rows = this.#rows.slice()
    const parts = Array.from({ length: STRIPS }, (_, strip) => packRows(stripsOf(rows, strip)))
    this.#shared = { rows, sums: this.#sums, parts }
    this.#drawn.clear()
  }

  /** Takes away what was drawn since. */
  wipe(): void {
    for (const strip of this.#drawn) {
      this.#rows.set(stripsOf(this.#shared.rows, strip), strip * STRIP_BYTES)
    }
    this.#sums = this.#shared.sums
    this.#drawn.clear()
  }

  /** All rows, packed. */
  parts(): Uint8Array[] {
    const parts: Uint8Array[] = []
    for (let strip = 0, end = 1; strip < STRIPS; strip = end, end += 1) {
      if (!this.#drawn.has(strip)) {
        parts.push(this.#shared.parts[strip] ?? packRows(stripsOf(this.#rows, strip)))
        continue
      }
      while (this.#drawn.has(end)) end += 1
      parts.push(packRows(stripsOf(this.#rows, strip, end)))
    }
    return parts
  }

  /** Adler-32 of all rows. */
  checksum(): number {
    const { plain, weighted } = this.#sums
    return ((LENGTH + weighted) % BASE) * 65_536 + ((1 + plain) % BASE)
  }

  /** Writes glyphs from `left` on. */
  line(
    glyphs: readonly PlacedGlyph[],
    left: number,
    baseline: number,
    px: number,
    colour: Ink,
  ): void {
    for (const { shape, x: place } of glyphs) {
      const x = left + place * px
      // A quarter of a pixel is near enough to what the font asks for.
      const quarter = Math.floor((x - Math.floor(x)) * 4)
      const key = px * 1000 + quarter * 10 + colour
      let drawn = shape.drawn.get(key)
      if (drawn === undefined) {
        const filled = rasterise(shape.outline(), ([u, v]) => [u * px + quarter / 4, -v * px])
        drawn = coloured(filled, colour)
        shape.drawn.set(key, drawn)
      }
      this.#fill(drawn, Math.floor(x), Math.round(baseline))
    }
  }

  /** Fills an outline. */
  shape(steps: readonly PathStep[], colour: Ink): void {
    this.#fill(
      coloured(
        rasterise(steps, (point) => point),
        colour,
      ),
      0,
      0,
    )
  }

  /** Fills a rectangle of whole pixels. */
  bar(left: number, top: number, width: number, height: number, colour: Ink): void {
    const alpha = new Uint8Array(width * height).fill(placesOf[colour]?.[FULL] ?? 0)
    this.#fill({ left, top, width, height, alpha, packed: [] }, 0, 0)
  }

  #fill(letter: Letter, x: number, y: number): void {
    const rows = this.#rows
    let { plain, weighted } = this.#sums
    const { left, top, height } = letter
    const column = x + left
    const { bytes, stride } = packed(letter, column)
    const start = column >> 1
    const end = Math.min(stride, SOCIAL_WIDTH_PX / 2 - start)
    const first = Math.max(0, y + top)
    const last = Math.min(SOCIAL_HEIGHT_PX, y + top + height) - 1
    for (let row = first; row <= last; row++) {
      const from = (row - y - top) * stride
      const to = row * ROW_BYTES + 1 + start
      let [sum, places] = [0, 0]
      for (let n = 0; n < end; n++) {
        const both = bytes[from + n]
        if (!both) continue
        const before = rows[to + n] ?? 0
        const after = before === 0 ? both : over(before, both)
        rows[to + n] = after
        sum += after - before
        places += (after - before) * n
      }
      plain += sum
      weighted += sum * (LENGTH - to) - places
    }
    for (let strip = stripOf(first); strip <= stripOf(last); strip++) this.#drawn.add(strip)
    this.#sums = { plain, weighted }
  }
}

function stripOf(row: number): number {
  return Math.floor(row / STRIP_ROWS)
}

function stripsOf(rows: Uint8Array, from: number, end = from + 1): Uint8Array {
  return rows.subarray(from * STRIP_BYTES, end * STRIP_BYTES)
}

// Two pixels in a byte, as the file has them: which two depends on whether the first is an even one.
function packed(letter: Letter, column: number): Packed {
  const odd = column & 1
  const known = letter.packed[odd]
  if (known !== undefined) return known
  const { width, height, alpha } = letter
  const stride = (odd + width + 1) >> 1
  const bytes = new Uint8Array(stride * height)
  for (let row = 0; row < height; row++) {
    for (let n = 0; n < width; n++) {
      const at = row * stride + ((odd + n) >> 1)
      const value = alpha[row * width + n] ?? 0
      bytes[at] = (bytes[at] ?? 0) | ((odd + n) % 2 === 0 ? value << 4 : value)
    }
  }
  const made = { bytes, stride }
  letter.packed[odd] = made
  return made
}

// What is drawn hides what was there, where it has a colour.
function over(before: number, both: number): number {
  return (both & 0xf0 || before & 0xf0) | (both & 0x0f || before & 0x0f)
}

// Once for each letter, as it stands on many pictures.
function coloured(coverage: Coverage, colour: Ink): Letter {
  const places = placesOf[colour]
  return { ...coverage, alpha: coverage.alpha.map((part) => places?.[part] ?? 0), packed: [] }
}

/** All colours with the steps of their edges, for the file. */
export function paletteOf(): Uint8Array {
  const parts = (hex: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const paper = parts(PAPER)
  const mixed = inks.flatMap(({ hex, steps }) =>
    Array.from({ length: steps }, (_, step) =>
      parts(hex).map((value, n) => {
        const from = paper[n] ?? 0
        return Math.round(from + ((value - from) * (step + 1)) / steps)
      }),
    ),
  )
  return Uint8Array.from([paper, ...mixed].flat())
}
