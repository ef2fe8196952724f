import { describe, expect, test } from 'vitest'
import { charactersOf } from '../glyphs/characters.ts'
import { glyphsOf } from '../glyphs/glyphs.ts'
import { draw, verify } from '../index.ts'
import { languages } from '../glyphs/language.ts'
import { drawGlyph, mixInk, turnOf } from '../kinds/text/ink.ts'
import { findPlaces, MARGIN, pickGlyphs, SPACING } from '../kinds/text/layout.ts'
import { MIN_CONTRAST, MAX_TURN, settingFor } from '../kinds/text/text.ts'
import { createNoise } from '../raster/noise.ts'
import { createPicture } from '../raster/picture.ts'
import { createRandom } from '../raster/random.ts'

const isRight = (solution: unknown, answer: unknown): boolean =>
  verify('text', solution, answer, Infinity)

describe('a text puzzle', () => {
  test.each(languages)('shows characters of %s and asks for four of seven', async (language) => {
    const { puzzle, solution } = await draw('text', { language, level: 0 })
    expect(puzzle.geom.count).toBe(4)
    expect(solution.places).toHaveLength(4)
    expect(puzzle.geom.prompt.w).toBe(160)
  })

  test('asks for more characters at level 2', async () => {
    const { puzzle } = await draw('text', { language: 'en', level: 2 })
    expect(puzzle.geom.count).toBe(5)
  })

  test('accepts only marks near the characters in order', () => {
    const key = {
      places: [
        { x: 50, y: 50 },
        { x: 150, y: 60 },
        { x: 250, y: 120 },
      ],
    }
    const right: [number, number][] = [
      [55, 45],
      [150, 70],
      [240, 130],
    ]
    expect(isRight(key, { points: right })).toBe(true)
    expect(isRight(key, { points: right.toReversed() })).toBe(false)
    expect(isRight(key, { points: right.slice(0, 2) })).toBe(false)
    expect(isRight(key, { points: [...right, [1, 1]] })).toBe(false)
    expect(
      isRight(key, {
        points: [
          [80, 45],
          [150, 70],
          [240, 130],
        ],
      }),
    ).toBe(false)
    expect(
      isRight(key, {
        points: [
          [Number.NaN, 45],
          [150, 70],
          [240, 130],
        ],
      }),
    ).toBe(false)
  })

  test('is different each time', async () => {
    const options = { language: 'en', level: 0 } as const
    const [a, b] = [await draw('text', options), await draw('text', options)]
    expect(a.puzzle.parts.bg).not.toBe(b.puzzle.parts.bg)
  })
})

describe('characters', () => {
  test('never appear beside a similar one', async () => {
    for (const language of languages) {
      const glyphs = await glyphsOf(language)
      for (let i = 0; i < 200; i++) {
        const families = pickGlyphs(glyphs, 8).map(({ family }) => family)
        expect(new Set(families).size).toBe(8)
      }
    }
  })

  test.each([
    ['en', 'O01IlQL'],
    ['ja', 'シツソンぬめ'],
    ['zh', '人入八己已巳未末'],
  ] as const)('that are confused by people do not exist in %s', (language, confused) => {
    const all = new Set(charactersOf(language).map(({ character }) => character))
    const found = new Set([...confused].filter((character) => all.has(character)))
    // One member of a family may be used, because the others never appear beside it.
    const families = charactersOf(language).filter(({ character }) => found.has(character))
    expect(new Set(families.map(({ family }) => family)).size).toBe(families.length)
  })

  test('have a minimum distance inside the picture', () => {
    for (let i = 0; i < 100; i++) {
      const places = findPlaces(7, 320, 180)
      for (const [n, { x, y }] of places?.entries() ?? []) {
        expect(Math.min(x, y, 320 - x, 180 - y)).toBeGreaterThanOrEqual(MARGIN)
        for (const other of places?.slice(n + 1) ?? []) {
          expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThanOrEqual(SPACING)
        }
      }
    }
  })

  test('are never rotated into another character', async () => {
    const random = createRandom()
    const [glyph] = await glyphsOf('en')
    if (!glyph) throw new Error('There are no characters.')
    const place = { x: 60, y: 60 }
    const noise = createNoise(random)
    const straight = { glyph, place, size: 50, turn: 0, slant: 0, widen: 1, bend: 0 }
    expect(turnOf({ ...straight, turn: 0.6 }, noise)).toBeGreaterThan(MAX_TURN)
    // A slant to the right looks like a rotation.
    expect(turnOf({ ...straight, turn: 0.45, slant: 0.26 }, noise)).toBeGreaterThan(MAX_TURN)
    expect(turnOf({ ...straight, turn: -0.3 }, noise)).toBeCloseTo(-0.3)
    for (let i = 0; i < 200; i++) {
      const bent = createNoise(random)
      const setting = settingFor(random, 2, glyph, place, bent)
      expect(Math.abs(turnOf(setting, bent))).toBeLessThanOrEqual(MAX_TURN)
    }
  })

  test('never contain N beside Z', () => {
    const all = charactersOf('en')
    const familyOf = (name: string) => all.find(({ character }) => character === name)?.family
    expect(familyOf('N')).toBe(familyOf('Z'))
    expect(familyOf('N')).not.toBe(familyOf('M'))
  })

  test('with little contrast are rejected', async () => {
    const random = createRandom()
    const [glyph] = await glyphsOf('en')
    if (!glyph) throw new Error('There are no characters.')
    const place = { x: 60, y: 60 }
    const setting = { glyph, place, size: 50, turn: 0, slant: 0, widen: 1, bend: 0 }
    const contrastOn = (grey: number): number => {
      const picture = createPicture(120, 120)
      picture.data.fill(grey)
      const ink = {
        ...mixInk(random),
        from: [0.5, 0.5, 0.5],
        to: [0.5, 0.5, 0.5],
        rimWidth: 0,
      } as const
      const plain = { ...ink, shadow: 0, relief: 0, wear: 0 }
      return drawGlyph(picture, 1, setting, plain, createNoise(random))
    }
    expect(contrastOn(0.5)).toBeLessThan(MIN_CONTRAST)
    expect(contrastOn(0.05)).toBeGreaterThan(MIN_CONTRAST)
    expect(contrastOn(0.95)).toBeGreaterThan(MIN_CONTRAST)
  })
})
