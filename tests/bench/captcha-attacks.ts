// Attacks the slide puzzle as a program would: from the pictures as they are sent, no answer known.
// Run: node tests/bench/captcha-attacks.ts [puzzles]
import { randomInt } from 'node:crypto'
import process from 'node:process'
import sharp from 'sharp'
import { slide } from '../../server/captcha/modes/slide.ts'

interface Image {
  width: number
  height: number
  /** Red, green, blue, alpha from 0 to 255. */
  data: Uint8Array
}

interface Scene {
  picture: Image
  piece: Image
  y: number
  last: number
  /** Points on the edge of the piece with their outward normals. */
  edge: { x: number; y: number; nx: number; ny: number }[]
  luminance: Float32Array
}

async function decode(base64: string): Promise<Image> {
  const { data, info } = await sharp(Buffer.from(base64, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

function value(image: Image, x: number, y: number, channel: number): number {
  const column = Math.min(image.width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(image.height - 1, Math.max(0, Math.round(y)))
  return image.data[(row * image.width + column) * 4 + channel] ?? 0
}

function light(image: Image, x: number, y: number): number {
  return 0.3 * value(image, x, y, 0) + 0.6 * value(image, x, y, 1) + 0.1 * value(image, x, y, 2)
}

function gradient(image: Image, x: number, y: number): [number, number] {
  return [
    light(image, x + 1, y) - light(image, x - 1, y),
    light(image, x, y + 1) - light(image, x, y - 1),
  ]
}

async function look(puzzle: Awaited<ReturnType<typeof slide.make>>['puzzle']): Promise<Scene> {
  const picture = await decode(puzzle.parts.bg)
  const piece = await decode(puzzle.parts.piece)
  const edge: Scene['edge'] = []
  for (let y = 1; y < piece.height - 1; y++) {
    for (let x = 1; x < piece.width - 1; x++) {
      const gx = value(piece, x + 1, y, 3) - value(piece, x - 1, y, 3)
      const gy = value(piece, x, y + 1, 3) - value(piece, x, y - 1, 3)
      const length = Math.hypot(gx, gy)
      if (length > 120) edge.push({ x, y, nx: -gx / length, ny: -gy / length })
    }
  }
  const luminance = new Float32Array(picture.width * picture.height)
  for (let i = 0; i < luminance.length; i++) {
    luminance[i] = light(picture, i % picture.width, Math.floor(i / picture.width))
  }
  const last = picture.width - piece.width
  return { picture, piece, y: puzzle.geom.y, last, edge, luminance }
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

function correlation(a: number[], b: number[]): number {
  const meanA = a.reduce((sum, n) => sum + n, 0) / a.length
  const meanB = b.reduce((sum, n) => sum + n, 0) / b.length
  let shared = 0
  let powerA = 0
  let powerB = 0
  a.forEach((n, i) => {
    const da = n - meanA
    const db = (b[i] ?? 0) - meanB
    shared += da * db
    powerA += da * da
    powerB += db * db
  })
  return shared / Math.sqrt(powerA * powerB + 1e-6)
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

function best(list: number[]): number {
  return list.reduce((top, n, i) => (n > (list[top] ?? -Infinity) ? i : top), 0)
}

function standard(list: number[]): number[] {
  const mean = list.reduce((sum, n) => sum + n, 0) / list.length
  const spread = Math.sqrt(list.reduce((sum, n) => sum + (n - mean) ** 2, 0) / list.length) + 1e-9
  return list.map((n) => (n - mean) / spread)
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

const attacks: Record<string, (scene: Scene) => number> = {
  'random place': (scene) => randomInt(57, scene.last + 1),
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

/** Upper and lower end of the 95 % interval (Wilson). */
function interval(hits: number, count: number): [number, number] {
  const z = 1.96
  const p = hits / count
  const middle = p + (z * z) / (2 * count)
  const half = z * Math.sqrt((p * (1 - p)) / count + (z * z) / (4 * count * count))
  const scale = 1 + (z * z) / count
  return [(middle - half) / scale, (middle + half) / scale]
}

const count = Number(process.argv[2] ?? 300)
const hits = new Map<string, number>()
let drawMs = 0
const bytes: number[] = []
for (let i = 0; i < count; i++) {
  const before = process.cpuUsage()
  const { puzzle, answer } = await slide.make({ language: 'en', level: 0 })
  const used = process.cpuUsage(before)
  drawMs += (used.user + used.system) / 1000
  bytes.push(JSON.stringify(puzzle).length)
  const scene = await look(puzzle)
  for (const [name, attack] of Object.entries(attacks)) {
    if (slide.check(answer, { x: attack(scene) })) hits.set(name, (hits.get(name) ?? 0) + 1)
  }
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
for (const name of Object.keys(attacks)) {
  const [low, high] = interval(hits.get(name) ?? 0, count)
  const share = percent((hits.get(name) ?? 0) / count)
  process.stdout.write(
    `${name.padEnd(50)} ${share.padStart(7)}  (${percent(low)} to ${percent(high)})\n`,
  )
}
const mean = bytes.reduce((sum, n) => sum + n, 0) / count
process.stdout.write(
  `\n${count} puzzles, ${(drawMs / count).toFixed(1)} ms of processor each, ${(mean / 1024).toFixed(1)} KiB of JSON\n`,
)
