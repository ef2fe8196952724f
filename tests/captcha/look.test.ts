import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { cropPhoto, loadPhotos } from '../../server/captcha/raster/photos.ts'
import { createRandom } from '../../server/captcha/raster/random.ts'
import { STYLE_MS, styleAt } from '../../server/captcha/raster/style.ts'

const now = Date.UTC(2026, 10, 21)

function gradeGrey(secret: string, at: number): number[] {
  const channels = new Float32Array([0.7, 0.4, 0.2])
  styleAt(secret, at).grade(channels, 3, 4)
  return [...channels]
}

describe('a style', () => {
  test('is the same on every instance, and another one for another secret or later', () => {
    expect(gradeGrey('a', now)).toEqual(gradeGrey('a', now + 1000))
    expect(gradeGrey('a', now)).not.toEqual(gradeGrey('b', now))
    expect(gradeGrey('a', now)).not.toEqual(gradeGrey('a', now + STYLE_MS))
  })

  test('never makes light things dark or dark things light', () => {
    for (let i = 0; i < 50; i++) {
      const { grade } = styleAt(`secret ${i}`, now)
      const [dark, light] = [new Float32Array(3).fill(0.2), new Float32Array(3).fill(0.8)]
      grade(dark, i, i)
      grade(light, i, i)
      expect((light[1] ?? 0) - (dark[1] ?? 0)).toBeGreaterThan(0.45)
    }
  })
})

describe("the operator's pictures", () => {
  let folder = ''
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('are read where they are pictures, and passed over with a warning where not', async () => {
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

  test('never come the same way twice', () => {
    const data = Uint8Array.from({ length: 500 * 300 * 3 }, (_, i) => (i * 7919) % 251)
    const photos = [{ width: 500, height: 300, data }] as const
    const [a, b] = [0, 1].map(() => cropPhoto(createRandom(), photos, 160, 80))
    expect(a?.data).not.toEqual(b?.data)
  })
})
