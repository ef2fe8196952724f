import { thingList } from '../../../../server/captcha/modes/three-d/names.ts'
import { decode, type Image } from '../image.ts'
import { train, type Example } from './network.ts'
import { drawFor, type Solver } from './solver.ts'

/** A part of the picture that holds one thing, in units, and its pixels along each side. */
const PART = 60
const SIDE = 20
/** Each thing is learnt from in so many parts, a little beside each other. */
const NUDGES = 5
const NUDGE = 6
const SPOTS = 10
const ROUNDS = 20

type Place = readonly [x: number, y: number]

function cut({ width, data }: Image, scale: number, [x, y]: Place): Float32Array {
  const seen = new Float32Array(SIDE * SIDE * 3)
  const height = data.length / 4 / width
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const px = Math.round((x + ((column + 0.5) / SIDE - 0.5) * PART) * scale)
      const py = Math.round((y + ((row + 0.5) / SIDE - 0.5) * PART) * scale)
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      for (let c = 0; c < 3; c++) {
        seen[(row * SIDE + column) * 3 + c] = (data[(py * width + px) * 4 + c] ?? 0) / 255 - 0.5
      }
    }
  }
  return seen
}

function middleOf(outline: readonly Place[]): Place {
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

/** Where things stand, found from where those stood that were asked for. */
function findSpots(places: readonly Place[]): Place[] {
  let spots: Place[] = Array.from({ length: SPOTS }, (_, n) => [
    (((n % 5) + 0.5) / 5) * 320,
    n < 5 ? 60 : 120,
  ])
  const nearest = (place: Place): number => {
    const far = spots.map(([x, y]) => Math.hypot(place[0] - x, place[1] - y))
    return far.indexOf(Math.min(...far))
  }
  for (let round = 0; round < ROUNDS; round++) {
    const groups = spots.map((): Place[] => [])
    for (const place of places) groups[nearest(place)]?.push(place)
    spots = groups.map((group, n) =>
      group.length === 0
        ? (spots[n] ?? [0, 0])
        : [
            group.reduce((sum, [x]) => sum + x, 0) / group.length,
            group.reduce((sum, [, y]) => sum + y, 0) / group.length,
          ],
    )
  }
  return spots
}

/** Which of ten spots holds the thing that is asked for. */
export async function learnThings(count: number): Promise<Solver> {
  const places: Place[] = []
  const examples: Example[] = []
  for (let i = 0; i < count; i++) {
    const { puzzle, answer } = await drawFor('3d')
    const [outline = []] = 'outlines' in answer ? (answer.outlines as Place[][]) : []
    const image = await decode(puzzle.parts.bg)
    const middle = middleOf(outline)
    places.push(middle)
    const target = new Float32Array(thingList.length)
    target[thingList.findIndex((thing) => thing === puzzle.ask)] = 1
    for (let n = 0; n < NUDGES; n++) {
      const beside = (at: number): number => at + (Math.random() * 2 - 1) * NUDGE
      const place: Place = [beside(middle[0]), beside(middle[1])]
      examples.push({ input: cut(image, image.width / puzzle.geom.w, place), target })
    }
  }
  const spots = findSpots(places)
  const network = train(examples, { hidden: 96, epochs: 25, kind: 'one of' })
  return {
    name: '3d',
    attempt: async () => {
      const { puzzle, answer } = await drawFor('3d')
      const image = await decode(puzzle.parts.bg)
      const asked = thingList.findIndex((thing) => thing === puzzle.ask)
      const scores = spots.map((spot) => {
        const said = network(cut(image, image.width / puzzle.geom.w, spot))
        const sum = said.reduce((total, n) => total + Math.exp(n), 0)
        return Math.exp(said[asked] ?? 0) / sum
      })
      const [x, y] = spots[scores.indexOf(Math.max(...scores))] ?? [0, 0]
      return { answer, given: { points: [[x, y]] } }
    },
  }
}
