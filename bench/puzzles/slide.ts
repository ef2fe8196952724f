import { randomInt } from 'node:crypto'
import type { Drawn } from '../../puzzles/index.ts'
import {
  best,
  correlation,
  decode,
  pixelAt,
  standard,
  strengthAt,
  value,
  type Image,
} from './image.ts'

interface Scene {
  picture: Image
  piece: Image
  /** Pixels per unit. */
  scale: number
  y: number
  last: number
  /** Points on the edge of the piece with their outward normals. */
  edge: { x: number; y: number; nx: number; ny: number }[]
}

async function readScene({ geom, parts }: Drawn<'slide'>['puzzle']): Promise<Scene> {
  const picture = await decode(parts.bg)
  const piece = await decode(parts.piece)
  const scale = picture.width / geom.w
  const edge: Scene['edge'] = []
  for (let y = 1; y < piece.height - 1; y++) {
    for (let x = 1; x < piece.width - 1; x++) {
      const gx = value(piece, x + 1, y, 3) - value(piece, x - 1, y, 3)
      const gy = value(piece, x, y + 1, 3) - value(piece, x, y - 1, 3)
      const length = Math.sqrt(gx * gx + gy * gy)
      if (length > 120) edge.push({ x, y, nx: -gx / length, ny: -gy / length })
    }
  }
  return {
    picture,
    piece,
    scale,
    y: Math.round(geom.y * scale),
    last: picture.width - piece.width,
    edge,
  }
}

/** Score of the piece by column. */
type Scores = (scene: Scene) => number[]

function atEach({ last }: Scene, score: (x: number) => number): number[] {
  return Array.from({ length: last + 1 }, (_, x) => score(x))
}

/** Scores columns by the outline of the piece on strong edges. */
const outline: Scores = (scene) => {
  const { picture, edge, y } = scene
  return atEach(scene, (x) => {
    let sum = 0
    for (const point of edge) {
      const i = pixelAt(picture, x + point.x, y + point.y)
      const along = (picture.gx[i] ?? 0) * point.nx + (picture.gy[i] ?? 0) * point.ny
      sum += Math.abs(along) / (strengthAt(picture, i) + 60)
    }
    return sum
  })
}

/** Scores columns by the correlation of edges, as common tools do. */
const edges: Scores = (scene) => {
  const { picture, piece, y } = scene
  const strengths = picture.light.map((_, i) => strengthAt(picture, i))
  const places: number[] = []
  const a: number[] = []
  for (let py = 1; py < piece.height - 1; py += 2) {
    for (let px = 1; px < piece.width - 1; px += 2) {
      const alpha = Math.hypot(
        value(piece, px + 1, py, 3) - value(piece, px - 1, py, 3),
        value(piece, px, py + 1, 3) - value(piece, px, py - 1, 3),
      )
      const i = py * piece.width + px
      a.push(alpha + (value(piece, px, py, 3) > 128 ? strengthAt(piece, i) : 0))
      places.push((y + py) * picture.width + px)
    }
  }
  return compare(scene, Float32Array.from(a), places, strengths)
}

/** Scores columns by the correlation of contents. */
const content: Scores = (scene) => {
  const { picture, piece, y } = scene
  const places: number[] = []
  const a: number[] = []
  for (let py = 0; py < piece.height; py += 2) {
    for (let px = 0; px < piece.width; px += 2) {
      if (value(piece, px, py, 3) < 128) continue
      a.push(piece.light[py * piece.width + px] ?? 0)
      places.push((y + py) * picture.width + px)
    }
  }
  return compare(scene, Float32Array.from(a), places, picture.light)
}

function compare(scene: Scene, a: Float32Array, places: number[], field: Float32Array): number[] {
  const b = new Float32Array(a.length)
  return atEach(scene, (x) => {
    for (let i = 0; i < b.length; i++) b[i] = field[(places[i] ?? 0) + x] ?? 0
    return correlation(a, b)
  })
}

/**
 * Scores the continuity of colours across the edge, which people look at, from `inner` units inside the
 * edge to `outer` units beyond it.
 */
function seamFor(scene: Scene, inner: number, outer: number): (x: number) => number {
  const { picture, piece, scale, edge, y } = scene
  const [within, beyond] = [inner * scale, outer * scale]
  const a = new Float32Array(edge.length * 3)
  edge.forEach((point, n) => {
    const i = pixelAt(piece, point.x - point.nx * within, point.y - point.ny * within)
    for (let c = 0; c < 3; c++) a[n * 3 + c] = piece.data[i * 4 + c] ?? 0
  })
  const b = new Float32Array(a.length)
  return (x) => {
    for (let n = 0; n < edge.length; n++) {
      const point = edge[n]
      if (!point) continue
      const i = pixelAt(picture, x + point.x + point.nx * beyond, y + point.y + point.ny * beyond)
      for (let c = 0; c < 3; c++) b[n * 3 + c] = picture.data[i * 4 + c] ?? 0
    }
    return correlation(a, b)
  }
}

/** Scores the continuity at each column. */
function seamAt(inner: number, outer: number): Scores {
  return (scene) => atEach(scene, seamFor(scene, inner, outer))
}

