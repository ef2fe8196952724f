import type { PlacedGlyph } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX } from './picture.ts'
import { type Coverage, type PathStep, rasterise } from './raster.ts'

/** Colours of the light theme, on paper; each has steps for its edges. */
const PAPER = '#fbfaf7'
const inks = ['#1d1a17', '#5a534b', '#2340c8', '#e0dbd1'] as const
/** Place of each colour in the list. */
export const ink = { text: 0, soft: 1, accent: 2, line: 3 } as const
const STEPS = 16

/** A picture in the making. */
export class Sheet {
  readonly #pixels: Uint8Array
  readonly #shapes: Map<string, Coverage>

  constructor(pixels: Uint8Array, shapes: Map<string, Coverage>) {
    this.#pixels = pixels
    this.#shapes = shapes
  }

  /** Writes glyphs from `left` on. */
  line(
    glyphs: readonly PlacedGlyph[],
    left: number,
    baseline: number,
    px: number,
    colour: number,
  ): void {
    for (const glyph of glyphs) {
      const x = left + glyph.x * px
      // A quarter of a pixel is near enough to what the font asks for.
      const part = Math.floor((x % 1) * 4) / 4
      const key = `${glyph.key} ${px} ${part}`
      let shape = this.#shapes.get(key)
      if (shape === undefined) {
        shape = rasterise(glyph.outline(), ([u, v]) => [u * px + part, -v * px])
        this.#shapes.set(key, shape)
      }
      this.#fill(shape, Math.floor(x), Math.round(baseline), colour)
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
    for (let row = Math.max(0, -top - y); row < height && y + top + row < SOCIAL_HEIGHT_PX; row++) {
      const start = (y + top + row) * SOCIAL_WIDTH_PX + x + left
      for (let column = 0; column < width && x + left + column < SOCIAL_WIDTH_PX; column++) {
        const step = Math.round(((alpha[row * width + column] ?? 0) * (STEPS - 1)) / 255)
        if (step > 0) this.#pixels[start + column] = colour * STEPS + step
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
