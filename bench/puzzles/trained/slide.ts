import type { Drawn } from '../../../puzzles/index.ts'
import { measureGaps } from '../slide.ts'
import { train, type Example } from './network.ts'

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/** Trains a network that finds the right one of the three gaps, from how the piece would fit each. */
export async function learnSlide(
  count: number,
  draw: () => Promise<Drawn<'slide'>>,
): Promise<(puzzle: Drawn<'slide'>['puzzle']) => Promise<object>> {
  const examples: Example[] = []
  for (let i = 0; i < count; i++) {
    const { puzzle, solution } = await draw()
    const gaps = await measureGaps(puzzle)
    for (const order of ORDERS) {
      const turned = order.map((n) => gaps[n])
      examples.push({
        input: Float32Array.from(turned.flatMap((gap) => gap?.measures ?? [])),
        target: Float32Array.from(turned, (gap) =>
          Math.abs((gap?.x ?? 0) - solution.x) < 8 ? 1 : 0,
        ),
      })
    }
  }
  const input = { height: 1, width: 1, channels: examples[0]?.input.length ?? 1 }
  const network = train(examples, { input, filters: [], hidden: 48, epochs: 30, kind: 'one of' })
  return async (puzzle) => {
    const gaps = await measureGaps(puzzle)
    const scores = network(Float32Array.from(gaps.flatMap(({ measures }) => measures)))
    return { x: gaps[scores.indexOf(Math.max(...scores))]?.x ?? 0 }
  }
}
