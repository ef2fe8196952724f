import type { PlacedGlyph } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from './picture.ts'
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

/** A row of the picture, as its file has it: two pixels in a byte, after one that is no pixel. */
const ROW_BYTES = SOCIAL_WIDTH_PX / 2 + 1

/** A picture in the making, on which one after another can be drawn. */
export class Sheet {
  readonly rows = new Uint8Array(ROW_BYTES * SOCIAL_HEIGHT_PX)
  /** What all pictures on it share. */
  #shared = this.rows.slice()

  /** Lets what was drawn so far be on all pictures. */
  keep(): void {
    this.#shared = this.rows.slice()
  }

  /** Takes away what was drawn since. */
  wipe(): void {
    this.rows.set(this.#shared)
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
    this.#fill({ left, top, width, height, alpha }, 0, 0)
  }

  #fill({ left, top, width, height, alpha }: Coverage, x: number, y: number): void {
    const { rows } = this
    const lastColumn = Math.min(width, SOCIAL_WIDTH_PX - x - left)
    for (let row = Math.max(0, -top - y); row < height && y + top + row < SOCIAL_HEIGHT_PX; row++) {
      const from = row * width
      const to = (y + top + row) * ROW_BYTES + 1
      for (let column = 0; column < lastColumn; column++) {
        const value = alpha[from + column]
        if (!value) continue
        const pixel = x + left + column
        const at = to + (pixel >> 1)
        const both = rows[at] ?? 0
        rows[at] = pixel % 2 === 0 ? (both & 0x0f) | (value << 4) : (both & 0xf0) | value
      }
    }
  }
}

// Places in the list of colours instead of parts of a pixel; once for each letter, as it stands on
// many pictures.
function coloured(coverage: Coverage, colour: Ink): Coverage {
  const places = placesOf[colour]
  return { ...coverage, alpha: coverage.alpha.map((part) => places?.[part] ?? 0) }
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
