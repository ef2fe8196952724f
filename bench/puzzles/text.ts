import { randomInt } from 'node:crypto'
import type { Glyph } from '../../puzzles/glyphs/glyphs.ts'
import type { Drawn } from '../../puzzles/index.ts'
import { decode, strengthAt, type Image } from './image.ts'

/** Marked points of an answer. */
interface Points {
  points: [number, number][]
}

/** Half the resolution of units, which is enough for strokes. */
const SCALE = 0.5
const SIZES = [46, 52]
const TURNS = [-0.36, -0.24, -0.12, 0, 0.12, 0.24, 0.36]
const STEP = 2
/** Independent guesses per picture. */
const GUESSES = 10

/** Points of the outline of a character, in pixels from its middle. */
interface Template {
  x: Int16Array
  y: Int16Array
  /** Doubled direction of the edge, equal for dark on light and light on dark. */
  cos: Float32Array
  sin: Float32Array
}

function templateOf(glyph: Glyph, size: number, turn: number): Template {
  const list: { x: number; y: number; angle: number }[] = []
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const half = (size * SCALE) / 2
  for (let y = -half; y <= half; y += 1) {
    for (let x = -half; x <= half; x += 1) {
      const at = (px: number, py: number): number =>
        glyph.at((px * cos + py * sin) / (half * 2), (py * cos - px * sin) / (half * 2))
      if (Math.abs(at(x, y)) > 0.8) continue
      const gx = at(x + 0.5, y) - at(x - 0.5, y)
      const gy = at(x, y + 0.5) - at(x, y - 0.5)
      list.push({ x, y, angle: 2 * Math.atan2(gy, gx) })
    }
  }
  return {
    x: Int16Array.from(list, ({ x }) => Math.round(x)),
    y: Int16Array.from(list, ({ y }) => Math.round(y)),
    cos: Float32Array.from(list, ({ angle }) => Math.cos(angle)),
    sin: Float32Array.from(list, ({ angle }) => Math.sin(angle)),
  }
}

const kept = new Map<Glyph, Template[]>()

function templates(glyph: Glyph): Template[] {
  const known = kept.get(glyph)
  if (known) return known
  const drawn = SIZES.flatMap((size) => TURNS.map((turn) => templateOf(glyph, size, turn)))
  kept.set(glyph, drawn)
  return drawn
}

interface Fields {
  cos: Float32Array
  sin: Float32Array
  width: number
  height: number
}

function fieldsOf(image: Image): Fields {
  const size = image.width * image.height
  const result = {
    cos: new Float32Array(size),
    sin: new Float32Array(size),
    width: image.width,
    height: image.height,
  }
  for (let i = 0; i < size; i++) {
    const strength = strengthAt(image, i)
    const weight = strength / (strength + 40)
    const angle = 2 * Math.atan2(image.gy[i] ?? 0, image.gx[i] ?? 0)
    result.cos[i] = Math.cos(angle) * weight
    result.sin[i] = Math.sin(angle) * weight
  }
  return result
}

function match(template: Template, fields: Fields, x: number, y: number, step: number): number {
  const { cos, sin, width } = fields
  const count = template.x.length
  let sum = 0
  for (let n = 0; n < count; n += step) {
    const i = (y + (template.y[n] ?? 0)) * width + x + (template.x[n] ?? 0)
    sum += (cos[i] ?? 0) * (template.cos[n] ?? 0) + (sin[i] ?? 0) * (template.sin[n] ?? 0)
  }
  return sum / Math.sqrt(count)
}

/** Returns the best place for a character of known typefaces. */
function find(glyphs: readonly Glyph[], at: Fields): [number, number] {
  const { width, height } = at
  let place: [number, number] = [width / 2, height / 2]
  let most = -Infinity
  for (const template of glyphs.flatMap(templates)) {
    for (let y = 14; y < height - 14; y += STEP) {
      for (let x = 14; x < width - 14; x += STEP) {
        const score = match(template, at, x, y, 3)
        if (score > most) [place, most] = [[x / SCALE, y / SCALE], score]
      }
    }
  }
  return place
}

/** Reads the characters of the prompt. */
export async function readPrompt(
  { geom, parts }: Drawn<'text'>['puzzle'],
  alphabet: readonly Glyph[],
): Promise<string[]> {
  const { w, h } = geom.prompt
  const strip = fieldsOf(await decode(parts.prompt, w, h))
  const step = w / geom.count
  return Array.from({ length: geom.count }, (_, i) => {
    let found = ''
    let most = -Infinity
    for (const glyph of alphabet) {
      const template = flat(glyph)
      for (const dx of [-2, -1, 0, 1, 2]) {
        const score = match(
          template,
          strip,
          Math.round((i + 0.5) * step) + dx,
          Math.round(h / 2),
          1,
        )
        if (score > most) [found, most] = [glyph.character, score]
      }
    }
    return found
  })
}

const flats = new Map<Glyph, Template>()

function flat(glyph: Glyph): Template {
  const template = flats.get(glyph) ?? templateOf(glyph, 36 / SCALE, 0)
  flats.set(glyph, template)
  return template
}

/**
 * Returns the answers of every attack on a text puzzle by name. The template attack knows characters and
 * typefaces, reads the prompt and searches for each character at several sizes and angles.
 */
export async function attackText(
  puzzle: Drawn<'text'>['puzzle'],
  alphabet: readonly Glyph[],
): Promise<Record<string, Points[]>> {
  const { w, h, count } = puzzle.geom
  const anywhere = (): [number, number] => [randomInt(25, w - 25), randomInt(25, h - 25)]
  const image = await decode(puzzle.parts.bg, w * SCALE, h * SCALE)
  const directions = fieldsOf(image)
  const wanted = await readPrompt(puzzle, alphabet)
  return {
    'any places': Array.from({ length: GUESSES }, () => ({
      points: Array.from({ length: count }, anywhere),
    })),
    'templates of the typefaces': [
      {
        points: wanted.map((character) =>
          find(
            alphabet.filter((glyph) => glyph.character === character),
            directions,
          ),
        ),
      },
    ],
  }
}
