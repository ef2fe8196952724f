import { randomInt } from 'node:crypto'
import type { PuzzleOf } from '#protocol/captcha/modes.ts'
import { best, correlation, decode, gradient, light, standard, value, type Image } from './image.ts'

interface Scene {
  picture: Image
  piece: Image
  y: number
  last: number
  /** Points on the edge of the piece with their outward normals. */
  edge: { x: number; y: number; nx: number; ny: number }[]
}

async function look({ geom, parts }: PuzzleOf<'slide'>): Promise<Scene> {
  const picture = await decode(parts.bg, geom.w, geom.h)
  const piece = await decode(parts.piece, geom.size, geom.size)
  const edge: Scene['edge'] = []
  for (let y = 1; y < piece.height - 1; y++) {
    for (let x = 1; x < piece.width - 1; x++) {
      const gx = value(piece, x + 1, y, 3) - value(piece, x - 1, y, 3)
      const gy = value(piece, x, y + 1, 3) - value(piece, x, y - 1, 3)
      const length = Math.hypot(gx, gy)
      if (length > 120) edge.push({ x, y, nx: -gx / length, ny: -gy / length })
    }
  }
  return { picture, piece, y: geom.y, last: geom.w - geom.size, edge }
}

type Score = (scene: Scene, x: number) => number

/** The outline of the piece against strong edges of the picture. */
const outline: Score = ({ picture, edge, y }, x) => {
  let sum = 0
  for (const point of edge) {
    const [gx, gy] = gradient(picture, x + point.x, y + point.y)
    sum += Math.abs(gx * point.nx + gy * point.ny) / (Math.hypot(gx, gy) + 60)
  }
  return sum
}

/** Edges of piece and picture, as common tools compare them. */
const edges: Score = ({ picture, piece, y }, x) => {
  const a: number[] = []
  const b: number[] = []
  for (let py = 1; py < piece.height - 1; py += 2) {
    for (let px = 1; px < piece.width - 1; px += 2) {
      const alpha = Math.hypot(
        value(piece, px + 1, py, 3) - value(piece, px - 1, py, 3),
        value(piece, px, py + 1, 3) - value(piece, px, py - 1, 3),
      )
      const inside = value(piece, px, py, 3) > 128 ? Math.hypot(...gradient(piece, px, py)) : 0
      a.push(alpha + inside)
      b.push(Math.hypot(...gradient(picture, x + px, y + py)))
    }
  }
  return correlation(a, b)
}

/** What the piece shows against what the picture shows there. */
const content: Score = ({ picture, piece, y }, x) => {
  const a: number[] = []
  const b: number[] = []
  for (let py = 0; py < piece.height; py += 2) {
    for (let px = 0; px < piece.width; px += 2) {
      if (value(piece, px, py, 3) < 128) continue
      a.push(light(piece, px, py))
      b.push(light(picture, x + px, y + py))
    }
  }
  return correlation(a, b)
}

/** Whether the colours inside the edge go on outside: what people look at. */
function seamAt(inner: number, outer: number): Score {
  return ({ picture, piece, edge, y }, x) => {
    const a: number[] = []
    const b: number[] = []
    for (const { x: px, y: py, nx, ny } of edge) {
      for (let c = 0; c < 3; c++) {
        a.push(value(piece, px - nx * inner, py - ny * inner, c))
        b.push(value(picture, x + px + nx * outer, y + py + ny * outer, c))
      }
    }
    return correlation(a, b)
  }
}

const seam = seamAt(3, 3.5)
const deepSeam = seamAt(6, 6.5)

function scores(scene: Scene, score: Score, from = 0): number[] {
  return Array.from({ length: scene.last + 1 }, (_, x) => (x < from ? -Infinity : score(scene, x)))
}

/** The three strongest outlines that do not overlap. */
function candidates(list: number[]): number[] {
  const left = [...list]
  return [0, 1, 2].map(() => {
    const top = best(left)
    for (let x = Math.max(0, top - 40); x < Math.min(left.length, top + 40); x++)
      left[x] = -Infinity
    return top
  })
}

function bestGap(scene: Scene, score: Score): number {
  const places = candidates(scores(scene, outline))
  return places.reduce((top, x) => (score(scene, x) > score(scene, top) ? x : top), places[0] ?? 0)
}

/** How much happens around a gap. */
const liveliness: Score = ({ picture, edge, y }, x) => {
  const list = edge.map((point) =>
    light(picture, x + point.x + point.nx * 4, y + point.y + point.ny * 4),
  )
  const mean = list.reduce((sum, n) => sum + n, 0) / list.length
  return list.reduce((sum, n) => sum + (n - mean) ** 2, 0)
}

const attacks: Readonly<Record<string, (scene: Scene) => number>> = {
  'random place': (scene) => randomInt(0, scene.last + 1),
  'random gap of the three': (scene) => candidates(scores(scene, outline))[randomInt(0, 3)] ?? 0,
  'liveliest gap of the three': (scene) => bestGap(scene, liveliness),
  'outline match': (scene) => best(scores(scene, outline)),
  'edge correlation': (scene) => best(scores(scene, edges)),
  'content correlation': (scene) => best(scores(scene, content)),
  'seam alone': (scene) => best(scores(scene, seam)),
  'outline and seam, written for this puzzle': (scene) => {
    const o = standard(scores(scene, outline))
    const s = standard(scores(scene, seam))
    return best(o.map((n, i) => n + 2 * (s[i] ?? 0)))
  },
  'seam of the three gaps, written for this puzzle': (scene) => bestGap(scene, seam),
  'the same, farther from the edge': (scene) => bestGap(scene, deepSeam),
}

/** Every attack on one slide puzzle, by name. */
export async function attackSlide(
  puzzle: PuzzleOf<'slide'>,
): Promise<Record<string, { x: number }>> {
  const scene = await look(puzzle)
  return Object.fromEntries(
    Object.entries(attacks).map(([name, attack]) => [name, { x: attack(scene) }]),
  )
}
