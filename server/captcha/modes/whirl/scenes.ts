import { randomInt } from 'node:crypto'
import { clamp } from '../../raster/colour.ts'
import { drawLandscape } from '../../raster/landscape.ts'
import { createPicture, put, type Picture } from '../../raster/picture.ts'
import { between, type Random } from '../../raster/random.ts'
import { createCamera } from '../../solid/camera.ts'
import { place, type Mesh } from '../../solid/mesh.ts'
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

function setStanding(random: Random): Mesh[] {
  const left = [...standing]
  return SPOTS.map(([x, z]) => {
    const thing = left.splice(randomInt(left.length), 1)[0] ?? 'mug'
    const { make, size, front, sway } = models[thing]
    return place(
      make(mixPaint(random)),
      size * between(random, 0.85, 1.1),
      front + between(random, -sway, sway),
      x + between(random, -0.15, 0.15),
      z + between(random, -0.15, 0.15),
    )
  })
}

// The pattern of the table lies at any angle: its lines must not tell which way is up.
function turnTable(random: Random, table: Table): Table {
  const angle = between(random, 0, Math.PI)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return { ...table, colourAt: (x, z) => table.colourAt(x * cos + z * sin, z * cos - x * sin) }
}

/** Things on a table in a square, turned by `turn` radians; undefined when one is hidden. */
export function drawThings(
  random: Random,
  size: number,
  density: number,
  turn: number,
): Picture | undefined {
  const meshes = setStanding(random)
  const view = {
    width: size,
    height: size,
    pitch: between(random, 0.5, 0.66),
    distance: between(random, 8, 10),
    reach: between(random, 4.5, 4.8),
    lift: 0.4,
  }
  // Looked at upright, so that a picture is not drawn again for the way it is turned.
  const upright = createCamera(view)
  if (!meshes.every((mesh) => isInFrame(mesh, upright, size, size))) return undefined
  const table = turnTable(random, drawTable(random))
  const room = setRoom(random, table)
  const camera = createCamera({ ...view, roll: turn })
  const square = { width: size, height: size, density }
  const scene = drawScene(meshes, camera, room, table, square, areOpen)
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
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - middle
      const dy = y - middle
      const sx = clamp(middle + dx * cos + dy * sin, 0, width - 1.001)
      const sy = clamp(middle + dy * cos - dx * sin, 0, width - 1.001)
      const [left, top] = [Math.floor(sx), Math.floor(sy)]
      const [fx, fy] = [sx - left, sy - top]
      const i = (top * width + left) * 3
      const j = i + width * 3
      const at = (c: number): number =>
        ((land.data[i + c] ?? 0) * (1 - fx) + (land.data[i + 3 + c] ?? 0) * fx) * (1 - fy) +
        ((land.data[j + c] ?? 0) * (1 - fx) + (land.data[j + 3 + c] ?? 0) * fx) * fy
      put(picture, x, y, [at(0), at(1), at(2)])
    }
  }
  return picture
}

/** Lays light and tint over a picture from any side, so that the bright side is not the upper one. */
export function addCast(random: Random, picture: Picture): void {
  const { width, height, data } = picture
  const cast = [0, 1, 2].map((c) => {
    const angle = between(random, 0, Math.PI * 2)
    const strength = between(random, 0.03, 0.1) + (c === 0 ? 0.04 : 0)
    return {
      x: (Math.cos(angle) * strength * 2) / width,
      y: (Math.sin(angle) * strength * 2) / height,
    }
  })
  const common = between(random, 0, Math.PI * 2)
  const power = between(random, 0.1, 0.22)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2]
      const all = ((dx * Math.cos(common) + dy * Math.sin(common)) / width) * 2 * power
      cast.forEach((one, c) => {
        const i = (y * width + x) * 3 + c
        data[i] = (data[i] ?? 0) * (1 + all + dx * one.x + dy * one.y)
      })
    }
  }
}
