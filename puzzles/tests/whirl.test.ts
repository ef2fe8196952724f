import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { draw, verify } from '../index.ts'
import { models } from '../kinds/three-d/models.ts'
import { isInDisc, middleOf, arrangeStanding, standing } from '../kinds/whirl/scenes.ts'
import { createRandom } from '../raster/random.ts'
import { createCamera } from '../render/camera.ts'

const isRight = (solution: unknown, answer: unknown): boolean =>
  verify('whirl', solution, answer, Infinity)

const options = { language: 'en', level: 0 } as const

describe('a whirl puzzle', () => {
  test('is a disc on one colour, rotated by at least thirty degrees', async () => {
    for (let i = 0; i < 6; i++) {
      const { puzzle, solution } = await draw('whirl', options)
      expect(solution.deg).toBeGreaterThanOrEqual(30)
      expect(solution.deg).toBeLessThan(330)
      const { data, info } = await sharp(Buffer.from(puzzle.parts.disc, 'base64'))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info.width).toBe(info.height)
      expect(info.channels).toBe(3)
      const last = info.width - 1
      const corners = [0, last, last * info.width, info.width ** 2 - 1]
      for (let c = 0; c < 3; c++) {
        const shades = corners.map((corner) => data[corner * 3 + c] ?? 0)
        // Grain and compression change them a little.
        expect(Math.max(...shades) - Math.min(...shades)).toBeLessThan(16)
      }
    }
  })

  test('accepts a deviation of eight degrees in any range', () => {
    for (const [deg, right] of [
      [100, true],
      [92, true],
      [108, true],
      [460, true],
      [-260, true],
      [91.5, false],
      [109, false],
      [280, false],
      [Number.NaN, false],
    ] as const) {
      expect(isRight({ deg: 100 }, { deg })).toBe(right)
    }
    expect(isRight({ deg: 2 }, { deg: 358 })).toBe(true)
  })

  test('shows only objects with a clear upright position', () => {
    for (const thing of ['ball', 'die', 'doughnut', 'key', 'pencil', 'banana', 'book'] as const) {
      expect(standing).not.toContain(thing)
      expect(models[thing]).toBeDefined()
    }
  })
})

describe('things on a disc', () => {
  const size = 200
  const view = { width: size, height: size, pitch: 0.55, distance: 9, reach: 4.6, lift: 0.4 }
  const upright = createCamera(view)

  test('stand around the middle, and none is cut off', () => {
    const random = createRandom(new Uint32Array([1, 2, 3, 4]))
    let [across, down] = [0, 0]
    for (let i = 0; i < 60; i++) {
      const bodies = arrangeStanding(random, upright, size)
      for (const body of bodies ?? []) {
        expect(isInDisc(body, upright, size)).toBe(true)
        const [x, y] = middleOf(body, upright)
        const away = Math.hypot(x - size / 2, y - size / 2) / size
        expect(away).toBeGreaterThan(0.21)
        expect(away).toBeLessThan(0.3)
        across += Math.abs(x - size / 2)
        down += Math.abs(y - size / 2)
      }
    }
    expect(across / down).toBeGreaterThan(0.9)
    expect(across / down).toBeLessThan(1.1)
  })
})
