import { randomInt } from 'node:crypto'
import { scale, tone } from '../../raster/colour.ts'
import { between, type Random } from '../../raster/random.ts'
import { createCamera, type Camera } from '../../solid/camera.ts'
import { place, type Body } from '../../solid/mesh.ts'
import { toLight, type Room } from '../../solid/shade.ts'
import type { Table } from '../../solid/table.ts'
import { unit } from '../../solid/vectors.ts'
import { models } from './models.ts'
import { thingList, type Thing } from './names.ts'
import { mixPaint } from './paint.ts'
import { isInFrame } from './rules.ts'

/** Size of the picture in units. */
export const WIDTH = 320
export const HEIGHT = 200

/** Where things stand, before chance moves them: two staggered rows, the one behind set wider. */
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

/** Picks things of which no two could be taken for each other. */
export function pickThings(count: number): Thing[] {
  const left = [...thingList]
  const picked: Thing[] = []
  while (picked.length < count) {
    const [thing] = left.splice(randomInt(left.length), 1)
    if (thing === undefined) throw new Error('There are not enough things.')
    // A box or two may stand together when their forms are as different as a house and a book.
    if (picked.every((other) => models[other].look !== models[thing].look)) picked.push(thing)
  }
  return picked
}

const PLACINGS = 8

/**
 * Sets things on the table, in an order that tells nothing. One that would be cut off by the edge
 * of the picture is moved; undefined when it cannot be helped.
 */
export function setThings(
  random: Random,
  things: readonly Thing[],
  camera: Camera,
): Body[] | undefined {
  const spots = [...SPOTS]
  const bodies: Body[] = []
  for (const thing of things) {
    const [[x, z] = [0, 0]] = spots.splice(randomInt(spots.length), 1)
    const { make, size, front, sway } = models[thing]
    const mesh = make(mixPaint(random))
    for (let i = 0; i < PLACINGS && bodies.length < things.length; i++) {
      const body = place(
        mesh,
        size * between(random, 0.84, 0.94),
        front + between(random, -sway, sway),
        x + between(random, -NUDGE_X, NUDGE_X),
        z + between(random, -NUDGE_Z, NUDGE_Z),
      )
      if (!isInFrame(body, camera, WIDTH, HEIGHT)) continue
      bodies.push(body)
      break
    }
  }
  return bodies.length === things.length ? bodies : undefined
}

/** A view from above that is never quite the same. */
export function setCamera(random: Random): Camera {
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

/** Light from one side or from behind, warm or cool. */
export function setRoom(random: Random, table: Table): Room {
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
