import { measureGaps } from '../slide.ts'
import { train, type Example } from './network.ts'
import { drawFor, type Solver } from './solver.ts'

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/** Which of the three gaps it is, from how the piece would go on at each. */
export async function learnSlide(count: number): Promise<Solver> {
  const examples: Example[] = []
  for (let i = 0; i < count; i++) {
    const { puzzle, answer } = await drawFor('slide')
    const wanted = 'x' in answer ? Number(answer.x) : 0
    const gaps = await measureGaps(puzzle)
    for (const order of ORDERS) {
      const turned = order.map((n) => gaps[n])
      examples.push({
        input: Float32Array.from(turned.flatMap((gap) => gap?.measures ?? [])),
        target: Float32Array.from(turned, (gap) => (Math.abs((gap?.x ?? 0) - wanted) < 8 ? 1 : 0)),
      })
    }
  }
  const network = train(examples, { hidden: 48, epochs: 30, kind: 'one of' })
  return {
    name: 'slide',
    attempt: async () => {
      const { puzzle, answer } = await drawFor('slide')
      const gaps = await measureGaps(puzzle)
      const scores = network(Float32Array.from(gaps.flatMap(({ measures }) => measures)))
      return { answer, given: { x: gaps[scores.indexOf(Math.max(...scores))]?.x ?? 0 } }
    },
  }
}
