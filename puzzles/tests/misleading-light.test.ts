import { describe, expect, test } from 'vitest'
import { drawMisleadingLight } from '../kinds/slide/misleading-light.ts'
import { traceRing } from '../kinds/slide/seam.ts'
import type { Sheen } from '../kinds/slide/tile.ts'
import { drawOutline } from '../raster/outline.ts'
import { createPicture } from '../raster/picture.ts'
import { createRandom } from '../raster/random.ts'

const SIZE = 52
const TOP = 50
const ANSWER = 60
const OTHER = 200

/** Light for a grey piece, whose other gap lies in a brightness of its own. */
function lightFor(own: number, other: (x: number) => number): Sheen {
  const picture = createPicture(320, 160)
  for (let y = 0; y < 160; y++) {
    for (let x = 0; x < 320; x++) {
      const value = x < 130 ? own : other((x - OTHER) / SIZE)
      picture.data.set([value, value, value], (y * 320 + x) * 3)
    }
  }
  const ring = traceRing(drawOutline(createRandom(new Uint32Array([1, 2, 3, 4])), SIZE))
  return drawMisleadingLight(picture, ring, TOP, ANSWER, [ANSWER, OTHER])
}

/** The most that light changes a colour at the rim. */
function strength({ base, acrossX, acrossY }: Sheen): number {
  return Math.max(...base.map((b, c) => Math.abs(b) + Math.hypot(acrossX[c] ?? 0, acrossY[c] ?? 0)))
}

describe('misleading light on a piece', () => {
  test('makes it fit another gap where little light does', () => {
    const { base, acrossX, acrossY } = lightFor(0.5, (x) => 0.5 + (x - 0.5) * 0.04)
    expect(base[0]).toBeCloseTo(0, 2)
    expect(acrossX[0]).toBeGreaterThan(0.01)
    expect(acrossY[0]).toBeCloseTo(0, 2)
    expect(lightFor(0.5, () => 0.51).base[0]).toBeCloseTo(0.01)
  })

  test('stays too faint for people to notice, however different the other gap', () => {
    for (const light of [
      lightFor(0.5, (x) => x),
      lightFor(0.5, (x) => 1 - x),
      lightFor(0, () => 1),
      lightFor(0.1, (x) => 0.6 + x * 0.4),
    ]) {
      expect(strength(light)).toBeLessThan(0.08)
      expect(strength(light)).toBeGreaterThan(0.02)
    }
  })
})
