import { randomInt } from 'node:crypto'
import type { Infer } from 'superstruct'
import { modes } from '#protocol/captcha/modes.ts'
import type { AnswerOf, PuzzleOf } from '#protocol/captcha/modes.ts'
import { clamp, mix, scale, smooth } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import { toWebp } from '../raster/encode.ts'
import { coverage, distanceAt, drawOutline, innerShadow } from '../raster/outline.ts'
import type { Outline } from '../raster/outline.ts'
import { blend, createPicture, peek, put } from '../raster/picture.ts'
import type { Picture } from '../raster/picture.ts'
import { between, createRandom } from '../raster/random.ts'
import type { Random } from '../raster/random.ts'
import { drawScenery } from '../raster/scenery.ts'
import { findGaps, traceRing } from './seam.ts'
import type { Mode } from './mode.ts'

const WIDTH = 320
const HEIGHT = 160
const SIZE = 56
const MARGIN = 6
/** The piece starts at the left edge, so the first gap stands clear of it. */
const FIRST_GAP = 62
const GAP_SPACING = 66
const DECOYS = 2
/** Share of pictures that show a pattern in place of a landscape. */
const PATTERNS = 0.1
const TOLERANCE_PX = 4
const ROWS_PER_SCENE = 48
/** Width of the frame around the piece, and of the worn edge around a gap. */
const FRAME_PX = 3
const LIGHT: Colour = [1, 1, 1]
const DARK: Colour = [0.04, 0.03, 0.05]
const WORN_PX = 4

interface Places {
  y: number
  /** The gap the piece was cut from. */
  answer: number
  gaps: readonly number[]
}

/** Looks for places on a few random rows. */
function findPlaces(picture: Picture, outline: Outline): Places | undefined {
  const ring = traceRing(outline)
  for (let i = 0; i < ROWS_PER_SCENE; i++) {
    const y = randomInt(MARGIN, HEIGHT - SIZE - MARGIN + 1)
    const gaps = findGaps(picture, ring, y, {
      first: FIRST_GAP,
      last: WIDTH - SIZE - MARGIN,
      spacing: GAP_SPACING,
      decoys: DECOYS,
    })
    if (gaps) return { y, answer: gaps[0], gaps }
  }
  return undefined
}

function mean(picture: Picture): Colour {
  const sum = [0, 0, 0]
  for (let i = 0; i < picture.data.length; i += 3) {
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (picture.data[i + c] ?? 0)
  }
  const count = picture.data.length / 3
  return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count]
}

/** A soft reflection over the piece: slow waves of light in a direction of their own. */
function drawSheen(random: Random): (x: number, y: number) => number {
  const turn = between(random, 0, Math.PI * 2)
  const pace = between(random, 0.05, 0.11)
  const phase = between(random, 0, Math.PI * 2)
  const strength = between(random, 0.015, 0.03)
  const dx = Math.cos(turn) * pace
  const dy = Math.sin(turn) * pace
  return (x, y) => Math.sin(x * dx + y * dy + phase) * strength
}

/** Cuts the piece out as a tile of glass: other light, a sheen, and a frame that hides its rim. */
function cutPiece(picture: Picture, outline: Outline, places: Places, random: Random): Picture {
  const piece = createPicture(SIZE, SIZE)
  const gain = between(random, 0.97, 1.04)
  const tint = [0, 1, 2].map(() => between(random, -0.012, 0.012))
  const sheen = drawSheen(random)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const inside = outline.inside[y * SIZE + x] ?? -4
      const from = peek(picture, places.answer + x, places.y + y)
      const shift = sheen(x, y) + (random() - 0.5) * 0.022
      const changed: Colour = [
        clamp(from[0] * gain + (tint[0] ?? 0) + shift),
        clamp(from[1] * gain + (tint[1] ?? 0) + shift),
        clamp(from[2] * gain + (tint[2] ?? 0) + shift),
      ]
      const slant = distanceAt(outline, x + 1, y + 1) - distanceAt(outline, x - 1, y - 1)
      const edge: Colour = slant > 0 ? LIGHT : DARK
      const frame = smooth(FRAME_PX, 0.5, inside) * clamp(Math.abs(slant) * 0.25, 0.12, 0.5)
      const rim = clamp(1.5 - Math.abs(inside - 0.5)) * 0.45
      put(piece, x, y, mix(changed, edge, Math.max(frame, rim)))
    }
  }
  hideBeyond(piece, outline)
  return piece
}

