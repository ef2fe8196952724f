import { randomInt } from 'node:crypto'
import { clamp } from '../../raster/colour.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createPicture, giveBack, type Picture } from '../../raster/picture.ts'
import { between, type Random } from '../../raster/random.ts'
import { createCamera, type Camera } from '../../render/camera.ts'
import { makeThing, place, type Body, type Painted } from '../../render/body.ts'
import { drawScene } from '../../render/scene.ts'
import { drawTable, type Table } from '../../render/table.ts'
import { unit, type Vector } from '../../render/vectors.ts'
import { models } from '../three-d/models.ts'
import type { Thing } from '../three-d/names.ts'
import { mixPaint } from '../three-d/paint.ts'
import { areOpen, edgesOf, LEAST_EDGE } from '../three-d/rules.ts'
import { setRoom } from '../three-d/setting.ts'

/** Things that stand, so that everybody sees when they are upright to a few degrees. */
export const standing: readonly Thing[] = [
  'mug',
  'teapot',
  'bottle',
  'lamp',
  'chair',
  'candle',
  'mushroom',
  'cactus',
  'clock',
  'car',
  'house',
  'snowman',
  'duck',
  'boat',
  'tree',
  'present',
]

const THINGS = 4
/** How far from the middle of the disc things are seen, as a share of its diameter. */
const AWAY = 0.25
const PLACINGS = 8

/**
 * Sets things on the table, around the middle of the disc as it is seen and all as large as if they
 * stood equally far away: rows, or a smaller row behind, would tell where up is. Undefined when one
 * of them would be cut off.
 */
export function setStanding(random: Random, upright: Camera, size: number): Body[] | undefined {
  const left = [...standing]
  const bodies: Body[] = []
  const start = between(random, 0, Math.PI * 2)
  for (let n = 0; n < THINGS; n++) {
    const thing = left.splice(randomInt(left.length), 1)[0] ?? 'mug'
    const model = models[thing]
    const painted = makeThing(model, mixPaint(random))
    for (let i = 0; i < PLACINGS; i++) {
      const angle = start + ((n + between(random, -0.14, 0.14)) / THINGS) * Math.PI * 2
      const away = size * AWAY * between(random, 0.9, 1.12)
      const body = placeAt(painted, upright, {
        x: size / 2 + Math.cos(angle) * away,
        y: size / 2 + Math.sin(angle) * away,
        size: model.size * between(random, 0.85, 1.1),
        turn: model.front + between(random, -model.sway, model.sway),
      })
      if (!isInDisc(body, upright, size)) continue
      bodies.push(body)
      break
    }
  }
  return bodies.length === THINGS ? bodies : undefined
}

/** Steps by which a thing is moved to where it should be seen. */
const STEPS = 5

/** Places a thing so that its middle is seen at a place of the picture, at the size it would have in the middle. */
function placeAt(
  thing: Painted,
  camera: Camera,
  { x, y, size, turn }: { x: number; y: number; size: number; turn: number },
): Body {
  const [midX, midY, middle] = camera.project(0, 0, 0)
  const [besideX] = camera.project(1, 0, 0)
  const [, nearerY] = camera.project(0, 0, 1)
  let [tableX, tableZ] = [0, 0]
  let body = place(thing, size, turn, tableX, tableZ)
  for (let i = 0; i < STEPS; i++) {
    const [seenX, seenY] = middleOf(body, camera)
    tableX += (x - seenX) / (besideX - midX)
    tableZ += (y - seenY) / (nearerY - midY)
    const [, , depth] = camera.project(tableX, 0, tableZ)
    body = place(thing, (size * depth) / middle, turn, tableX, tableZ)
  }
  return body
}

/** The middle of what is seen of a thing. */
export function middleOf({ points }: Body, camera: Camera): [x: number, y: number] {
  const places = camera.projectAll(points)
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < places.length; i += 3) {
    const x = places[i] ?? 0
    const y = places[i + 1] ?? 0
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return [(left + right) / 2, (top + bottom) / 2]
}

/** Units between things and the rim of the disc. */
const RIM = 4

/** Whether all of a thing lies within the disc. */
export function isInDisc({ points }: Body, camera: Camera, size: number): boolean {
  const places = camera.projectAll(points)
  const most = (size / 2 - RIM) ** 2
  for (let i = 0; i < places.length; i += 3) {
    const x = (places[i] ?? 0) - size / 2
    const y = (places[i + 1] ?? 0) - size / 2
    if (x * x + y * y > most) return false
  }
  return true
}

