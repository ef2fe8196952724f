import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { applyGrade, GRADE_MS, gradeAt } from '../raster/grade.ts'
import { cropPhoto, loadPhotos } from '../raster/photos.ts'
import { createPicture, recyclePicture } from '../raster/picture.ts'
import { createRandom } from '../raster/random.ts'

const now = Date.UTC(2026, 10, 21)

/** Returns the graded bytes of a picture of one colour. */
function gradeEven(secret: string, at: number, colour: readonly number[]): number[] {
  const picture = createPicture(8, 8)
  picture.data.set(Array.from({ length: 64 }, () => colour).flat())
  const bytes = new Uint8ClampedArray(8 * 8 * 3)
  applyGrade(picture, gradeAt(secret, at), bytes, 3)
  return [...bytes]
}

describe('a grade', () => {
  test('depends on secret and time only', () => {
    const [first, again, other, later] = [
      ['a', now] as const,
      ['a', now + 1000] as const,
      ['b', now] as const,
      ['a', now + GRADE_MS] as const,
    ].map(([secret, at]) => gradeEven(secret, at, [0.7, 0.4, 0.2]))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(later).not.toEqual(first)
  })

  test('keeps light and dark colours apart', () => {
    for (let i = 0; i < 50; i++) {
      const dark = gradeEven(`secret ${i}`, now, [0.2, 0.2, 0.2])
      const light = gradeEven(`secret ${i}`, now, [0.8, 0.8, 0.8])
      for (const [n, value] of light.entries()) {
        expect(value - (dark[n] ?? 0)).toBeGreaterThan(0.45 * 255)
      }
    }
  })
})

test('a recycled picture is black', () => {
  const first = createPicture(20, 10)
  first.data.fill(0.7)
  recyclePicture(first)
  const next = createPicture(20, 10)
  expect(next.data).toBe(first.data)
  expect(next.data.every((value) => value === 0)).toBe(true)
})

describe("the operator's pictures", () => {
  let folder = ''
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('are read, and other files are skipped with a warning', async () => {
    folder = mkdtempSync(join(tmpdir(), 'styles-'))
    const picture = (width: number) =>
      sharp({ create: { width, height: width / 2, channels: 3, background: '#7a5' } })
    await picture(800)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .toFile(join(folder, 'a.jpg'))
    await picture(100).png().toFile(join(folder, 'small.png'))
    writeFileSync(join(folder, 'broken.webp'), 'no picture at all')
    writeFileSync(join(folder, 'notes.txt'), 'passed over in silence')
    const warnings: string[] = []
    const photos = await loadPhotos(folder, (message) => warnings.push(message))
    expect(photos).toHaveLength(1)
    expect(warnings).toHaveLength(2)
  })

  test('are cropped differently each time', () => {
    const data = Uint8Array.from({ length: 500 * 300 * 3 }, (_, i) => (i * 7919) % 251)
    const photos = [{ width: 500, height: 300, data }] as const
    const [a, b] = [0, 1].map(() => cropPhoto(createRandom(), photos, 160, 80))
    expect(a?.data).not.toEqual(b?.data)
  })
})
