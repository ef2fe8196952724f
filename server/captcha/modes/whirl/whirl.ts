import { randomInt } from 'node:crypto'
import { number, object, type Infer } from 'superstruct'
import { clamp } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { createRandom } from '../../raster/random.ts'
import type { Mode } from '../mode.ts'
import { addCast, drawLand, drawThings } from './scenes.ts'

/** Diameter in units, and pixels to the unit. */
const SIZE = 200
const DENSITY = 1.25
const QUALITY = 71
const TOLERANCE = 6
/** Neither upright nor nearly so, or nothing would have to be done; tenths of a degree. */
const LEAST_TURN = 300
/** Out of ten, for who has not failed: their horizon makes them the easier ones. */
const LANDSCAPES = 2

const key = object({ deg: number() })

let cover: Float32Array | undefined

/** How much of each pixel the disc covers: the same for all. */
function coverDisc(width: number): Float32Array {
  if (cover?.length === width * width) return cover
  const middle = (width - 1) / 2
  cover = Float32Array.from({ length: width * width }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return clamp(middle - Math.hypot(x - middle, y - middle))
  })
  return cover
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
      const alpha = coverDisc(disc.width)
      // Nothing of the scene is kept under the transparent corners.
      for (let i = 0; i < alpha.length; i++) {
        if (alpha[i] === 0) disc.data.fill(0.5, i * 3, i * 3 + 3)
      }
      return {
        puzzle: {
          subtype: 'whirl',
          geom: { size: SIZE, step: 1 },
          parts: { disc: (await toWebp(disc, { alpha, quality: QUALITY })).toString('base64') },
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
