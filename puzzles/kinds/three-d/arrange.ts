import { randomInt } from 'node:crypto'
import { scale, tone } from '../../raster/colour.ts'
import { between, type Random } from '../../raster/random.ts'
import { makeThing, place, type Body } from '../../render/body.ts'
import { createCamera, type Camera } from '../../render/camera.ts'
import { toLight, type SceneLight } from '../../render/shade.ts'
import type { Table } from '../../render/table.ts'
import { unit } from '../../render/vectors.ts'
import { models } from './models.ts'
import { thingList, type Thing } from './names.ts'
import { mixPaint } from './paint.ts'
import { isInFrame } from './visibility.ts'

/** Size of the picture in units. */
export const WIDTH = 320
export const HEIGHT = 176

/** Base positions of objects: two staggered rows, the rear one wider. */
const SPOTS: readonly (readonly [x: number, z: number])[] = [
  [-2.95, -1.55],
  [-1.5, -1.8],
  [0.02, -1.55],
  [1.5, -1.8],
  [2.95, -1.55],
  [-2.65, 1.0],
  [-1.3, 0.8],
  [0.02, 1.05],
  [1.3, 0.8],
  [2.65, 1.0],
]
const NUDGE_X = 0.12
const NUDGE_Z = 0.18

/** Picks random objects that do not look alike. */
export function pickThings(count: number): Thing[] {
  const left = [...thingList]
  const picked: Thing[] = []
  while (picked.length < count) {
    const [thing] = left.splice(randomInt(left.length), 1)
    if (thing === undefined) throw new Error('There are not enough things.')
    // Boxes of clearly different forms, such as house and book, may appear together.
    if (picked.every((other) => models[other].look !== models[thing].look)) picked.push(thing)
  }
  return picked
}

const PLACINGS = 8
const BACK_ROW = 5
/** Scale of objects in the rear and the front row. */
const FAR_SIZES = [0.8, 0.89] as const
const NEAR_SIZES = [0.9, 0.98] as const

/** Position of one object. */
interface Setting {
  spot: readonly [x: number, z: number]
  /** Range of rotation, as shares of the maximum deviation. */
  turn: readonly [from: number, to: number]
}

/**
 * Returns spots in random order. Two equal objects stand in different rows and show different sides, so
 * that they are not equal patches of the picture.
 */
function findSettings(random: Random, count: number, twins: readonly number[]): Setting[] {
  const rows = [SPOTS.slice(0, BACK_ROW), SPOTS.slice(BACK_ROW)]
  const order = random() < 0.5 ? [0, 1] : [1, 0]
  const takeFrom = (row: (readonly [x: number, z: number])[]) =>
    row.splice(randomInt(Math.max(1, row.length)), 1)[0] ?? ([0, 0] as const)
  const settings = new Map(
    twins.map((thing, n): [number, Setting] => {
      const turn = n === 0 ? ([-1, -0.6] as const) : ([0.6, 1] as const)
      return [thing, { spot: takeFrom(rows[order[n] ?? 0] ?? []), turn }]
    }),
  )
  const left = rows.flat()
  return Array.from(
    { length: count },
    (_, thing) => settings.get(thing) ?? { spot: takeFrom(left), turn: [-1, 1] },
  )
}

/**
 * Arranges objects on the table and moves those that the edge would cut off. Returns undefined if that
 * fails. `twins` are the indices of two equal objects.
 */
export function arrangeThings(
  random: Random,
  things: readonly Thing[],
  camera: Camera,
  twins: readonly number[] = [],
): Body[] | undefined {
  const settings = findSettings(random, things.length, twins)
  const bodies: Body[] = []
  for (const [n, thing] of things.entries()) {
    const model = models[thing]
    const setting = settings[n]
    if (!setting) return undefined
    const { spot, turn } = setting
    const [x, z] = spot
    const [least, most] = z < 0 ? FAR_SIZES : NEAR_SIZES
    const { size, front, sway } = model
    const painted = makeThing(model, mixPaint(random))
    const body = firstOf(PLACINGS, () => {
      const placed = place(
        painted,
        size * between(random, least, most),
        front + sway * between(random, ...turn),
        x + between(random, -NUDGE_X, NUDGE_X),
        z + between(random, -NUDGE_Z, NUDGE_Z),
      )
      return isInFrame(placed, camera, WIDTH, HEIGHT) ? placed : undefined
    })
    if (!body) return undefined
    bodies.push(body)
  }
  return bodies
}

function firstOf<T>(tries: number, make: () => T | undefined): T | undefined {
  for (let i = 0; i < tries; i++) {
    const made = make()
    if (made) return made
  }
  return undefined
}

/** Returns a random view from above. */
export function createRandomCamera(random: Random): Camera {
  return createCamera({
    width: WIDTH,
    height: HEIGHT,
    pitch: between(random, 0.58, 0.74),
    distance: between(random, 8, 10),
    reach: between(random, 7.2, 7.5),
    roll: between(random, -0.05, 0.05),
    lift: 0.46,
  })
}

/** Returns random light from one side or from behind. */
export function createRandomRoom(random: Random, table: Table): SceneLight {
  const side = random() < 0.5 ? -1 : 1
  const warm = tone(1, 0.035, between(random, 50, 100))
  const cool = tone(0.72, 0.035, between(random, 200, 290))
  return {
    light: unit([side * between(random, 0.35, 0.8), 1, between(random, -0.45, 0.4)]),
    lamp: scale(toLight(warm), between(random, 1.05, 1.3)),
    sky: scale(toLight(cool), between(random, 0.75, 1)),
    table: scale(toLight(table.mean), 0.55),
  }
}
