import { glyphsOf } from '../../../puzzles/glyphs/glyphs.ts'
import type { Drawn } from '../../../puzzles/index.ts'
import { decode, strengthAt, type Image } from '../image.ts'
import { readPrompt } from '../text.ts'
import { softmax, train, type Example } from './network.ts'

/** Pixels per unit, and the side of the square around one character in pixels. */
const SCALE = 0.4
const SIDE = 20
const FIELDS = 3
/** Number of randomly shifted crops of each character, and their greatest shift in units. */
const SHIFTS = 3
const MAX_SHIFT = 3
/** Number of crops of a picture that are at least FAR from every character, in units. */
const BARE = 4
const FAR = 26
/** Distance of the places that are searched for characters, and of these from the edge. */
const STEP = 8
const EDGE = 26

/** Light and direction of edges, doubled so that dark on light and light on dark are one. */
function fieldsOf(image: Image): Float32Array {
  const { width, height } = image
  const fields = new Float32Array(width * height * FIELDS)
  for (let i = 0; i < width * height; i++) {
    const strength = strengthAt(image, i)
    const weight = strength / (strength + 40)
    const angle = 2 * Math.atan2(image.gy[i] ?? 0, image.gx[i] ?? 0)
    fields[i * FIELDS] = Math.cos(angle) * weight
    fields[i * FIELDS + 1] = Math.sin(angle) * weight
    fields[i * FIELDS + 2] = (image.light[i] ?? 0) / 255 - 0.5
  }
  return fields
}

function crop({ width, height }: Image, fields: Float32Array, x: number, y: number): Float32Array {
  const samples = new Float32Array(SIDE * SIDE * FIELDS)
  const left = Math.round(x * SCALE - SIDE / 2)
  const top = Math.round(y * SCALE - SIDE / 2)
  for (let row = 0; row < SIDE; row++) {
    if (top + row < 0 || top + row >= height) continue
    for (let column = 0; column < SIDE; column++) {
      if (left + column < 0 || left + column >= width) continue
      const from = ((top + row) * width + left + column) * FIELDS
      const to = (row * SIDE + column) * FIELDS
      for (let n = 0; n < FIELDS; n++) samples[to + n] = fields[from + n] ?? 0
    }
  }
  return samples
}

/** Trains a network that recognizes characters in the picture; the prompt is read without it. */
export async function learnText(
  count: number,
  draw: () => Promise<Drawn<'text'>>,
): Promise<(puzzle: Drawn<'text'>['puzzle']) => Promise<object>> {
  const alphabet = await glyphsOf('en')
  const characters = [...new Set(alphabet.map(({ character }) => character))]
  const look = async (puzzle: Drawn<'text'>['puzzle']) => {
    const { w, h } = puzzle.geom
    const image = await decode(puzzle.parts.bg, Math.round(w * SCALE), Math.round(h * SCALE))
    return { image, fields: fieldsOf(image), wanted: await readPrompt(puzzle, alphabet), w, h }
  }
  const examples: Example[] = []
  const beside = (at: number): number => at + (Math.random() * 2 - 1) * MAX_SHIFT
  for (let i = 0; i < count; i++) {
    const { puzzle, solution } = await draw()
    const { places } = solution
    const { image, fields, wanted, w, h } = await look(puzzle)
    for (const [n, { x, y }] of places.entries()) {
      const target = new Float32Array(characters.length + 1)
      target[characters.indexOf(wanted[n] ?? '')] = 1
      for (let k = 0; k < SHIFTS; k++) {
        examples.push({ input: crop(image, fields, beside(x), beside(y)), target })
      }
    }
    const bare = new Float32Array(characters.length + 1)
    bare[characters.length] = 1
    for (let k = 0; k < BARE; k++) {
      const [x, y] = [Math.random() * w, Math.random() * h]
      if (places.some((place) => Math.hypot(place.x - x, place.y - y) < FAR)) continue
      examples.push({ input: crop(image, fields, x, y), target: bare })
    }
  }
  const input = { height: SIDE, width: SIDE, channels: FIELDS }
  const network = train(examples, {
    input,
    filters: [12, 24],
    hidden: 96,
    epochs: 8,
    kind: 'one of',
  })
  return async (puzzle) => {
    const { image, fields, wanted, w, h } = await look(puzzle)
    const numbers = wanted.map((character) => characters.indexOf(character))
    const best = numbers.map(() => ({ score: -Infinity, x: 0, y: 0 }))
    for (let y = EDGE; y <= h - EDGE; y += STEP) {
      for (let x = EDGE; x <= w - EDGE; x += STEP) {
        const scores = softmax(network(crop(image, fields, x, y)))
        for (const [n, number] of numbers.entries()) {
          const score = scores[number] ?? 0
          if (score > (best[n]?.score ?? 0)) best[n] = { score, x, y }
        }
      }
    }
    return { points: best.map(({ x, y }) => [x, y]) }
  }
}
