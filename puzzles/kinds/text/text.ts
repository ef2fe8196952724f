import { randomInt } from 'node:crypto'
import { array, number, object, type Infer } from 'superstruct'
import { CELL_PX, glyphsOf, SPREAD_PX, type Glyph } from '../../glyphs/glyphs.ts'
import { tone } from '../../raster/colour.ts'
import { toWebp } from '../../raster/encode.ts'
import { createNoise, type Noise } from '../../raster/noise.ts'
import { createPicture, recyclePicture, type Picture } from '../../raster/picture.ts'
import { between, createRandom, type Random } from '../../raster/random.ts'
import { resize } from '../../raster/resize.ts'
import { drawScenery } from '../../raster/scenery.ts'
import { pointsAnswer, verifier } from '../kind.ts'
import type { Level, PuzzleKind, DrawRequest } from '../kind.ts'
import type { Language } from '../../glyphs/language.ts'
import { drawGlyph, mixInkFor, turnOf, type Setting } from './ink.ts'
import { findPlaces, pickGlyphs, type Place } from './layout.ts'

const WIDTH = 320
const HEIGHT = 176
/** Pixels per unit; the blurred scenery needs fewer than the characters. */
const DENSITY = 1.5
const SCENERY_DENSITY = 0.625
const QUALITY = 46
const PROMPT_QUALITY = 55
/** Share of pictures with a pattern instead of a landscape. */
const PATTERNS = 0.15
/** Characters with many strokes get less wear to stay legible. */
const WEAR: Readonly<Record<Language, number>> = { en: 1, ja: 0.75, zh: 0.75 }
const PROMPT_DENSITY = 2
const PROMPT_HEIGHT = 40
const PROMPT_STEP = 40
/** Tolerance of a mark, from the middle of a character. */
const REACH = 22
/** Minimum contrast for people with low vision. */
export const MIN_CONTRAST = 0.2

/** Number of characters to mark and in the picture, by level. */
const counts: readonly [wanted: number, shown: number][] = [
  [4, 7],
  [4, 8],
  [5, 8],
]

const textSolution = object({ places: array(object({ x: number(), y: number() })) })

/** Picture and prompt as WebP in base64; the prompt shows the characters to mark, in order. */
export interface DrawnText {
  puzzle: {
    subtype: 'text'
    geom: { w: number; h: number; count: number; prompt: { w: number; h: number } }
    parts: { bg: string; prompt: string }
  }
  solution: Infer<typeof textSolution>
}

/** Maximum rotation in radians, including bending; beyond it, N looks like Z. */
export const MAX_TURN = 0.55

const LATIN = /^[0-9A-Z]$/
/** Around each stored character, as a share of its cell. */
const SPREAD = SPREAD_PX / CELL_PX
/** Half the height of a stored capital that is not wider than it is high. */
const CAPITAL_HALF = 0.5 - SPREAD
const MAX_ENLARGED = 1.3

/** Returns what gives capitals that fill their cell in width, as W does, the height of the others. */
export function enlargementOf({ character, halfHigh }: Glyph): number {
  if (!LATIN.test(character)) return 1
  return Math.min(MAX_ENLARGED, CAPITAL_HALF / (halfHigh - SPREAD))
}

/** Returns random geometry for a character that does not turn it into another one. */
export function settingFor(
  random: Random,
  level: Level,
  glyph: Glyph,
  place: Place,
  noise: Noise,
): Setting {
  const bend = between(random, 7, 9) + level
  const enlarged = enlargementOf(glyph)
  for (;;) {
    const setting = {
      glyph,
      place,
      size: between(random, 45, 54) * enlarged,
      turn: between(random, -0.55, 0.55),
      slant: between(random, -0.26, 0.26),
      // The widest characters would touch their neighbours.
      widen: between(random, 0.84, enlarged > 1.1 ? 1 : 1.18),
      bend,
    }
    if (Math.abs(turnOf(setting, noise)) <= MAX_TURN) return setting
  }
}

/** Attempts to find a visible ink before the scene is dropped. */
const INKS = 3
/** Half the size of the largest character with rim and shadow, in units. */
const AROUND = 50

/** Rectangle of a picture in whole pixels. */
interface Cut {
  top: number
  bottom: number
  left: number
  length: number
}

/** Reused buffer with the pixels below a character. */
const bare = new Float32Array(Math.ceil(AROUND * 2 * DENSITY + 2) ** 2 * 3)

function cutOut(picture: Picture, { x, y }: Place): Cut {
  const left = Math.max(0, Math.floor((x - AROUND) * DENSITY))
  const right = Math.min(picture.width, Math.ceil((x + AROUND) * DENSITY))
  const cut = {
    top: Math.max(0, Math.floor((y - AROUND) * DENSITY)),
    bottom: Math.min(picture.height, Math.ceil((y + AROUND) * DENSITY)),
    left: left * 3,
    length: (right - left) * 3,
  }
  let to = 0
  forEachRow(picture, cut, (row) => {
    bare.set(row, to)
    to += row.length
  })
  return cut
}

