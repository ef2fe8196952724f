import { randomInt } from 'node:crypto'
import { clamp } from '../../raster/colour.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createPicture, giveBack, type Picture } from '../../raster/picture.ts'
import { between, type Random } from '../../raster/random.ts'
import { createCamera, type Camera } from '../../solid/camera.ts'
import { makeThing, place, type Body } from '../../solid/body.ts'
import { drawScene } from '../../solid/scene.ts'
import { drawTable, type Table } from '../../solid/table.ts'
import { models } from '../three-d/models.ts'
import type { Thing } from '../three-d/names.ts'
import { mixPaint } from '../three-d/paint.ts'
import { areOpen, edgesOf, isInFrame, LEAST_EDGE } from '../three-d/rules.ts'
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

const SPOTS: readonly (readonly [x: number, z: number])[] = [
  [-1.05, -1.25],
  [0.95, -1.35],
  [-0.9, 0.8],
  [1, 0.7],
]

const PLACINGS = 8

/** Sets things on the table; undefined when one of them would be cut off. */
function setStanding(random: Random, upright: Camera, size: number): Body[] | undefined {
  const left = [...standing]
  const bodies: Body[] = []
  for (const [x, z] of SPOTS) {
    const thing = left.splice(randomInt(left.length), 1)[0] ?? 'mug'
    const model = models[thing]
    const painted = makeThing(model, mixPaint(random))
    for (let i = 0; i < PLACINGS; i++) {
      const body = place(
        painted,
        model.size * between(random, 0.85, 1.1),
        model.front + between(random, -model.sway, model.sway),
        x + between(random, -0.15, 0.15),
        z + between(random, -0.15, 0.15),
      )
      if (!isInFrame(body, upright, size, size)) continue
      bodies.push(body)
      break
    }
  }
  return bodies.length === SPOTS.length ? bodies : undefined
}

// The pattern of the table lies at any angle: its lines must not tell which way is up.
function turnTable(random: Random, table: Table): Table {
  const angle = between(random, 0, Math.PI)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  let turned = new Float32Array(0)
  return {
    mean: table.mean,
    paintRow: (places, first, end, colours) => {
      if (turned.length < places.length) turned = new Float32Array(places.length)
      for (let i = first * 2; i < end * 2; i += 2) {
        const x = places[i] ?? 0
        const z = places[i + 1] ?? 0
        turned[i] = x * cos + z * sin
        turned[i + 1] = z * cos - x * sin
      }
      table.paintRow(turned, first, end, colours)
    },
  }
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
  const table = turnTable(random, drawTable(random))
  const room = setRoom(random, table)
  const camera = createCamera({ ...view, roll: turn })
  const square = { width: size, height: size, density, isDisc: true }
  const scene = drawScene(bodies, camera, room, table, square, areOpen)
  if (!scene) return undefined
  const isClear = edgesOf(scene.picture, scene.samples).every((edge) => edge >= LEAST_EDGE)
  return isClear ? scene.picture : undefined
}

/** A landscape in a square, turned by `turn` radians. */
export function drawLand(random: Random, size: number, density: number, turn: number): Picture {
  const width = Math.round(size * density)
  // A lake would show the same land upside down.
  const land = drawLandscape(random, width, width, { isDry: true })
  const picture = createPicture(width, width)
  const middle = (width - 1) / 2
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  const { data } = picture
  const from = land.data
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - middle
      const dy = y - middle
      if (dx * dx + dy * dy > (middle + 1) ** 2) continue
      const sx = clamp(middle + dx * cos + dy * sin, 0, width - 1.001)
      const sy = clamp(middle + dy * cos - dx * sin, 0, width - 1.001)
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
