import type { Drawn } from '../../../puzzles/index.ts'
import { decode, type Image } from '../image.ts'
import { train, type Example } from './network.ts'

const SIDE = 100
/** Directions and distances from the middle at which the disc is looked at. */
const DIRECTIONS = 72
const RINGS = 12
const COLOURS = 3
/** Number of random turns of each disc to learn from. */
const TURNS = 4
const FULL = Math.PI * 2

/** Samples rings around the middle, from a direction on; turning the disc shifts the samples. */
function lookAround(image: Image, start: number): Float32Array {
  const seen = new Float32Array(DIRECTIONS * RINGS * COLOURS)
  for (let d = 0; d < DIRECTIONS; d++) {
    const angle = start + (d / DIRECTIONS) * FULL
    for (let r = 0; r < RINGS; r++) {
      const away = ((r + 1) / (RINGS + 1)) * (SIDE / 2 - 2)
      const x = Math.round(SIDE / 2 + Math.cos(angle) * away)
      const y = Math.round(SIDE / 2 + Math.sin(angle) * away)
      const i = (d * RINGS + r) * COLOURS
      for (let c = 0; c < COLOURS; c++) {
        seen[i + c] = (image.data[(y * SIDE + x) * 4 + c] ?? 0) / 255 - 0.5
      }
    }
  }
  return seen
}

/** Trains a network that finds the upright direction. */
export async function learnWhirl(
  count: number,
  draw: () => Promise<Drawn<'whirl'>>,
): Promise<(puzzle: Drawn<'whirl'>['puzzle']) => Promise<object>> {
  const examples: Example[] = []
  for (let i = 0; i < count; i++) {
    const { puzzle, solution } = await draw()
    const turn = (solution.deg / 360) * FULL
    const image = await decode(puzzle.parts.disc, SIDE, SIDE)
    for (let t = 0; t < TURNS; t++) {
      const start = ((t + Math.random()) / TURNS) * FULL
      // Up is at -90 degrees after rotating by the answer.
      const up = -Math.PI / 2 - turn - start
      const target = Float32Array.of(Math.cos(up), Math.sin(up))
      examples.push({ input: lookAround(image, start), target })
    }
  }
  const input = { height: DIRECTIONS, width: RINGS, channels: COLOURS }
  const network = train(examples, {
    input,
    filters: [8, 16],
    hidden: 96,
    epochs: 8,
    kind: 'values',
  })
  return async (puzzle) => {
    const image = await decode(puzzle.parts.disc, SIDE, SIDE)
    let [x, y] = [0, 0]
    // Mean over several rotations of the disc.
    for (let t = 0; t < DIRECTIONS; t += 3) {
      const start = (t / DIRECTIONS) * FULL
      const [cos = 0, sin = 0] = network(lookAround(image, start))
      const up = Math.atan2(sin, cos) + start
      x += Math.cos(up) * Math.hypot(cos, sin)
      y += Math.sin(up) * Math.hypot(cos, sin)
    }
    return { deg: ((-Math.PI / 2 - Math.atan2(y, x)) / FULL) * 360 }
  }
}
