import { mix, tone } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { between, pick, type Random } from '../../raster/random.ts'
import type { Surface } from '../../render/mesh.ts'

/** Colours of an object; they are random and never identify it. */
export interface Paint {
  /** Main surface, sometimes with a pattern. */
  main: Surface
  /** Secondary surface. */
  second: Surface
  light: Surface
  dark: Surface
  metal: Surface
  wood: Surface
  /** True for half of the objects. */
  coin: boolean
  /** Returns a colour of a fixed hue, for objects that need it to be recognized. */
  of(lightness: number, strength: number, hue: number, gloss?: number): Surface
}

type Pattern = (a: Colour, b: Colour) => Surface['colour']

const plain: Pattern = (a) => a

function bands(random: Random): Pattern {
  const pace = between(random, 5, 9)
  const phase = random()
  return (a, b) => (_x, y) => ((((y * pace + phase) % 2) + 2) % 2 < 0.75 ? b : a)
}

function stripes(random: Random): Pattern {
  const count = pick(random, [5, 6, 8])
  return (a, b) => (x, _y, z) => (Math.sin(Math.atan2(z, x) * count) > 0.25 ? b : a)
}

function dots(random: Random): Pattern {
  const step = between(random, 0.17, 0.24)
  const square = (step * 0.27) ** 2
  return (a, b) => (x, y, z) => {
    const row = Math.round(y / step)
    const angle = (Math.atan2(z, x) / Math.PI) * 6 + (row % 2) * 0.5
    const across = (angle - Math.round(angle)) * 0.28
    const along = y - row * step
    return across * across + along * along < square ? b : a
  }
}

/** Colours of wood grain, from light to dark. */
const GRAINS = 24

/** Returns random paint for one object. */
export function mixPaint(random: Random): Paint {
  const hue = between(random, 0, 360)
  const lightness = between(random, 0.5, 0.82)
  const strength = between(random, 0.06, 0.17)
  const a = tone(lightness, strength, hue)
  const b = tone(
    lightness > 0.66 ? lightness - 0.28 : lightness + 0.3,
    strength * 0.8,
    hue + between(random, -60, 60),
  )
  const gloss = pick(random, [0.25, 0.7, 1])
  const pattern = pick(random, [plain, plain, bands(random), stripes(random), dots(random)])
  const brown = tone(between(random, 0.36, 0.55), 0.07, between(random, 45, 65))
  const grain = Array.from({ length: GRAINS + 1 }, (_, n) =>
    mix(brown, [0.12, 0.07, 0.04], 0.05 + (0.4 * n) / GRAINS),
  )
  const metals = [tone(0.88, 0.01, 90), tone(0.84, 0.1, 85), tone(0.74, 0.1, 50)] as const
  return {
    main: { colour: pattern(a, b), gloss },
    second: { colour: b, gloss },
    light: { colour: mix(a, [1, 1, 1], 0.78), gloss: 0.4 },
    dark: { colour: mix(a, [0.06, 0.06, 0.08], 0.82), gloss: 0.5 },
    metal: { colour: pick(random, metals), gloss: 0.9, isMetal: true },
    wood: {
      colour: (x, y, z) =>
        grain[Math.round((1 + Math.sin(x * 30 + z * 24 + y * 5)) * (GRAINS / 2))] ?? brown,
      gloss: 0.3,
    },
    coin: random() < 0.5,
    of: (l, s, h, shine = 0.4) => ({ colour: tone(l, s, h), gloss: shine }),
  }
}
