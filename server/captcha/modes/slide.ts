import { randomInt } from 'node:crypto'
import type { AnswerOf, PuzzleOf } from '#protocol/captcha/modes.ts'
import { clamp, mix, scale } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import { toWebp } from '../raster/encode.ts'
import { drawLandscape } from '../raster/landscape.ts'
import { coverage, distanceAt, drawOutline, innerShadow } from '../raster/outline.ts'
import type { Outline } from '../raster/outline.ts'
import { blend, createPicture, peek, put } from '../raster/picture.ts'
import type { Picture } from '../raster/picture.ts'
import { between, createRandom } from '../raster/random.ts'
import type { Random } from '../raster/random.ts'
import { drawTexture } from '../raster/texture.ts'
import { fits, traceRing } from './seam.ts'
import type { Mode } from './mode.ts'

const WIDTH = 320
const HEIGHT = 160
const SIZE = 56
const MARGIN = 6
/** The piece starts at the left edge, so the first gap stands clear of it. */
const FIRST_GAP = 62
const GAP_SPACING = 66
const GAPS = 3
const TOLERANCE_PX = 4
const PLACES_PER_SCENE = 240

interface Places {
  y: number
  /** The gap the piece was cut from. */
  answer: number
  gaps: number[]
}

/** Draws `GAPS` places on one row, all far enough apart, and chooses the true one. */
function drawPlaces(): Places {
  const room = WIDTH - SIZE - MARGIN - FIRST_GAP - GAP_SPACING * (GAPS - 1)
  const offsets = Array.from({ length: GAPS }, () => randomInt(0, room + 1)).sort((a, b) => a - b)
  const gaps = offsets.map((offset, i) => FIRST_GAP + i * GAP_SPACING + offset)
  const answer = gaps[randomInt(0, GAPS)] ?? FIRST_GAP
  return { y: randomInt(MARGIN, HEIGHT - SIZE - MARGIN + 1), answer, gaps }
}

function mean(picture: Picture): Colour {
  const sum = [0, 0, 0]
  for (let i = 0; i < picture.data.length; i += 3) {
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (picture.data[i + c] ?? 0)
  }
  const count = picture.data.length / 3
  return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count]
}

/** Cuts the piece out and changes its light a little, so that its pixels match no gap exactly. */
function cutPiece(picture: Picture, outline: Outline, places: Places, random: Random): Picture {
  const piece = createPicture(SIZE, SIZE)
  const gain = between(random, 0.93, 1.09)
  const tint = [0, 1, 2].map(() => between(random, -0.025, 0.025))
  const slopeX = between(random, -0.05, 0.05) / SIZE
  const slopeY = between(random, -0.05, 0.05) / SIZE
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const inside = outline.inside[y * SIZE + x] ?? -4
      const from = peek(picture, places.answer + x, places.y + y)
      const shift = (x - SIZE / 2) * slopeX + (y - SIZE / 2) * slopeY + (random() - 0.5) * 0.022
      const changed: Colour = [
        clamp(from[0] * gain + (tint[0] ?? 0) + shift),
        clamp(from[1] * gain + (tint[1] ?? 0) + shift),
        clamp(from[2] * gain + (tint[2] ?? 0) + shift),
      ]
      // A lit upper left edge and a shaded lower right one lift the piece off the picture.
      const slant = distanceAt(outline, x + 1, y + 1) - distanceAt(outline, x - 1, y - 1)
      const rim = clamp(1.6 - Math.abs(inside - 0.6)) * 0.5
      const edge: Colour = slant > 0 ? [1, 1, 1] : [0, 0, 0]
      const lifted = mix(changed, edge, rim * clamp(Math.abs(slant) * 0.4, 0.1, 0.8))
      // Beyond the edge nothing of the scenery is kept, not even under full transparency.
      put(piece, x, y, inside > -1.5 ? lifted : [0.5, 0.5, 0.5])
    }
  }
  return piece
}

/** Paints a recess over the scenery. The floor is opaque: nothing of what it hides is left. */
function paintGap(
  picture: Picture,
  outline: Outline,
  left: number,
  top: number,
  floor: Colour,
): void {
  for (let y = -1; y <= SIZE; y++) {
    for (let x = -1; x <= SIZE; x++) {
      const inside = distanceAt(outline, x, y)
      const px = left + x
      const py = top + y
      if (px < 0 || py < 0 || px >= WIDTH || py >= HEIGHT) continue
      const cover = coverage(inside)
      if (cover > 0) {
        const shaded = mix(floor, scale(floor, 0.42), innerShadow(outline, x, y))
        blend(picture, px, py, shaded, cover)
      }
      // The lower right rim catches light.
      const slant = distanceAt(outline, x - 1, y - 1) - distanceAt(outline, x + 1, y + 1)
      const rim = clamp(1.15 - Math.abs(inside + 0.2)) * clamp(slant * 0.5)
      if (rim > 0) blend(picture, px, py, [1, 1, 1], rim * 0.62)
    }
  }
}

function floorColour(picture: Picture): Colour {
  const middle = mean(picture)
  const grey = (middle[0] + middle[1] + middle[2]) / 3
  const soft = mix(middle, [grey, grey, grey], 0.35)
  return grey > 0.36 ? scale(soft, 0.42) : mix(soft, [1, 1, 1], 0.34)
}

async function make(): Promise<{ puzzle: PuzzleOf<'slide'>; answer: AnswerOf<'slide'> }> {
  const random = createRandom()
  for (;;) {
    const draw = random() < 0.74 ? drawLandscape : drawTexture
    const picture = draw(random, WIDTH, HEIGHT)
    const outline = drawOutline(random, SIZE)
    const ring = traceRing(outline)
    for (let i = 0; i < PLACES_PER_SCENE; i++) {
      const places = drawPlaces()
      if (!fits(picture, ring, places.answer, places.gaps, places.y)) continue
      const piece = cutPiece(picture, outline, places, random)
      const floor = floorColour(picture)
      for (const gap of places.gaps) paintGap(picture, outline, gap, places.y, floor)
      const alpha = outline.inside.map(coverage)
      return {
        puzzle: {
          subtype: 'slide',
          geom: { w: WIDTH, h: HEIGHT, size: SIZE, y: places.y },
          parts: {
            bg: (await toWebp(picture)).toString('base64'),
            piece: (await toWebp(piece, alpha)).toString('base64'),
          },
        },
        answer: { x: places.answer },
      }
    }
  }
}

/** Slide a piece along one row into the gap it was cut from; two gaps of the same outline are decoys. */
export const slide: Mode<'slide'> = {
  make,
  check: (expected, given) => Math.abs(expected.x - given.x) <= TOLERANCE_PX,
  minimumMs: 700,
}
