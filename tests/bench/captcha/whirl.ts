import { randomInt } from 'node:crypto'
import type { AnswerOf, PuzzleOf } from '#protocol/captcha/modes.ts'
import { decode, gradient, light, value, type Image } from './image.ts'

const SIDE = 100
const TURN = Math.PI * 2

function inside(visit: (x: number, y: number, dx: number, dy: number) => void): void {
  const middle = (SIDE - 1) / 2
  for (let y = 2; y < SIDE - 2; y++) {
    for (let x = 2; x < SIDE - 2; x++) {
      const [dx, dy] = [x - middle, y - middle]
      if (Math.hypot(dx, dy) < middle - 4) visit(x, y, dx, dy)
    }
  }
}

/** Direction in which something lies on average, as an angle. */
function centroid(weight: (x: number, y: number) => number): number {
  let [sum, sx, sy, count] = [0, 0, 0, 0]
  inside((x, y) => {
    sum += weight(x, y)
    count += 1
  })
  const mean = sum / count
  inside((x, y, dx, dy) => {
    const over = weight(x, y) - mean
    sx += over * dx
    sy += over * dy
  })
  return Math.atan2(sy, sx)
}

/** Turn clockwise that brings a direction up. */
function bringUp(angle: number): number {
  return (((-Math.PI / 2 - angle) / TURN) * 360 + 720) % 360
}

const rough =
  (image: Image) =>
  (x: number, y: number): number =>
    Math.hypot(...gradient(image, x, y))

/** The commonest direction of edges, folded to a right angle, in radians. */
function edgeAxis(image: Image): number {
  const bins = new Float64Array(90)
  inside((x, y) => {
    const [gx, gy] = gradient(image, x, y)
    const strength = Math.hypot(gx, gy)
    if (strength < 12) return
    const degrees = ((((Math.atan2(gy, gx) / TURN) * 360) % 90) + 90) % 90
    bins[Math.floor(degrees)] = (bins[Math.floor(degrees)] ?? 0) + strength
  })
  let top = 0
  let most = 0
  for (let i = 0; i < 90; i++) {
    let sum = 0
    for (let j = -2; j <= 2; j++) sum += (bins[(i + j + 90) % 90] ?? 0) * (3 - Math.abs(j))
    if (sum > most) [top, most] = [i, sum]
  }
  return ((top + 0.5) / 360) * TURN
}

/** Of the four directions of the axis the one nearest to a guess. */
function snap(axis: number, guess: number): number {
  const candidates = [0, 1, 2, 3].map((n) => axis + (n * Math.PI) / 2)
  const off = (angle: number): number =>
    Math.abs(Math.atan2(Math.sin(angle - guess), Math.cos(angle - guess)))
  return candidates.reduce((top, angle) => (off(angle) < off(top) ? angle : top))
}

const attacks: Readonly<Record<string, (image: Image) => number>> = {
  'any turn': () => randomInt(300, 3300) / 10,
  'bright side up': (image) => bringUp(centroid((x, y) => light(image, x, y))),
  'blue side up': (image) =>
    bringUp(centroid((x, y) => value(image, x, y, 2) - value(image, x, y, 0))),
  'smooth side up': (image) => bringUp(centroid((x, y) => -rough(image)(x, y))),
  'rough side up': (image) => bringUp(centroid(rough(image))),
  'edge axis, any side': (image) => bringUp(edgeAxis(image) + (randomInt(4) * Math.PI) / 2),
  'edge axis, smooth side up': (image) =>
    bringUp(
      snap(
        edgeAxis(image),
        centroid((x, y) => -rough(image)(x, y)),
      ),
    ),
  'edge axis, bright side up': (image) =>
    bringUp(
      snap(
        edgeAxis(image),
        centroid((x, y) => light(image, x, y)),
      ),
    ),
}

/** Every attack on one whirl puzzle, by name. */
export async function attackWhirl(
  puzzle: PuzzleOf<'whirl'>,
): Promise<Record<string, AnswerOf<'whirl'>>> {
  const image = await decode(puzzle.parts.disc, SIDE, SIDE)
  return Object.fromEntries(
    Object.entries(attacks).map(([name, attack]) => [name, { deg: attack(image) }]),
  )
}
