import { randomInt } from 'node:crypto'
import { number, object, type Infer } from 'superstruct'
import { toWebp } from '../../raster/encode.ts'
import type { Picture } from '../../raster/picture.ts'
import { createRandom } from '../../raster/random.ts'
import { verifier, type PuzzleKind } from '../kind.ts'
import { addCast, drawLand, drawThings } from './scenes.ts'

/** Diameter in units, and pixels per unit. */
const SIZE = 200
const DENSITY = 1.5
const QUALITY = 66
/** Greatest error of a right answer, in degrees. */
const TOLERANCE = 8
/** Least rotation from upright in tenths of a degree, clearly visible. */
const MIN_TURN = 300
/** Landscapes in ten puzzles at level 0; their horizon makes them easier. */
const LANDSCAPES = 1

/** Clockwise rotation in degrees; negative ones and full turns are allowed. */
const whirlAnswer = object({ deg: number() })

/** Disc as WebP in base64; rotating by `step` degrees is precise enough. */
export interface DrawnWhirl {
  puzzle: {
    subtype: 'whirl'
    geom: { size: number; step: number }
    parts: { disc: string }
  }
  solution: Infer<typeof whirlAnswer>
}

/** Fills the square around the disc with its mean colour, because the corners would reveal the rotation. */
function fillCorners({ width, height, data }: Picture): void {
  const middle = (width - 1) / 2
  // Half of the disc's width in each row.
  const halves = Float64Array.from({ length: height }, (_, y) =>
    Math.sqrt(Math.max(0, (width / 2) ** 2 - (y - middle) ** 2)),
  )
  let [red, green, blue, count] = [0, 0, 0, 0]
  halves.forEach((half, y) => {
    const [from, to] = [y * width + Math.ceil(middle - half), y * width + Math.floor(middle + half)]
    // Every other pixel is enough for the mean.
    for (let i = from * 3; i <= to * 3; i += 6) {
      red += data[i] ?? 0
      green += data[i + 1] ?? 0
      blue += data[i + 2] ?? 0
      count += 1
    }
  })
  const [r, g, b] = [red / count, green / count, blue / count]
  const paint = (from: number, to: number): void => {
    for (let i = from * 3; i < to * 3; i += 3) {
      data[i] = r
      data[i + 1] = g
      data[i + 2] = b
    }
  }
  halves.forEach((half, y) => {
    paint(y * width, y * width + Math.ceil(middle - half))
    paint(y * width + Math.floor(middle + half) + 1, (y + 1) * width)
  })
}

/** Kind in which people rotate a disc until it is upright. */
export const whirl: PuzzleKind<DrawnWhirl> = {
  draw: async ({ level, style }) => {
    const deg = randomInt(MIN_TURN, 3600 - MIN_TURN) / 10
    const turn = (-deg / 180) * Math.PI
    const isLandscape = level === 0 && randomInt(10) < LANDSCAPES
    for (;;) {
      const random = createRandom()
      const drawDisc = isLandscape ? drawLand : drawThings
      const disc = drawDisc(random, SIZE, DENSITY, turn)
      if (!disc) continue
      addCast(random, disc)
      fillCorners(disc)
      return {
        puzzle: {
          subtype: 'whirl',
          geom: { size: SIZE, step: 1 },
          parts: { disc: await toWebp(disc, { quality: QUALITY, grade: style.grade }) },
        },
        solution: { deg },
      }
    }
  },
  verify: verifier(whirlAnswer, whirlAnswer, (solution, answer) => {
    // The shorter way round, from -180 to 180.
    const error = ((((answer.deg - solution.deg) % 360) + 540) % 360) - 180
    return Math.abs(error) <= TOLERANCE
  }),
  minimumMs: 700,
}