/**
 * Draws the rim's own colours outwards under the transparent part: nothing of the scenery is kept
 * there, and a tool that drops transparency finds no edge.
 */
function hideBeyond(piece: Picture, outline: Outline): void {
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const inside = outline.inside[y * SIZE + x] ?? -4
      if (inside > -0.5) continue
      const dx = outline.at(x + 1, y) - outline.at(x - 1, y)
      const dy = outline.at(x, y + 1) - outline.at(x, y - 1)
      const reach = (1.5 - inside) / (Math.hypot(dx, dy) + 1e-6)
      const sx = x + dx * reach
      const sy = y + dy * reach
      const isKnown = distanceAt(outline, sx, sy) > -0.5
      put(piece, x, y, isKnown ? peek(piece, sx, sy) : [0.5, 0.5, 0.5])
    }
  }
}

/**
 * Paints a recess over the scenery. The floor is opaque, so nothing of what it hides is left, and
 * its edge is worn: what lies just outside fades into it.
 */
function paintGap(
  picture: Picture,
  outline: Outline,
  left: number,
  top: number,
  floor: Colour,
): void {
  const worn = scale(floor, 0.7)
  for (let y = -WORN_PX; y < SIZE + WORN_PX; y++) {
    for (let x = -WORN_PX; x < SIZE + WORN_PX; x++) {
      const px = left + x
      const py = top + y
      if (px < 0 || py < 0 || px >= WIDTH || py >= HEIGHT) continue
      const inside = outline.at(x, y)
      const fade = smooth(-WORN_PX, 0.5, inside) * 0.85
      if (fade > 0) blend(picture, px, py, worn, fade)
      const cover = coverage(inside)
      if (cover > 0) {
        const shaded = mix(floor, scale(floor, 0.42), innerShadow(outline, x, y))
        blend(picture, px, py, shaded, cover)
      }
      // The lower right rim catches light.
      const slant = outline.at(x - 1, y - 1) - outline.at(x + 1, y + 1)
      const rim = clamp(1.2 - Math.abs(inside + 0.1)) * clamp(slant * 0.5)
      if (rim > 0) blend(picture, px, py, [1, 1, 1], rim * 0.55)
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
    const picture = drawScenery(random, WIDTH, HEIGHT, PATTERNS)
    const outline = drawOutline(random, SIZE)
    const places = findPlaces(picture, outline)
    // Some scenes are too plain or too even anywhere.
    if (!places) continue
    const floor = floorColour(picture)
    const piece = cutPiece(picture, outline, places, random)
    for (const gap of places.gaps) {
      // A depth of its own for each gap: how strong an edge is must not tell where it belongs.
      paintGap(picture, outline, gap, places.y, scale(floor, between(random, 0.62, 1.18)))
    }
    const alpha = outline.inside.map(coverage)
    return {
      puzzle: {
        subtype: 'slide',
        geom: { w: WIDTH, h: HEIGHT, size: SIZE, y: places.y },
        parts: {
          bg: (await toWebp(picture)).toString('base64'),
          piece: (await toWebp(piece, { alpha })).toString('base64'),
        },
      },
      answer: { x: places.answer },
    }
  }
}

/** Slide a piece along one row into the gap it was cut from; two gaps of the same outline are decoys. */
export const slide: Mode<'slide', Infer<typeof modes.slide.answer>> = {
  key: modes.slide.answer,
  make,
  check: (expected, given) => Math.abs(expected.x - given.x) <= TOLERANCE_PX,
  minimumMs: 700,
}
