import { describe, expect, test } from 'vitest'
import { draw, verify } from '../index.ts'
import { languages } from '../glyphs/language.ts'
import { HEIGHT, pickThings, WIDTH } from '../kinds/three-d/arrange.ts'
import { models } from '../kinds/three-d/models.ts'
import { names, thingList, type Thing } from '../kinds/three-d/names.ts'
import { mixPaint } from '../kinds/three-d/paint.ts'
import { areVisible, edgesOf, hullOf, isInFrame, MIN_EDGE } from '../kinds/three-d/visibility.ts'
import { createRandom } from '../raster/random.ts'
import { makeThing, place, type Body } from '../render/body.ts'
import { createCamera } from '../render/camera.ts'
import { rasterise } from '../render/raster.ts'
import { drawScene } from '../render/scene.ts'
import { unit } from '../render/vectors.ts'

const isRight = (solution: unknown, answer: unknown): boolean =>
  verify('3d', solution, answer, Infinity)

const camera = createCamera({ width: WIDTH, height: HEIGHT, pitch: 0.62, distance: 9, reach: 7 })

function stand(thing: Thing, x: number, z: number, size = 1): Body {
  const painted = makeThing(models[thing], mixPaint(createRandom()))
  return place(painted, size, models[thing].front, x, z)
}

describe('a puzzle of things', () => {
  test('asks for one of ten objects by name, or for a pair at level 2', async () => {
    const easy = await draw('3d', { language: 'en', level: 0 })
    expect(easy.puzzle).toMatchObject({ variant: 'named', geom: { count: 1 } })
    expect(Object.values(names)).toContain(easy.puzzle.ask)
    const hard = await draw('3d', { language: 'en', level: 2 })
    expect(hard.puzzle).toMatchObject({ variant: 'pair', ask: { en: '' }, geom: { count: 2 } })
    expect(hard.solution.outlines).toHaveLength(2)
  })

  test('accepts one mark on each object', () => {
    const square = (x: number): [number, number][] => [
      [x, 10],
      [x + 40, 10],
      [x + 40, 50],
      [x, 50],
    ]
    const one = { outlines: [square(100)] }
    expect(isRight(one, { points: [[120, 30]] })).toBe(true)
    expect(isRight(one, { points: [[90, 30]] })).toBe(false)
    expect(
      isRight(one, {
        points: [
          [120, 30],
          [130, 30],
        ],
      }),
    ).toBe(false)
    const two = { outlines: [square(100), square(200)] }
    expect(
      isRight(two, {
        points: [
          [220, 30],
          [120, 30],
        ],
      }),
    ).toBe(true)
    expect(
      isRight(two, {
        points: [
          [120, 30],
          [121, 30],
        ],
      }),
    ).toBe(false)
  })
})

describe('things', () => {
  test.each(languages)('have names of their own in %s', (language) => {
    const words = thingList.map((thing) => names[thing][language])
    expect(words.every((name) => name !== '')).toBe(true)
    // No two objects share a name.
    expect(new Set(words).size).toBe(words.length)
  })

  test('that look alike never appear together', () => {
    for (let i = 0; i < 200; i++) {
      const looks = pickThings(10).map((thing) => models[thing].look)
      expect(new Set(looks).size).toBe(10)
    }
  })

  test.each(thingList.filter((thing) => models[thing].isClosed))(
    'without inside have no opening: %s',
    (thing) => {
      const body = stand(thing, 0, 0)
      const whole = rasterise([{ ...body, isClosed: false }], camera, 640, 352, 2).seen[0] ?? 0
      const outside = rasterise([body], camera, 640, 352, 2).seen[0] ?? 0
      expect(whole).toBeGreaterThan(0)
      expect((whole - outside) / whole).toBeLessThan(0.002)
    },
  )

  test('that are hidden, too small or cut off are rejected', () => {
    const open = [stand('mug', -1.5, 0), stand('duck', 1.5, 0)]
    const see = (bodies: Body[]) => areVisible(rasterise(bodies, camera, 800, 500, 2.5))
    expect(see(open)).toBe(true)
    expect(see([stand('mug', 0, -0.6), stand('duck', 0, 0.1)])).toBe(false)
    expect(see([stand('mug', 0, 0, 0.25)])).toBe(false)
    expect(isInFrame(stand('mug', 0, 0), camera, WIDTH, HEIGHT)).toBe(true)
    expect(isInFrame(stand('mug', 3.4, 0), camera, WIDTH, HEIGHT)).toBe(false)
  })

  test('with little contrast to the table are rejected', () => {
    const grey = { colour: [0.5, 0.5, 0.5], gloss: 0 } as const
    const table = {
      mean: grey.colour,
      paintRow: (_places: Float32Array, first: number, end: number, colours: Float32Array) => {
        for (let n = first; n < end; n++) colours.set(grey.colour, n * 3)
      },
    }
    const flat = { lamp: [0, 0, 0], sky: [1, 1, 1], table: [0.9, 0.9, 0.9] } as const
    const room = { ...flat, light: unit([0.3, 1, 0]) }
    const size = { width: WIDTH, height: HEIGHT, density: 1 }
    const edgeOf = (body: Body): number => {
      const scene = drawScene([body], camera, room, table, size)
      return scene ? (edgesOf(scene.picture, scene.samples)[0] ?? 0) : 0
    }
    const mug = stand('mug', 0, 0)
    const hidden = { ...mug, surfaces: mug.surfaces.map(() => grey) }
    expect(edgeOf(hidden)).toBeLessThan(MIN_EDGE)
    const bright = { ...grey, colour: [0.95, 0.2, 0.1] } as const
    expect(edgeOf({ ...mug, surfaces: mug.surfaces.map(() => bright) })).toBeGreaterThan(MIN_EDGE)
  })

  test('have a tight outline', () => {
    const samples = rasterise([stand('duck', 0, 0)], camera, 640, 400, 2)
    const hull = hullOf(samples, 0, 4)
    const [x, y] = camera.project(0, 0.4, 0)
    expect(isRight({ outlines: [hull] }, { points: [[x, y]] })).toBe(true)
    expect(isRight({ outlines: [hull] }, { points: [[x + 60, y]] })).toBe(false)
  })
})
