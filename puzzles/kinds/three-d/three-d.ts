import { randomInt } from 'node:crypto'
import { array, number, object, tuple, type Infer } from 'superstruct'
import { toWebp } from '../../raster/encode.ts'
import { createRandom } from '../../raster/random.ts'
import { drawScene } from '../../render/scene.ts'
import { drawTable } from '../../render/table.ts'
import { pointsAnswer, verifier } from '../kind.ts'
import type { Level, PuzzleKind } from '../kind.ts'
import type { Language } from '../../glyphs/language.ts'
import {
  HEIGHT,
  pickThings,
  createRandomCamera,
  createRandomRoom,
  arrangeThings,
  WIDTH,
} from './arrange.ts'
import { names, type Thing } from './names.ts'
import { areVisible, edgesOf, hullOf, MIN_EDGE } from './visibility.ts'

/** Pixels per unit. */
const DENSITY = 1.5
const QUALITY = 54
/** Number of objects by level. */
const counts: readonly number[] = [10, 10, 10]
/** Tolerance around an object, in units. */
const MARGIN = 4

const noName = { en: '', ja: '', zh: '' }

/** Outlines of the objects to mark, in any order. */
const thingsSolution = object({ outlines: array(array(tuple([number(), number()]))) })

/** Picture as WebP in base64. */
export interface DrawnThings {
  puzzle: {
    subtype: '3d'
    variant: 'named' | 'pair'
    /** Name of the object; empty for a pair. */
    ask: Readonly<Record<Language, string>>
    geom: { w: number; h: number; count: number }
    parts: { bg: string }
  }
  solution: Infer<typeof thingsSolution>
}

function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false
  for (const [i, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline.at(i - 1) ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** Objects on the table, and those to mark. */
function choose(level: Level): { things: Thing[]; wanted: number[] } {
  const count = counts[level] ?? 10
  if (level < 2) return { things: pickThings(count), wanted: [randomInt(count)] }
  const things = pickThings(count - 1)
  const twin = randomInt(things.length)
  return { things: [...things, things[twin] ?? 'mug'], wanted: [twin, count - 1] }
}

/** Kind in which people mark a named object or, at level 2, two equal objects. */
export const threeD: PuzzleKind<DrawnThings> = {
  draw: async ({ level, style }) => {
    for (;;) {
      const random = createRandom()
      const chosen = choose(level)
      const camera = createRandomCamera(random)
      const bodies = arrangeThings(random, chosen.things, camera, level < 2 ? [] : chosen.wanted)
      if (!bodies) continue
      const table = drawTable(random)
      const room = createRandomRoom(random, table)
      const size = { width: WIDTH, height: HEIGHT, density: DENSITY }
      const scene = drawScene(bodies, camera, room, table, size, areVisible)
      // All objects must be visible, or the visible ones would reveal the answer.
      if (!scene || edgesOf(scene.picture, scene.samples).some((edge) => edge < MIN_EDGE)) continue
      const { picture, samples } = scene
      const outlines = chosen.wanted.map((i) => hullOf(samples, i, MARGIN))
      return {
        puzzle: {
          subtype: '3d',
          variant: level < 2 ? 'named' : 'pair',
          ask: level < 2 ? names[chosen.things[chosen.wanted[0] ?? 0] ?? 'mug'] : noName,
          geom: { w: WIDTH, h: HEIGHT, count: chosen.wanted.length },
          parts: { bg: await toWebp(picture, { quality: QUALITY, grade: style.grade }) },
        },
        solution: { outlines },
      }
    }
  },
  verify: verifier(
    thingsSolution,
    pointsAnswer,
    ({ outlines }, { points }) =>
      points.length === outlines.length &&
      outlines.every((outline) => points.some(([x, y]) => isInside(outline, x, y))),
  ),
  minimumMs: 1500,
}
