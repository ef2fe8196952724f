import { randomInt } from 'node:crypto'
import { clamp } from '../../raster/colour.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createPicture, recyclePicture, type Picture } from '../../raster/picture.ts'
import { between, type Random } from '../../raster/random.ts'
import { makeThing, place, type Body, type Painted } from '../../render/body.ts'
import { createCamera, type Camera } from '../../render/camera.ts'
import { drawScene } from '../../render/scene.ts'
import { drawTable, type Table } from '../../render/table.ts'
import { unit, type Vector } from '../../render/vectors.ts'
import { createRandomRoom } from '../three-d/arrange.ts'
import { models } from '../three-d/models.ts'
import type { Thing } from '../three-d/names.ts'
import { mixPaint } from '../three-d/paint.ts'
import { areVisible, edgesOf, MIN_EDGE } from '../three-d/visibility.ts'

/** Objects whose upright position is obvious to a few degrees. */
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
/** Distance of objects from the middle, as a share of the diameter. */
const AWAY = 0.25
const PLACINGS = 8

/**
 * Arranges objects in a circle and with equal size on the screen, because rows or smaller objects behind
 * would reveal the upright direction. Returns undefined if an object would be cut off.
 */
export function arrangeStanding(random: Random, upright: Camera, size: number): Body[] | undefined {
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

/** Iterations to move an object to its place on the screen. */
const STEPS = 5

/** Places an object so that its middle appears at a point, with the size it has in the middle. */
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

/** Returns the middle of an object on the screen. */
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

/** Distance between objects and the rim, in units. */
const RIM = 4

/** Whether the whole object is inside the disc. */
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

// The pattern is rotated at random and stretched against perspective, so that its lines do not reveal
// the upright direction.
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

/** Returns light from a random side on the screen, so that shadows have no preferred direction. */
function lightFrom(random: Random, pitch: number): Vector {
  const angle = between(random, 0, Math.PI * 2)
  const slant = between(random, 0.3, 0.6)
  return unit([Math.cos(angle) * slant, 1, (Math.sin(angle) * slant) / Math.sin(pitch)])
}

/** Draws objects on a table, rotated by `turn` radians; returns undefined if one is hidden. */
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
  // Visibility is checked upright, so that it does not depend on the rotation.
  const bodies = arrangeStanding(random, createCamera(view), size)
  if (!bodies) return undefined
  const table = turnTable(random, drawTable(random), view.pitch)
  const room = { ...createRandomRoom(random, table), light: lightFrom(random, view.pitch) }
  const camera = createCamera({ ...view, roll: turn })
  const square = { width: size, height: size, density, isDisc: true }
  const scene = drawScene(bodies, camera, room, table, square, areVisible)
  if (!scene) return undefined
  const isClear = edgesOf(scene.picture, scene.samples).every((edge) => edge >= MIN_EDGE)
  return isClear ? scene.picture : undefined
}

/** Visible share of the width of a landscape. */
const PARTS = [0.86, 0.97] as const

/** Draws a landscape in a square, rotated by `turn` radians. */
export function drawLand(random: Random, size: number, density: number, turn: number): Picture {
  const width = Math.round(size * density)
  // A lake would mirror the land.
  const land = drawLandscape(random, width, width, { isDry: true })
  const picture = createPicture(width, width)
  const middle = (width - 1) / 2
  // Random scale and offset hide the traces of interpolation, which would reveal the rotation.
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
  recyclePicture(land)
  return picture
}

/** Adds light and tint from a random side, so that the bright side is not always the upper one. */
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
