import type { PlacedGlyph } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from './picture.ts'
import { type Print, printOf, STEPS } from './print.ts'
import type { PathStep } from './raster.ts'
import { RunStream, type Stretch, stretchOf } from './run-stream.ts'

/** Colours of the light theme, on paper; each has steps for its edges. */
const PAPER = '#fbfaf7'
const inks = ['#1d1a17', '#5a534b', '#2340c8', '#e0dbd1'] as const
/** Place of each colour in the list. */
export const ink = { text: 0, soft: 1, accent: 2, line: 3 } as const

/** The stretches of one row, from left to right, and where each begins. */
interface Row {
  lefts: number[]
  stretches: Stretch[]
}

/** A picture in the making, on which one after another can be drawn. */
export class Sheet {
  readonly #rows = emptyRows()
  /** Rows that were drawn on. */
  readonly #drawn = new Set<number>()
  /** What all pictures on it share. */
  #shared = emptyRows()

  /** Lets what was drawn so far be on all pictures. */
  keep(): void {
    this.#shared = this.#rows.map((row, y) => {
      const { lefts, stretches } = merged(this.#shared[y] ?? emptyRow(), row)
      return { lefts: [...lefts], stretches: [...stretches] }
    })
    this.wipe()
  }

  /** Takes away what was drawn since. */
  wipe(): void {
    for (const y of this.#drawn) this.#rows[y] = emptyRow()
    this.#drawn.clear()
  }

  /** All pixels as a file of the kind has them: each row begins with a zero, which names no filter. */
  pixels(): Uint8Array {
    const stream = new RunStream()
    let paper = 0
    for (let y = 0; y < SOCIAL_HEIGHT_PX; y++) {
      const { lefts, stretches } = merged(
        this.#shared[y] ?? emptyRow(),
        this.#rows[y] ?? emptyRow(),
      )
      paper += 1
      let x = 0
      for (let at = 0; at < stretches.length; at++) {
        const left = lefts[at] ?? 0
        const stretch = stretches[at]
        if (stretch === undefined) continue
        stream.zeros(paper + left - x)
        stream.stretch(stretch)
        paper = 0
        x = left + stretch.values.length
      }
      paper += SOCIAL_WIDTH_PX - x
    }
    stream.zeros(paper)
    return stream.end()
  }

  /** Writes glyphs from `left` on. */
  line(
    glyphs: readonly PlacedGlyph[],
    left: number,
    baseline: number,
    px: number,
    colour: number,
  ): void {
    for (const { shape, x: place } of glyphs) {
      const x = left + place * px
      // A quarter of a pixel is near enough to what the font asks for.
      const quarter = Math.floor((x - Math.floor(x)) * 4)
      const key = (px * 1000 + quarter) * inks.length + colour
      let print = shape.prints.get(key)
      if (print === undefined) {
        print = printOf(shape.outline(), colour, ([u, v]) => [u * px + quarter / 4, -v * px])
        shape.prints.set(key, print)
      }
      this.#place(print, Math.floor(x), Math.round(baseline))
    }
  }

  /** Fills a rectangle of whole pixels. */
  bar(left: number, top: number, width: number, height: number, colour: number): void {
    const stretch = stretchOf(new Uint8Array(width).fill((colour + 1) * STEPS - 1))
    this.#place({ top, rows: Array.from({ length: height }, () => ({ left, stretch })) }, 0, 0)
  }

  /** Fills an outline. */
  shape(steps: readonly PathStep[], colour: number): void {
    this.#place(
      printOf(steps, colour, (point) => point),
      0,
      0,
    )
  }

  #place({ top, rows }: Print, x: number, y: number): void {
    for (let at = 0; at < rows.length; at++) {
      const row = this.#rows[y + top + at]
      const drawn = rows[at]
      if (row === undefined || drawn === undefined) continue
      if (row.lefts.length === 0) this.#drawn.add(y + top + at)
      row.lefts.push(x + drawn.left)
      row.stretches.push(drawn.stretch)
    }
  }
}

function emptyRow(): Row {
  return { lefts: [], stretches: [] }
}

function emptyRows(): Row[] {
  return Array.from({ length: SOCIAL_HEIGHT_PX }, emptyRow)
}

/** Both rows as one whose stretches follow each other within the picture. */
function merged(below: Row, above: Row): Row {
  if (above.lefts.length === 0) return below
  const both = below.lefts.length === 0 ? above : beside(below, above)
  return isInOrder(both) ? both : flat(below, above)
}

// What is shared lies on the right of words, if there is anything at all.
function beside(below: Row, above: Row): Row {
  return {
    lefts: [...above.lefts, ...below.lefts],
    stretches: [...above.stretches, ...below.stretches],
  }
}

function isInOrder({ lefts, stretches }: Row): boolean {
  let end = 0
  for (let at = 0; at < lefts.length; at++) {
    const left = lefts[at] ?? 0
    if (left < end) return false
    end = left + (stretches[at]?.values.length ?? 0)
  }
  return end <= SOCIAL_WIDTH_PX
}

// What was drawn later lies above, and what leaves the picture is cut.
function flat(...layers: readonly Row[]): Row {
  const pixels = new Uint8Array(SOCIAL_WIDTH_PX)
  for (const { lefts, stretches } of layers) {
    for (const [n, { values }] of stretches.entries()) {
      const left = lefts[n] ?? 0
      const end = Math.min(values.length, SOCIAL_WIDTH_PX - left)
      for (let at = Math.max(0, -left); at < end; at++) {
        const value = values[at] ?? 0
        if (value > 0) pixels[left + at] = value
      }
    }
  }
  const from = pixels.findIndex((value) => value > 0)
  if (from < 0) return emptyRow()
  const inked = pixels.slice(from, pixels.findLastIndex((value) => value > 0) + 1)
  return { lefts: [from], stretches: [stretchOf(inked)] }
}

/** All colours with the steps of their edges, for the file. */
export function paletteOf(): Uint8Array {
  const [paper, ...colours] = [PAPER, ...inks].map((hex) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
  )
  return Uint8Array.from(
    colours.flatMap((colour) =>
      Array.from({ length: STEPS }, (_, step) =>
        colour.map((value, n) => {
          const from = paper?.[n] ?? 0
          return Math.round(from + ((value - from) * step) / (STEPS - 1))
        }),
      ).flat(),
    ),
  )
}
