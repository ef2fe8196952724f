import { randomInt } from 'node:crypto'
import { number, object, type Infer } from 'superstruct'
import { toWebp } from '../../raster/encode.ts'
import type { Picture } from '../../raster/picture.ts'
import { createRandom } from '../../raster/random.ts'
import type { Mode } from '../mode.ts'
import { addCast, drawLand, drawThings } from './scenes.ts'

/** Diameter in units, and pixels to the unit. */
const SIZE = 200
const DENSITY = 1.375
const QUALITY = 70
const TOLERANCE = 6
/** Neither upright nor nearly so, or nothing would have to be done; tenths of a degree. */
const LEAST_TURN = 300
/** Out of ten, for who has not failed: their horizon makes them the easier ones. */
const LANDSCAPES = 2

const key = object({ deg: number() })

/** Paints over what lies outside of the disc in its mean colour: its frame would tell how it was turned. */
function cutDisc({ width, height, data }: Picture): void {
  const middle = (width - 1) / 2
  const rows = Array.from({ length: height }, (_, y) => {
    const half = Math.sqrt(Math.max(0, (width / 2) ** 2 - (y - middle) ** 2))
    return {
      from: y * width + Math.ceil(middle - half),
      to: y * width + Math.floor(middle + half) + 1,
    }
  })
  const mean = new Float64Array(3)
  let count = 0
  for (const { from, to } of rows) {
    for (let i = from; i < to; i++) {
      for (let c = 0; c < 3; c++) mean[c] = (mean[c] ?? 0) + (data[i * 3 + c] ?? 0)
    }
    count += to - from
  }
  const paint = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      for (let c = 0; c < 3; c++) data[i * 3 + c] = (mean[c] ?? 0) / count
    }
  }
  rows.forEach(({ from, to }, y) => {
    paint(y * width, from)
    paint(to, (y + 1) * width)
  })
}

/** Turn the disc until it stands upright. */
export const whirl: Mode<'whirl', Infer<typeof key>> = {
  key,
  make: async ({ level }) => {
    const deg = randomInt(LEAST_TURN, 3600 - LEAST_TURN) / 10
    const turn = (-deg / 180) * Math.PI
    const isLand = level === 0 && randomInt(10) < LANDSCAPES
    for (;;) {
      const random = createRandom()
      const draw = isLand ? drawLand : drawThings
      const disc = draw(random, SIZE, DENSITY, turn)
      if (!disc) continue
      addCast(random, disc)
      cutDisc(disc)
      return {
        puzzle: {
          subtype: 'whirl',
          geom: { size: SIZE, step: 1 },
          parts: { disc: (await toWebp(disc, { quality: QUALITY })).toString('base64') },
        },
        answer: { deg },
      }
    }
  },
  check: (expected, { deg }) => {
    const off = ((((deg - expected.deg) % 360) + 540) % 360) - 180
    return Math.abs(off) <= TOLERANCE
  },
  minimumMs: 700,
}
