import { randomInt } from 'node:crypto'
import { number, object, type Infer } from 'superstruct'
import { clamp } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createPicture, peek, put } from '../../raster/picture.ts'
import { createRandom } from '../../raster/random.ts'
import type { Mode } from '../mode.ts'

const SIZE = 200
const TOLERANCE = 6

const key = object({ deg: number() })

/** Turn the disc until it stands upright. */
export const whirl: Mode<'whirl', Infer<typeof key>> = {
  key,
  make: async () => {
    const scene = drawLandscape(createRandom(), SIZE, SIZE)
    // Neither upright nor nearly so, or nothing would have to be done.
    const deg = randomInt(300, 3300) / 10
    const turn = (deg / 180) * Math.PI
    const disc = createPicture(SIZE, SIZE)
    const alpha = new Float32Array(SIZE * SIZE)
    const middle = (SIZE - 1) / 2
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const dx = x - middle
        const dy = y - middle
        const sx = dx * Math.cos(turn) - dy * Math.sin(turn)
        const sy = dx * Math.sin(turn) + dy * Math.cos(turn)
        put(disc, x, y, peek(scene, middle + sx, middle + sy))
        alpha[y * SIZE + x] = clamp(middle - Math.hypot(dx, dy))
      }
    }
    return {
      puzzle: {
        subtype: 'whirl',
        geom: { size: SIZE, step: 1 },
        parts: { disc: (await toWebp(disc, { alpha })).toString('base64') },
      },
      answer: { deg },
    }
  },
  check: (expected, { deg }) => {
    const off = ((((deg - expected.deg) % 360) + 540) % 360) - 180
    return Math.abs(off) <= TOLERANCE
  },
  minimumMs: 700,
}
