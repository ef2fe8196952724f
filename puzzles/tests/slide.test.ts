import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { draw, verify } from '../index.ts'

const isRight = (solution: unknown, answer: unknown): boolean =>
  verify('slide', solution, answer, Infinity)

const options = { language: 'en', level: 0 } as const

async function pixels(base64: string) {
  const image = sharp(Buffer.from(base64, 'base64'))
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, info }
}

describe('a slide puzzle', () => {
  test('has a picture and a piece of the given size, without metadata', async () => {
    const { puzzle } = await draw('slide', options)
    const picture = await pixels(puzzle.parts.bg)
    const piece = await pixels(puzzle.parts.piece)
    const { w, h, size } = puzzle.geom
    // The density is the same in both directions.
    const density = picture.info.width / w
    expect(density).toBe(1.5)
    expect(picture.info.height / h).toBe(density)
    expect([piece.info.width, piece.info.height]).toEqual([size * density, size * density])
    const metadata = await sharp(Buffer.from(puzzle.parts.bg, 'base64')).metadata()
    expect(metadata.exif ?? metadata.xmp ?? metadata.icc).toBeUndefined()
  })

  test('has padded files', async () => {
    for (let i = 0; i < 4; i++) {
      const { puzzle } = await draw('slide', options)
      for (const part of [puzzle.parts.bg, puzzle.parts.piece]) {
        const file = Buffer.from(part, 'base64')
        expect(file.length % 512).toBe(0)
        expect(file.readUInt32LE(4)).toBe(file.length - 8)
      }
    }
  })

  test('contains no scenery outside the piece', async () => {
    const { puzzle } = await draw('slide', options)
    const { data, info } = await pixels(puzzle.parts.piece)
    const corners = [0, info.width - 1, info.width * (info.height - 1)]
    for (const corner of corners) expect(data[corner * 4 + 3]).toBe(0)
  })

  test('accepts a deviation of four pixels', () => {
    for (const [x, right] of [
      [100, true],
      [96, true],
      [104, true],
      [95.9, false],
      [104.1, false],
      [Number.NaN, false],
    ] as const) {
      expect(isRight({ x: 100 }, { x })).toBe(right)
    }
  })

  test('puts the right gap at each position about equally often', async () => {
    const puzzles = await Promise.all(Array.from({ length: 60 }, () => draw('slide', options)))
    const thirds = [0, 0, 0]
    for (const { solution } of puzzles) {
      const third = Math.min(2, Math.floor((solution.x - 59) / 67))
      thirds[third] = (thirds[third] ?? 0) + 1
    }
    for (const count of thirds) expect(count).toBeGreaterThan(6)
  }, 60_000)
})
