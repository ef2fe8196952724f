import { describe, expect, test } from 'vitest'
import { findGaps, traceRing } from '../../server/captcha/modes/slide/seam.ts'
import { drawLandscape } from '../../server/captcha/raster/landscape.ts'
import { drawOutline } from '../../server/captcha/raster/outline.ts'
import { createPicture, put } from '../../server/captcha/raster/picture.ts'
import type { Picture } from '../../server/captcha/raster/picture.ts'
import { createRandom } from '../../server/captcha/raster/random.ts'

const row = { first: 62, last: 258, spacing: 62, gaps: 3 }

function paint(colourAt: (x: number, y: number) => number): Picture {
  const picture = createPicture(320, 160)
  for (let y = 0; y < 160; y++) {
    for (let x = 0; x < 320; x++) put(picture, x, y, [colourAt(x, y), colourAt(x, y), 0.5])
  }
  return picture
}

function look(picture: Picture): number[] {
  const ring = traceRing(drawOutline(createRandom(), 52))
  for (let top = 10; top < 94; top += 4) {
    const gaps = findGaps(picture, ring, top, row)
    if (gaps) return gaps
  }
  return []
}

describe('gaps', () => {
  test('are not cut where scenery is too plain, or the same everywhere', () => {
    expect(look(paint(() => 0.5))).toEqual([])
    // Level stripes: a piece of them fits anywhere.
    expect(look(paint((_x, y) => 0.5 + 0.4 * Math.sin(y / 9)))).toEqual([])
  })

  test('are three, well apart, in scenery that differs from place to place', () => {
    for (let i = 0; i < 20; i++) {
      const gaps = look(drawLandscape(createRandom(), 320, 160, { isLively: true }))
      if (gaps.length === 0) continue
      expect(gaps).toHaveLength(3)
      const [first = 0, second = 0, third = 0] = gaps
      expect(first).toBeGreaterThanOrEqual(62)
      expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(62)
      return
    }
    throw new Error('No scene had places for gaps.')
  })
})

test('a landscape without lakes shows no land upside down', () => {
  const random = createRandom(new Uint32Array([1, 2, 3, 4]))
  const seeds = Array.from({ length: 24 }, () =>
    Uint32Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32)),
  )
  // With the same seed the two differ only where there would be a lake.
  const isLake = seeds.map((seed) => {
    const [wet, dry] = [false, true].map((isDry) =>
      drawLandscape(createRandom(Uint32Array.from(seed)), 80, 80, { isDry }),
    )
    return wet?.data.some((value, i) => value !== dry?.data[i]) ?? false
  })
  expect(isLake).toContain(true)
  expect(isLake).toContain(false)
})
