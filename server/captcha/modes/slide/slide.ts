import { randomInt } from 'node:crypto'
import type { Infer } from 'superstruct'
import { modes } from '#protocol/captcha/modes.ts'
import type { AnswerOf, PuzzleOf } from '#protocol/captcha/modes.ts'
import { mix, scale } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { drawOutline } from '../../raster/outline.ts'
import type { Outline } from '../../raster/outline.ts'
import type { Picture } from '../../raster/picture.ts'
import { between, createRandom } from '../../raster/random.ts'
import type { Random } from '../../raster/random.ts'
import { drawScenery } from '../../raster/scenery.ts'
import type { Mode } from '../mode.ts'
import { findGaps, traceRing } from './seam.ts'
import type { Ring } from './seam.ts'
import { mislead } from './sheen.ts'
import { cutPiece, drawForm, paintGap } from './tile.ts'

const WIDTH = 320
const HEIGHT = 160
const SIZE = 52
/** Room for frames at the edges. */
const MARGIN = 9
const GAPS = 3
const QUALITY = 70
/** The piece starts at the left edge, so the first gap stands clear of it. */
const FIRST_GAP = 59
const GAP_SPACING = 61
const TOLERANCE_PX = 4
/** Looking is cheaper than drawing: several outlines and rows are tried on each scene. */
const OUTLINES_PER_SCENE = 4
const ROWS_PER_OUTLINE = 12

interface Places {
  outline: Outline
  ring: Ring
  y: number
  gaps: readonly number[]
}

/** Looks for places on a few random rows. */
function findPlaces(picture: Picture, random: Random): Places | undefined {
  for (let tried = 0; tried < OUTLINES_PER_SCENE; tried++) {
    const outline = drawOutline(random, SIZE)
    const ring = traceRing(outline)
    for (let i = 0; i < ROWS_PER_OUTLINE; i++) {
      const y = randomInt(MARGIN, HEIGHT - SIZE - MARGIN + 1)
      const gaps = findGaps(picture, ring, y, {
        first: FIRST_GAP,
        last: WIDTH - SIZE - MARGIN,
        spacing: GAP_SPACING,
        gaps: GAPS,
      })
      if (gaps) return { outline, ring, y, gaps }
    }
  }
  return undefined
}

function floorColour({ data }: Picture): Colour {
  const sums: [number, number, number] = [0, 0, 0]
  // Every fourth pixel tells enough.
  for (let i = 0; i < data.length; i += 12) {
    sums[0] += data[i] ?? 0
    sums[1] += data[i + 1] ?? 0
    sums[2] += data[i + 2] ?? 0
  }
  const middle = scale(sums, 12 / data.length)
  const grey = (middle[0] + middle[1] + middle[2]) / 3
  const soft = mix(middle, [grey, grey, grey], 0.35)
  return grey > 0.36 ? scale(soft, 0.42) : mix(soft, [1, 1, 1], 0.34)
}

async function make(): Promise<{ puzzle: PuzzleOf<'slide'>; answer: AnswerOf<'slide'> }> {
  const random = createRandom()
  for (;;) {
    const picture = drawScenery(random, WIDTH, HEIGHT, { isLively: true, isDry: true })
    const places = findPlaces(picture, random)
    // Some scenes are too plain or too even anywhere.
    if (!places) continue
    const { outline, ring, y, gaps } = places
    // Chosen last: nothing but the piece itself tells which gap it was cut from.
    const answer = gaps[randomInt(gaps.length)] ?? FIRST_GAP
    const form = drawForm(outline, random)
    const sheen = mislead(picture, ring, y, answer, gaps)
    const { piece, alpha } = cutPiece(picture, form, answer, y, sheen, random)
    const floor = floorColour(picture)
    for (const gap of gaps) {
      // A depth of its own for each gap: how strong an edge is must not tell where it belongs.
      paintGap(picture, form, gap, y, scale(floor, between(random, 0.62, 1.18)))
    }
    return {
      puzzle: {
        subtype: 'slide',
        geom: { w: WIDTH, h: HEIGHT, size: SIZE, y },
        parts: {
          bg: (await toWebp(picture, { quality: QUALITY })).toString('base64'),
          piece: (await toWebp(piece, { alpha })).toString('base64'),
        },
      },
      answer: { x: answer },
    }
  }
}

/** Slide a piece along one row into the gap it was cut from; the others, of the same outline, are decoys. */
export const slide: Mode<'slide', Infer<typeof modes.slide.answer>> = {
  key: modes.slide.answer,
  make,
  check: (expected, given) => Math.abs(expected.x - given.x) <= TOLERANCE_PX,
  minimumMs: 700,
}