// The pattern of the table lies at any angle, and is drawn as long as it will look short from the
// side: its lines must not tell which way is up.
function turnTable(random: Random, table: Table, pitch: number): Table {
  const angle = between(random, 0, Math.PI)
  const short = Math.sin(pitch)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  let turned = new Float32Array(0)
  return {
    mean: table.mean,
    paintRow: (places, first, end, colours) => {
      if (turned.length < places.length) turned = new Float32Array(places.length)
      for (let i = first * 2; i < end * 2; i += 2) {
        const x = places[i] ?? 0
        const z = (places[i + 1] ?? 0) * short
        turned[i] = x * cos + z * sin
        turned[i + 1] = z * cos - x * sin
      }
      table.paintRow(turned, first, end, colours)
    },
  }
}

/** Light from any side as it is seen: shadows of all discs together lie in no direction. */
function lightFrom(random: Random, pitch: number): Vector {
  const angle = between(random, 0, Math.PI * 2)
  const slant = between(random, 0.3, 0.6)
  return unit([Math.cos(angle) * slant, 1, (Math.sin(angle) * slant) / Math.sin(pitch)])
}

/** Things on a table in a square, turned by `turn` radians; undefined when one is hidden. */
export function drawThings(
  random: Random,
  size: number,
  density: number,
  turn: number,
): Picture | undefined {
  const view = {
    width: size,
    height: size,
    pitch: between(random, 0.5, 0.66),
    distance: between(random, 8, 10),
    reach: between(random, 4.5, 4.8),
    lift: 0.4,
  }
  // Looked at upright, so that a picture is not drawn again for the way it is turned.
  const bodies = setStanding(random, createCamera(view), size)
  if (!bodies) return undefined
  const table = turnTable(random, drawTable(random), view.pitch)
  const room = { ...setRoom(random, table), light: lightFrom(random, view.pitch) }
  const camera = createCamera({ ...view, roll: turn })
  const square = { width: size, height: size, density, isDisc: true }
  const scene = drawScene(bodies, camera, room, table, square, areOpen)
  if (!scene) return undefined
  const isClear = edgesOf(scene.picture, scene.samples).every((edge) => edge >= LEAST_EDGE)
  return isClear ? scene.picture : undefined
}

/** How much of a landscape is shown, of its width. */
const PARTS = [0.86, 0.97] as const

/** A landscape in a square, turned by `turn` radians. */
export function drawLand(random: Random, size: number, density: number, turn: number): Picture {
  const width = Math.round(size * density)
  // A lake would show the same land upside down.
  const land = drawLandscape(random, width, width, { isDry: true })
  const picture = createPicture(width, width)
  const middle = (width - 1) / 2
  // A little enlarged and moved, by how much nobody knows: what turning leaves between pixels could
  // be worked out otherwise.
  const part = between(random, ...PARTS)
  const room = middle * (1 - part)
  const midX = middle + between(random, -room, room)
  const midY = middle + between(random, -room, room)
  const [sin, cos] = [Math.sin(turn) * part, Math.cos(turn) * part]
  const { data } = picture
  const from = land.data
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - middle
      const dy = y - middle
      if (dx * dx + dy * dy > (middle + 1) ** 2) continue
      const sx = clamp(midX + dx * cos + dy * sin, 0, width - 1.001)
      const sy = clamp(midY + dy * cos - dx * sin, 0, width - 1.001)
      const left = Math.floor(sx)
      const top = Math.floor(sy)
      const fx = sx - left
      const fy = sy - top
      const i = (top * width + left) * 3
      const j = i + width * 3
      const to = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        const above = (from[i + c] ?? 0) * (1 - fx) + (from[i + 3 + c] ?? 0) * fx
        const below = (from[j + c] ?? 0) * (1 - fx) + (from[j + 3 + c] ?? 0) * fx
        data[to + c] = above * (1 - fy) + below * fy
      }
    }
  }
  giveBack(land)
  return picture
}

/** Lays light and tint over a picture from any side, so that the bright side is not the upper one. */
export function addCast(random: Random, { width, height, data }: Picture): void {
  const casts = [0, 1, 2].map((c) => {
    const angle = between(random, 0, Math.PI * 2)
    const strength = between(random, 0.03, 0.1) + (c === 0 ? 0.04 : 0)
    return { x: Math.cos(angle) * strength, y: Math.sin(angle) * strength }
  })
  const common = between(random, 0, Math.PI * 2)
  const power = between(random, 0.13, 0.24)
  const [red = 0, green = 0, blue = 0] = casts.map(({ x }) => {
    return (Math.cos(common) * power + x) * (2 / width)
  })
  const [redDown = 0, greenDown = 0, blueDown = 0] = casts.map(({ y }) => {
    return (Math.sin(common) * power + y) * (2 / width)
  })
  let i = 0
  for (let y = 0; y < height; y++) {
    const down = y - height / 2
    for (let x = 0; x < width; x++) {
      const across = x - width / 2
      data[i] = (data[i] ?? 0) * (1 + down * redDown + across * red)
      data[i + 1] = (data[i + 1] ?? 0) * (1 + down * greenDown + across * green)
      data[i + 2] = (data[i + 2] ?? 0) * (1 + down * blueDown + across * blue)
      i += 3
    }
  }
}
