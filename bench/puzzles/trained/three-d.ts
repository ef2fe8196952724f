import type { Drawn } from '../../../puzzles/index.ts'
import { names, thingList } from '../../../puzzles/kinds/three-d/names.ts'
import { decode, type Image } from '../image.ts'
import { softmax, train, type Example } from './network.ts'

/** Side of the square around one thing: CROP in units of the picture, SIDE in samples. */
const CROP = 60
const SIDE = 20
/** Number of randomly shifted crops of each thing, and their greatest shift in units. */
const SHIFTS = 5
const MAX_SHIFT = 6
const SPOTS = 10
/** Repetitions of the clustering. */
const ROUNDS = 20

type Place = readonly [x: number, y: number]

function crop({ width, data }: Image, scale: number, [x, y]: Place): Float32Array {
  const samples = new Float32Array(SIDE * SIDE * 3)
  const height = data.length / 4 / width
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const px = Math.round((x + ((column + 0.5) / SIDE - 0.5) * CROP) * scale)
      const py = Math.round((y + ((row + 0.5) / SIDE - 0.5) * CROP) * scale)
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      for (let c = 0; c < 3; c++) {
        samples[(row * SIDE + column) * 3 + c] = (data[(py * width + px) * 4 + c] ?? 0) / 255 - 0.5
      }
    }
  }
  return samples
}

function middleOf(outline: readonly Place[]): Place {
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

/** Finds the spots where things stand, by clustering the places of earlier answers (k-means). */
function findSpots(places: readonly Place[]): Place[] {
  // Begins with two rows of five.
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

function numberOf({ ask }: Drawn<'3d'>['puzzle']): number {
  return thingList.findIndex((thing) => names[thing] === ask)
}

/** Trains a network that tells which of ten spots holds the requested thing. */
export async function learnThreeD(
  count: number,
  draw: () => Promise<Drawn<'3d'>>,
): Promise<(puzzle: Drawn<'3d'>['puzzle']) => Promise<object>> {
  const places: Place[] = []
  const examples: Example[] = []
  for (let i = 0; i < count; i++) {
    const { puzzle, solution } = await draw()
    const [outline = []] = solution.outlines
    const image = await decode(puzzle.parts.bg)
    const middle = middleOf(outline)
    places.push(middle)
    const target = new Float32Array(thingList.length)
    target[numberOf(puzzle)] = 1
    for (let n = 0; n < SHIFTS; n++) {
      const beside = (at: number): number => at + (Math.random() * 2 - 1) * MAX_SHIFT
      const place: Place = [beside(middle[0]), beside(middle[1])]
      examples.push({ input: crop(image, image.width / puzzle.geom.w, place), target })
    }
  }
  const spots = findSpots(places)
  const input = { height: SIDE, width: SIDE, channels: 3 }
  const network = train(examples, {
    input,
    filters: [12, 24],
    hidden: 96,
    epochs: 14,
    kind: 'one of',
  })
  return async (puzzle) => {
    const image = await decode(puzzle.parts.bg)
    const thing = numberOf(puzzle)
    const scores = spots.map((spot) => {
      return softmax(network(crop(image, image.width / puzzle.geom.w, spot)))[thing] ?? 0
    })
    const [x, y] = spots[scores.indexOf(Math.max(...scores))] ?? [0, 0]
    return { points: [[x, y]] }
  }
}
