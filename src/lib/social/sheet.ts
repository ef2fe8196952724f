import type { PlacedGlyph } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from './picture.ts'
import { compressRows, type Strip } from './png.ts'
import { type Coverage, type PathStep, rasterise } from './raster.ts'

/** Colours of the light theme, on paper; each has steps for its edges. */
const PAPER = '#fbfaf7'
const inks = ['#1d1a17', '#5a534b', '#2340c8', '#e0dbd1'] as const
/** Place of each colour in the list. */
export const ink = { text: 0, soft: 1, accent: 2, line: 3 } as const
const STEPS = 16

/** The step of each of the 256 values that an edge may have. */
const stepOf = Uint8Array.from({ length: 256 }, (_, alpha) =>
  Math.round((alpha * (STEPS - 1)) / 255),
)

/** A row of the picture, as its file has it. */
const ROW_BYTES = SOCIAL_WIDTH_PX + 1

/** So many different gaps between words are kept; most titles leave the same few. */
const MOST_STRIPS = 1000

/** A picture in the making, on which one after another can be drawn. */
export class Sheet {
  /** Each row begins with a byte that is no pixel. */
  readonly #rows = new Uint8Array(ROW_BYTES * SOCIAL_HEIGHT_PX)
  /** What all pictures on it share. */
  #shared = this.#rows.slice()
  readonly #strips = new Map<string, Strip>()
  /** Rows that were drawn on since. */
  readonly #drawn = new Uint8Array(SOCIAL_HEIGHT_PX)

  /** Lets what was drawn so far be on all pictures. */
  keep(): void {
    this.#shared = this.#rows.slice()
    this.#strips.clear()
    this.#drawn.fill(0)
  }

  /** Takes away what was drawn since. */
  wipe(): void {
    for (const { from, to, isDrawn } of this.#runs()) {
      if (isDrawn) {
        this.#rows.set(this.#shared.subarray(from * ROW_BYTES, to * ROW_BYTES), from * ROW_BYTES)
      }
    }
    this.#drawn.fill(0)
  }

  /** All rows for the file; only those that were drawn on have to be compressed. */
  strips(): Strip[] {
    return this.#runs().map(({ from, to, isDrawn }) => {
      const key = `${from} ${to}`
      const known = isDrawn ? undefined : this.#strips.get(key)
      if (known !== undefined) return known
      const strip = compressRows(this.#rows.subarray(from * ROW_BYTES, to * ROW_BYTES))
      if (!isDrawn && this.#strips.size < MOST_STRIPS) this.#strips.set(key, strip)
      return strip
    })
  }

  #runs(): { from: number; to: number; isDrawn: boolean }[] {
    const runs: { from: number; to: number; isDrawn: boolean }[] = []
    for (const [row, drawn] of this.#drawn.entries()) {
      const last = runs.at(-1)
      if (last?.isDrawn === (drawn === 1)) last.to = row + 1
      else runs.push({ from: row, to: row + 1, isDrawn: drawn === 1 })
    }
    return runs
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
      const key = px * 1000 + quarter
      let drawn = shape.drawn.get(key)
      if (drawn === undefined) {
        drawn = rasterise(shape.outline(), ([u, v]) => [u * px + quarter / 4, -v * px])
        shape.drawn.set(key, drawn)
      }
      this.#fill(drawn, Math.floor(x), Math.round(baseline), colour)
    }
  }

  /** Fills an outline. */
  shape(steps: readonly PathStep[], colour: number): void {
    this.#fill(
      rasterise(steps, (point) => point),
      0,
      0,
      colour,
    )
  }

  #fill({ left, top, width, height, alpha }: Coverage, x: number, y: number, colour: number): void {
    const rows = this.#rows
    const first = colour * STEPS
    const lastColumn = Math.min(width, SOCIAL_WIDTH_PX - x - left)
    for (let row = Math.max(0, -top - y); row < height && y + top + row < SOCIAL_HEIGHT_PX; row++) {
      this.#drawn[y + top + row] = 1
      const from = row * width
      const to = (y + top + row) * ROW_BYTES + 1 + x + left
      for (let column = 0; column < lastColumn; column++) {
        const step = stepOf[alpha[from + column] ?? 0] ?? 0
        if (step > 0) rows[to + column] = first + step
      }
    }
  }
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