function putBack(picture: Picture, cut: Cut): void {
  let from = 0
  forEachRow(picture, cut, (row) => {
    row.set(bare.subarray(from, from + row.length))
    from += row.length
  })
}

function forEachRow(
  { width, data }: Picture,
  { top, bottom, left, length }: Cut,
  look: (row: Float32Array) => void,
): void {
  for (let y = top; y < bottom; y++) {
    const start = y * width * 3 + left
    look(data.subarray(start, start + length))
  }
}

/** Draws the characters over scenery; returns undefined if one has too little contrast. */
function drawScene(
  random: Random,
  glyphs: readonly Glyph[],
  places: readonly Place[],
  { language, level, style }: DrawRequest,
): Picture | undefined {
  const small = drawScenery(
    random,
    style.photos,
    WIDTH * SCENERY_DENSITY,
    Math.round(HEIGHT * SCENERY_DENSITY),
    { patterns: PATTERNS },
  )
  const picture = resize(small, WIDTH * DENSITY, HEIGHT * DENSITY)
  recyclePicture(small)
  const noise = createNoise(random)
  for (const [i, glyph] of glyphs.entries()) {
    const place = places[i]
    if (place === undefined) throw new Error('A character has no place.')
    const setting = settingFor(random, level, glyph, place, noise)
    const cut = cutOut(picture, place)
    let isClear = false
    for (let attempt = 0; attempt < INKS && !isClear; attempt++) {
      if (attempt > 0) putBack(picture, cut)
      const mixed = mixInkFor(random, picture, DENSITY, place)
      const ink = { ...mixed, wear: mixed.wear * WEAR[language] }
      isClear = drawGlyph(picture, DENSITY, setting, ink, noise) >= MIN_CONTRAST
    }
    if (!isClear) return undefined
  }
  return picture
}

/** Draws the prompt: the characters to mark, undistorted, in another typeface. */
function drawPrompt(random: Random, prompt: readonly Glyph[]): Picture {
  const width = prompt.length * PROMPT_STEP
  const strip = createPicture(width * PROMPT_DENSITY, PROMPT_HEIGHT * PROMPT_DENSITY)
  const hue = between(random, 0, 360)
  const paper = tone(0.97, 0.012, hue)
  const [red, green, blue] = paper
  for (let i = 0; i < strip.data.length; i += 3) {
    strip.data[i] = red
    strip.data[i + 1] = green
    strip.data[i + 2] = blue
  }
  const noise = createNoise(random)
  for (const [i, glyph] of prompt.entries()) {
    const setting = {
      glyph,
      place: { x: (i + 0.5) * PROMPT_STEP, y: PROMPT_HEIGHT / 2 },
      size: 36 * enlargementOf(glyph),
      turn: between(random, -0.06, 0.06),
      slant: 0,
      widen: 1,
      bend: 0.8,
    }
    const ink = tone(0.28, 0.05, hue)
    const plain = {
      from: ink,
      to: ink,
      rim: paper,
      rimWidth: 0.5,
      shadow: 0,
      relief: 0,
      wear: 0,
      patches: 0,
    }
    drawGlyph(strip, PROMPT_DENSITY, setting, plain, noise)
  }
  return strip
}

async function inAnotherFace(glyphs: readonly Glyph[], language: Language): Promise<Glyph[]> {
  const all = await glyphsOf(language)
  return glyphs.map((glyph) => {
    const others = all.filter(
      ({ character, face }) => character === glyph.character && face !== glyph.face,
    )
    return others[randomInt(others.length)] ?? glyph
  })
}

/** Kind in which people mark the characters of the prompt in order. */
export const text: PuzzleKind<DrawnText> = {
  draw: async ({ language, level, style }) => {
    const all = await glyphsOf(language)
    const [wanted, shown] = counts[level] ?? [4, 7]
    for (;;) {
      const random = createRandom()
      const places = findPlaces(shown, WIDTH, HEIGHT)
      if (!places) continue
      const glyphs = pickGlyphs(all, shown)
      const scene = drawScene(random, glyphs, places, { language, level, style })
      if (!scene) continue
      const prompt = drawPrompt(random, await inAnotherFace(glyphs.slice(0, wanted), language))
      return {
        puzzle: {
          subtype: 'text',
          geom: {
            w: WIDTH,
            h: HEIGHT,
            count: wanted,
            prompt: { w: wanted * PROMPT_STEP, h: PROMPT_HEIGHT },
          },
          parts: {
            bg: await toWebp(scene, { quality: QUALITY, grade: style.grade }),
            prompt: await toWebp(prompt, { quality: PROMPT_QUALITY }),
          },
        },
        solution: { places: places.slice(0, wanted) },
      }
    }
  },
  verify: verifier(
    textSolution,
    pointsAnswer,
    ({ places }, { points }) =>
      points.length === places.length &&
      places.every(({ x, y }, i) => {
        const [px = Number.NaN, py = Number.NaN] = points[i] ?? []
        return Math.hypot(px - x, py - y) <= REACH
      }),
  ),
  minimumMs: 1500,
}
