import { describe, expect, test } from 'vitest'
import { haveUniqueFit, traceRing } from '../kinds/slide/seam.ts'
import { drawBalloon, lookOf } from '../raster/balloons.ts'
import { drawLandscape } from '../raster/landscape.ts'
import { drawOutline } from '../raster/outline.ts'
import { createPicture } from '../raster/picture.ts'
import type { Picture } from '../raster/picture.ts'
import { createRandom } from '../raster/random.ts'

const SIZE = 52
const TOP = 50
const gaps = [60, 140, 220]

function paint(colourAt: (x: number, y: number) => number): Picture {
  const picture = createPicture(320, 160)
  for (let y = 0; y < 160; y++) {
    for (let x = 0; x < 320; x++) {
      picture.data.set([colourAt(x, y), colourAt(x, y), 0.5], (y * 320 + x) * 3)
    }
  }
  return picture
}

function canTell(picture: Picture): boolean {
  return haveUniqueFit(picture, traceRing(drawOutline(createRandom(), SIZE)), TOP, gaps)
}

/** Draws a plain sky with a balloon across the named side of each gap. */
function crossed(sides: readonly (readonly [x: number, y: number])[]): Picture {
  const picture = paint(() => 0.8)
  sides.forEach(([x, y], n) => {
    const [red, white] = [[0.9, 0.1, 0.1] as const, [0.2, 0.2, 0.3] as const]
    const centre = { x: (gaps[n] ?? 0) + x * SIZE, y: TOP + y * SIZE, radius: 15 }
    const balloon = { ...centre, stripes: [red, white], haze: [1, 1, 1], far: 0 } as const
    drawBalloon(picture, lookOf(balloon, 0))
  })
  return picture
}

describe('gaps', () => {
  test('are rejected on uniform or repeating scenery', () => {
    expect(canTell(paint(() => 0.5))).toBe(false)
    // A piece of horizontal stripes fits anywhere.
    expect(canTell(paint((_x, y) => 0.5 + 0.4 * Math.sin(y / 9)))).toBe(false)
    // Equal balloons at the same side.
    expect(
      canTell(
        crossed([
          [0, 0.4],
          [0, 0.4],
          [0, 0.4],
        ]),
      ),
    ).toBe(false)
  })

  test('are accepted if each edge is crossed at another side', () => {
    const picture = crossed([
      [0.04, 0.4],
      [0.5, 0],
      [0.96, 0.4],
    ])
    const hits = Array.from({ length: 20 }, () => canTell(picture)).filter(Boolean)
    expect(hits.length).toBeGreaterThan(5)
  })
})

test('a landscape without lakes mirrors no land', () => {
  const random = createRandom(new Uint32Array([1, 2, 3, 4]))
  const seeds = Array.from({ length: 24 }, () =>
    Uint32Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32)),
  )
  // With the same seed the pictures differ only at the lake.
  const isLake = seeds.map((seed) => {
    const [wet, dry] = [false, true].map((isDry) =>
      drawLandscape(createRandom(Uint32Array.from(seed)), 80, 80, { isDry }),
    )
    return wet?.data.some((value, i) => value !== dry?.data[i]) ?? false
  })
  expect(isLake).toContain(true)
  expect(isLake).toContain(false)
})