/** Scores the continuity without slow changes of light, as an attacker who knows the source would do. */
function steadySeams(
  { picture, piece, scale, edge, y }: Scene,
  places: readonly number[],
  inner: number,
  outer: number,
): number[] {
  const turns = edge.map((point) =>
    Math.atan2(point.y - piece.height / 2, point.x - piece.width / 2),
  )
  const read = (image: Image, left: number, top: number, away: number): Float32Array => {
    const list = new Float32Array(edge.length * 3)
    edge.forEach((point, n) => {
      const i = pixelAt(image, left + point.x + point.nx * away, top + point.y + point.ny * away)
      for (let c = 0; c < 3; c++) list[n * 3 + c] = image.data[i * 4 + c] ?? 0
    })
    return evenOut(list, turns)
  }
  const a = read(piece, 0, 0, -inner * scale)
  return places.map((x) => correlation(a, read(picture, x, y, outer * scale)))
}

/** Removes the mean and the first harmonic of each colour around the rim. */
function evenOut(list: Float32Array, turns: readonly number[]): Float32Array {
  const waves = [() => 1, Math.cos, Math.sin]
  for (let c = 0; c < 3; c++) {
    for (const wave of waves) {
      let [sum, power] = [0, 0]
      turns.forEach((turn, n) => {
        sum += (list[n * 3 + c] ?? 0) * wave(turn)
        power += wave(turn) ** 2
      })
      turns.forEach((turn, n) => {
        list[n * 3 + c] = (list[n * 3 + c] ?? 0) - (sum / power) * wave(turn)
      })
    }
  }
  return list
}

/** Returns the three strongest outlines that do not overlap. */
function candidates(outlines: readonly number[], scale: number): number[] {
  const left = [...outlines]
  return [0, 1, 2].map(() => {
    const top = best(left)
    left.fill(-Infinity, Math.max(0, top - 40 * scale), top + 40 * scale)
    return top
  })
}

/** Returns the column of the highest score. */
function pick(places: readonly number[], scores: readonly number[]): number {
  return places[best(scores)] ?? 0
}

/** Returns the activity around a gap. */
function liveliness({ picture, scale, edge, y }: Scene, places: readonly number[]): number[] {
  return places.map((x) => {
    const list = edge.map(
      (point) =>
        picture.light[
          pixelAt(picture, x + point.x + point.nx * 6 * scale, y + point.y + point.ny * 6 * scale)
        ] ?? 0,
    )
    const mean = list.reduce((sum, n) => sum + n, 0) / list.length
    return list.reduce((sum, n) => sum + (n - mean) ** 2, 0)
  })
}

/** Returns the best score near each place, because outlines are found only to a pixel or two. */
function bestBeside(places: readonly number[], score: (x: number) => number): number[] {
  return places.map((x) => Math.max(...[-3, -2, -1, 0, 1, 2, 3].map((d) => score(x + d))))
}

/** The same, from scores that are already known for every column. */
function bestScoresBeside(places: readonly number[], scores: readonly number[]): number[] {
  return bestBeside(places, (x) => scores[x] ?? -1)
}

function weightedSum(a: readonly number[], b: readonly number[], weight: number): number[] {
  const [first, second] = [standard(a), standard(b)]
  return first.map((n, i) => n + weight * (second[i] ?? 0))
}

/** Returns the three gaps in units with many scores each, as input of a trained network. */
export async function measureGaps(
  puzzle: Drawn<'slide'>['puzzle'],
): Promise<{ x: number; measures: number[] }[]> {
  const scene = await readScene(puzzle)
  const places = candidates(outline(scene), scene.scale)
  const columns: number[][] = []
  for (const inner of [2.5, 3.5, 5, 7]) {
    for (const outer of [4, 5, 6.5, 8.5]) {
      columns.push(bestBeside(places, seamFor(scene, inner, outer)))
      columns.push(steadySeams(scene, places, inner, outer))
    }
  }
  columns.push(standard(liveliness(scene, places)))
  return places.map((x, n) => ({
    x: x / scene.scale,
    measures: columns.map((column) => column[n] ?? 0),
  }))
}

/** Independent guesses per picture. */
const GUESSES = 10

/** Returns the answers of every attack on a slide puzzle by name. */
export async function attackSlide(
  puzzle: Drawn<'slide'>['puzzle'],
): Promise<Record<string, { x: number }[]>> {
  const scene = await readScene(puzzle)
  const outlines = outline(scene)
  const places = candidates(outlines, scene.scale)
  const near = seamAt(3, 3.5)(scene)
  const far = bestScoresBeside(places, seamAt(3, 5)(scene))
  const farther = bestScoresBeside(places, seamAt(5, 7)(scene))
  const steady = steadySeams(scene, places, 3, 5)
  const one = (x: number): { x: number }[] => [{ x: x / scene.scale }]
  return {
    'random place': Array.from({ length: GUESSES }, () => ({
      x: randomInt(0, scene.last + 1) / scene.scale,
    })),
    'random gap of the three': Array.from({ length: GUESSES }, () => ({
      x: (places[randomInt(0, 3)] ?? 0) / scene.scale,
    })),
    'liveliest gap of the three': one(pick(places, liveliness(scene, places))),
    'outline match': one(best(outlines)),
    'edge correlation': one(best(edges(scene))),
    'content correlation': one(best(content(scene))),
    'outline and seam': one(best(weightedSum(outlines, seamAt(3, 2.5)(scene), 1))),
    'outline and seam, weighted for this puzzle': one(best(weightedSum(outlines, near, 2))),
    'the three gaps, seam beyond the frame': one(pick(places, far)),
    'the three gaps, seam still farther': one(pick(places, farther)),
    'the three gaps, light evened out': one(pick(places, steady)),
    'the three gaps, all of these together': one(
      pick(places, weightedSum(weightedSum(far, farther, 1), steady, 0.7)),
    ),
  }
}
