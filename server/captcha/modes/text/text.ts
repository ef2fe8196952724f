import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { array, number, object, type Infer } from 'superstruct'
import { blend, createPicture } from '../../raster/picture.ts'
import { toWebp } from '../../raster/encode.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createRandom } from '../../raster/random.ts'
import type { Mode } from '../mode.ts'

const WIDTH = 320
const HEIGHT = 180
const REACH = 22
const letters = { en: 'ABCDEFGHJKMNPRSTUVWXYZ', zh: '山水火木日月田石', ja: '山水火木日月田石' }

const key = object({ places: array(object({ x: number(), y: number() })) })

async function glyph(letter: string): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp({
    text: { text: letter, font: 'Sans Bold', dpi: 220, rgba: true },
  })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Mark the shown characters in order. */
export const text: Mode<'text', Infer<typeof key>> = {
  key,
  make: async ({ language }) => {
    const random = createRandom()
    const picture = drawLandscape(random, WIDTH, HEIGHT)
    const all = [...letters[language]]
    const chosen = Array.from({ length: 6 }, () => all.splice(randomInt(all.length), 1)[0] ?? 'A')
    const prompt = createPicture(108, 36)
    prompt.data.fill(0.95)
    const places: { x: number; y: number }[] = []
    for (const [i, letter] of chosen.entries()) {
      const drawn = await glyph(letter)
      const x = 30 + (i % 3) * 110 + randomInt(40)
      const y = 45 + Math.floor(i / 3) * 85 + randomInt(20)
      const stamp = (onto: typeof picture, cx: number, cy: number, ink: number): void => {
        for (let dy = 0; dy < drawn.height; dy++) {
          for (let dx = 0; dx < drawn.width; dx++) {
            const px = Math.round(cx - drawn.width / 2 + dx)
            const py = Math.round(cy - drawn.height / 2 + dy)
            if (px < 0 || py < 0 || px >= onto.width || py >= onto.height) continue
            const alpha = (drawn.data[(dy * drawn.width + dx) * 4 + 3] ?? 0) / 255
            blend(onto, px, py, [ink, ink, ink], alpha)
          }
        }
      }
      stamp(picture, x, y, 1)
      if (i < 3) {
        places.push({ x, y })
        stamp(prompt, 18 + i * 36, 18, 0.1)
      }
    }
    return {
      puzzle: {
        subtype: 'text',
        geom: { w: WIDTH, h: HEIGHT, count: 3, prompt: { w: 108, h: 36 } },
        parts: {
          bg: (await toWebp(picture)).toString('base64'),
          prompt: (await toWebp(prompt)).toString('base64'),
        },
      },
      answer: { places },
    }
  },
  check: ({ places }, { points }) =>
    points.length === places.length &&
    places.every(({ x, y }, i) => {
      const [px = Number.NaN, py = Number.NaN] = points[i] ?? []
      return Math.hypot(px - x, py - y) <= REACH
    }),
  minimumMs: 1500,
}
