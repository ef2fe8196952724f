import { randomInt } from 'node:crypto'
import { number, object, type Infer } from 'superstruct'
import { drawBalloon, lookOf, mixStripes } from '../../raster/balloons.ts'
import type { Look } from '../../raster/balloons.ts'
import { mix, scale } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { drawOutline } from '../../raster/outline.ts'
import type { Outline } from '../../raster/outline.ts'
import { recyclePicture, readPixel } from '../../raster/picture.ts'
import type { Picture } from '../../raster/picture.ts'
import { between, createRandom } from '../../raster/random.ts'
import type { Random } from '../../raster/random.ts'
import { drawScenery } from '../../raster/scenery.ts'
import { verifier, type PuzzleKind, type DrawRequest } from '../kind.ts'
import { drawMisleadingLight } from './misleading-light.ts'
import { haveUniqueFit, POINTS, traceRing } from './seam.ts'
import type { Ring } from './seam.ts'
import { cutPiece, drawForm, paintGap } from './tile.ts'

/** Size of the picture in units; the tolerance is four units. */
const UNITS_WIDE = 320
const UNITS_HIGH = 160
const TOLERANCE = 4
/** Pixels per unit. */
const DENSITY = 1.5

// The following lengths are in pixels.
const WIDTH = UNITS_WIDE * DENSITY
const HEIGHT = UNITS_HIGH * DENSITY
const SIZE = 78
/** Distance of gaps from the edges, for their frames. */
const MARGIN = 13
const GAPS = 3
const QUALITY = 44
const PIECE_QUALITY = 64
/** Minimum position of the first gap, because the piece starts at the left edge. */
const FIRST_GAP = 90
const GAP_SPACING = 92
/** Checking is cheaper than drawing, so several outlines and places are tried on each scene. */
const OUTLINES_PER_SCENE = 10
const PLACES_PER_OUTLINE = 12

/** Left edge of the piece in units of the picture. */
const slideAnswer = object({ x: number() })

/** Picture with opaque gaps and piece as WebP in base64; lengths in units. */
export interface DrawnSlide {
  puzzle: {
    subtype: 'slide'
    geom: { w: number; h: number; size: number; y: number }
    parts: { bg: string; piece: string }
  }
  solution: Infer<typeof slideAnswer>
}

interface Places {
  outline: Outline
  ring: Ring
  y: number
  gaps: readonly number[]
}

/** Returns random positions of gaps with a minimum distance. */
function scatter(): number[] {
  const free = WIDTH - SIZE - MARGIN - FIRST_GAP - GAP_SPACING * (GAPS - 1)
  return Array.from({ length: GAPS }, () => randomInt(free + 1))
    .toSorted((a, b) => a - b)
    .map((x, n) => FIRST_GAP + x + n * GAP_SPACING)
}

/** Returns a balloon across the rim of each gap, half on the piece and half outside. */
function crossRims(
  picture: Picture,
  random: Random,
  { inner, outer }: Ring,
  y: number,
  gaps: readonly number[],
): Look[] {
  const start = random()
  const lightX = between(random, 0, WIDTH)
  const order = gaps.map((_, n) => n)
  return gaps.map((gap, n) => {
    const [part = n] = order.splice(randomInt(order.length), 1)
    // Each gap has its balloon on another side, so that people recognize the right one.
    const turn = start + (part + between(random, -0.3, 0.3)) / gaps.length
    const point = Math.floor((turn - Math.floor(turn)) * POINTS)
    const x = gap + ((inner.x[point] ?? 0) + (outer.x[point] ?? 0)) / 2
    const high = y + ((inner.y[point] ?? 0) + (outer.y[point] ?? 0)) / 2
    const balloon = {
      x,
      y: high,
      radius: between(random, 14.7, 24),
      stripes: mixStripes(random),
      haze: readPixel(picture, x, high - SIZE / 2),
      far: between(random, 0.05, 0.3),
    }
    return lookOf(balloon, lightX)
  })
}

/** Finds gaps on random rows; returns undefined if the scene has none. */
function findPlaces(picture: Picture, random: Random): Places | undefined {
  for (let tried = 0; tried < OUTLINES_PER_SCENE; tried++) {
    const outline = drawOutline(random, SIZE)
    const ring = traceRing(outline)
    for (let i = 0; i < PLACES_PER_OUTLINE; i++) {
      const y = randomInt(MARGIN, HEIGHT - SIZE - MARGIN + 1)
      const gaps = scatter()
      const balloons = crossRims(picture, random, ring, y, gaps)
      if (haveUniqueFit(picture, ring, y, gaps, balloons)) {
        for (const balloon of balloons) drawBalloon(picture, balloon)
        return { outline, ring, y, gaps }
      }
    }
  }
  return undefined
}

/** Step between sampled pixels; the width is not a multiple of it, so samples lie in all columns. */
const EACH = 37 * 3

function floorColour({ data }: Picture): Colour {
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < data.length; i += EACH) {
    red += data[i] ?? 0
    green += data[i + 1] ?? 0
    blue += data[i + 2] ?? 0
  }
  const middle = scale([red, green, blue], EACH / data.length)
  const grey = (middle[0] + middle[1] + middle[2]) / 3
  const soft = mix(middle, [grey, grey, grey], 0.35)
  return grey > 0.36 ? scale(soft, 0.42) : mix(soft, [1, 1, 1], 0.34)
}

async function draw({ style }: DrawRequest): Promise<DrawnSlide> {
  const random = createRandom()
  for (;;) {
    const picture = drawScenery(random, style.photos, WIDTH, HEIGHT)
    const places = findPlaces(picture, random)
    // Some scenes are too uniform everywhere.
    if (!places) {
      recyclePicture(picture)
      continue
    }
    const { outline, ring, y, gaps } = places
    // Chosen last, so that only the piece reveals its gap.
    const answer = gaps[randomInt(gaps.length)] ?? FIRST_GAP
    const form = drawForm(outline, random)
    const sheen = drawMisleadingLight(picture, ring, y, answer, gaps)
    const { piece, alpha } = cutPiece(picture, form, answer, y, sheen, random)
    const floor = floorColour(picture)
    for (const gap of gaps) {
      // Random depths, so that the strength of edges does not reveal the right gap.
      paintGap(picture, form, gap, y, scale(floor, between(random, 0.62, 1.18)))
    }
    return {
      puzzle: {
        subtype: 'slide',
        geom: { w: UNITS_WIDE, h: UNITS_HIGH, size: SIZE / DENSITY, y: y / DENSITY },
        parts: {
          bg: await toWebp(picture, { quality: QUALITY, grade: style.grade }),
          piece: await toWebp(piece, { quality: PIECE_QUALITY, alpha, grade: style.grade }),
        },
      },
      solution: { x: answer / DENSITY },
    }
  }
}

/** Kind in which people slide a piece into the gap it was cut from; other gaps are decoys. */
export const slide: PuzzleKind<DrawnSlide> = {
  draw,
  verify: verifier(
    slideAnswer,
    slideAnswer,
    (solution, answer) => Math.abs(solution.x - answer.x) <= TOLERANCE,
  ),
  minimumMs: 700,
}
