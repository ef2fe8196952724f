import { randomInt } from 'node:crypto'
import { array, number, object, tuple, type Infer } from 'superstruct'
import { tone } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { blend, createPicture } from '../../raster/picture.ts'
import type { Mode } from '../mode.ts'

const WIDTH = 320
const HEIGHT = 200

/** Outlines of the wanted things, each to be marked once, in any order. */
const key = object({ outlines: array(array(tuple([number(), number()]))) })

function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false
  for (const [i, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline.at(i - 1) ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Mark the thing that is named, or the two that are alike. */
export const things: Mode<'3d', Infer<typeof key>> = {
  key,
  make: async () => {
    const picture = createPicture(WIDTH, HEIGHT)
    picture.data.fill(0.85)
    const wanted = randomInt(4)
    const outlines: [number, number][][] = []
    for (let i = 0; i < 4; i++) {
      const cx = 45 + i * 76
      const cy = 90 + randomInt(40)
      const half = 26
      const corners: [number, number][] = [
        [cx - half, cy - half],
        [cx + half, cy - half],
        [cx + half, cy + half],
        [cx - half, cy + half],
      ]
      for (let y = cy - half; y < cy + half; y++) {
        for (let x = cx - half; x < cx + half; x++) {
          const isRound = Math.hypot(x - cx, y - cy) < half
          if (i !== wanted || isRound) blend(picture, x, y, tone(0.6, 0.1, i * 90), 1)
        }
      }
      if (i === wanted) outlines.push(corners)
    }
    return {
      puzzle: {
        subtype: '3d',
        variant: 'named',
        ask: 'ball',
        geom: { w: WIDTH, h: HEIGHT, count: 1 },
        parts: { bg: (await toWebp(picture)).toString('base64') },
      },
      answer: { outlines },
    }
  },
  check: ({ outlines }, { points }) =>
    points.length === outlines.length &&
    outlines.every((outline) => points.some(([x, y]) => isInside(outline, x, y))),
  minimumMs: 1500,
}
