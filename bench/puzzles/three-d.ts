import { randomInt } from 'node:crypto'
import type { Drawn } from '../../puzzles/index.ts'
import { decode, pixelAt, strengthAt, value, type Image } from './image.ts'

/** Marked points of an answer. */
interface Points {
  points: [number, number][]
}

const WIDTH = 160
const HEIGHT = 88
/** Units per sampled pixel. */
const STEP = 2
/** Independent guesses per picture. */
const GUESSES = 10

interface Blob {
  x: number
  y: number
  area: number
  moments: number[]
}

/** Returns the pixels that differ from the table, whose colours come from the border. */
function foreground(image: Image): Uint8Array {
  const samples: number[][] = []
  for (let x = 0; x < WIDTH; x += 2)
    for (const y of [1, HEIGHT - 2]) samples.push(colour(image, x, y))
  for (let y = 0; y < HEIGHT; y += 2)
    for (const x of [1, WIDTH - 2]) samples.push(colour(image, x, y))
  let centres = Array.from({ length: 4 }, (_, i) => samples[(i * 37) % samples.length] ?? [0, 0, 0])
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => [0, 0, 0, 0])
    for (const sample of samples) {
      const sum = sums[nearest(centres, sample).index]
      if (!sum) continue
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (sample[c] ?? 0)
      sum[3] = (sum[3] ?? 0) + 1
    }
    centres = sums.map(([r = 0, g = 0, b = 0, n = 0], i) =>
      n === 0 ? (centres[i] ?? [0, 0, 0]) : [r / n, g / n, b / n],
    )
  }
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const far = nearest(centres, colour(image, x, y)).distance
      mask[y * WIDTH + x] = far > 46 || strengthAt(image, pixelAt(image, x, y)) > 70 ? 1 : 0
    }
  }
  return mask
}

function colour(image: Image, x: number, y: number): number[] {
  return [0, 1, 2].map((c) => value(image, x, y, c))
}

function nearest(
  centres: readonly number[][],
  sample: readonly number[],
): { index: number; distance: number } {
  let index = 0
  let distance = Infinity
  centres.forEach((centre, i) => {
    const away = Math.hypot(...centre.map((n, c) => n - (sample[c] ?? 0)))
    if (away < distance) [index, distance] = [i, away]
  })
  return { index, distance }
}

/** Returns connected patches of the size of objects. */
function blobs(mask: Uint8Array): Blob[] {
  const left = mask.slice()
  const found: Blob[] = []
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue
    const points: [number, number][] = []
    const stack = [start]
    left[start] = 0
    while (stack.length > 0) {
      const i = stack.pop() ?? 0
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      points.push([x, y])
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx < 0 || ny < 0 || nx >= WIDTH || ny >= HEIGHT) continue
        const j = ny * WIDTH + nx
        if (left[j] === 0) continue
        left[j] = 0
        stack.push(j)
      }
    }
    if (points.length > 90 && points.length < 2600) found.push(measure(points))
  }
  return found
}

function measure(points: readonly [number, number][]): Blob {
  const area = points.length
  const x = points.reduce((sum, [px]) => sum + px, 0) / area
  const y = points.reduce((sum, [, py]) => sum + py, 0) / area
  let [xx, yy, xy] = [0, 0, 0]
  for (const [px, py] of points) {
    xx += (px - x) ** 2 / area
    yy += (py - y) ** 2 / area
    xy += ((px - x) * (py - y)) / area
  }
  const common = (xx + yy) / 2
  const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2)
  return {
    x: x * STEP,
    y: y * STEP,
    area,
    moments: [
      Math.sqrt(area) / 8,
      Math.sqrt(common + spread) / 3,
      Math.sqrt(Math.max(0, common - spread)) / 3,
      area / (common + 1) / 3,
    ],
  }
}

/** Returns the answers of every attack on a 3d puzzle by name. */
export async function attackThreeD(
  puzzle: Drawn<'3d'>['puzzle'],
): Promise<Record<string, Points[]>> {
  const image = await decode(puzzle.parts.bg, WIDTH, HEIGHT)
  const found = blobs(foreground(image))
  const anywhere = (): [number, number] => [randomInt(WIDTH * STEP), randomInt(HEIGHT * STEP)]
  const anyBlob = (): [number, number] => {
    const blob = found[randomInt(Math.max(1, found.length))]
    return blob ? [blob.x, blob.y] : anywhere()
  }
  const count = puzzle.geom.count
  const guess = (draw: () => [number, number]): Points[] =>
    Array.from({ length: GUESSES }, () => ({ points: Array.from({ length: count }, draw) }))
  if (count === 1) return { 'any place': guess(anywhere), 'any patch of colour': guess(anyBlob) }
  const pair = alike(found)
  return {
    'any two places': guess(anywhere),
    'any two patches': guess(anyBlob),
    'the two patches of like form': [
      {
        points: pair ? pair.map(({ x, y }): [number, number] => [x, y]) : [anywhere(), anywhere()],
      },
    ],
  }
}

/** Returns the two patches with the most similar moments. */
function alike(found: readonly Blob[]): [Blob, Blob] | undefined {
  let pair: [Blob, Blob] | undefined
  let least = Infinity
  found.forEach((a, i) => {
    for (const b of found.slice(i + 1)) {
      const away = Math.hypot(...a.moments.map((n, m) => n - (b.moments[m] ?? 0)))
      if (away < least) [pair, least] = [[a, b], away]
    }
  })
  return pair
}
