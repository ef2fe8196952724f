import { drawBalloons } from './balloons.ts'
import { mix, scale, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { coveredFrom, drawRidges, traceCrest } from './land.ts'
import type { Relief, Ridge } from './land.ts'
import { createNoise } from './noise.ts'
import type { Noise } from './noise.ts'
import { createPicture } from './picture.ts'
import type { Picture } from './picture.ts'
import { between, pick } from './random.ts'
import type { Random } from './random.ts'
import { drawSky } from './sky.ts'
import type { Light } from './sky.ts'
import { drawWater } from './water.ts'

interface Mood {
  sky: readonly Colour[]
  disc: Colour
  glow: Colour
  glowStrength: number
  lightHeight: readonly [number, number]
  clouds: number
  stars: number
  aurora: boolean
  haze: Colour
  far: { relief: Relief; lit: Colour; shade: Colour; snow?: Colour }
  near: { relief: Relief; lit: Colour; shade: Colour; trees?: Colour; snow?: Colour }
  water: Colour | undefined
  balloons: number
}

function dawn(random: Random): Mood {
  const hue = between(random, 20, 60)
  return {
    sky: [tone(0.52, 0.1, 268), tone(0.72, 0.1, 335), tone(0.87, 0.11, hue), tone(0.93, 0.08, 80)],
    disc: [1, 0.97, 0.86],
    glow: tone(0.92, 0.13, hue + 14),
    glowStrength: 0.95,
    lightHeight: [0.66, 0.9],
    clouds: between(random, 0.25, 0.5),
    stars: 0,
    aurora: false,
    haze: tone(0.84, 0.08, hue),
    far: { relief: 'peaks', lit: tone(0.72, 0.1, 30), shade: tone(0.42, 0.09, 300) },
    near: {
      relief: 'hills',
      lit: tone(0.46, 0.07, 330),
      shade: tone(0.24, 0.06, 285),
      trees: tone(0.26, 0.05, 280),
    },
    water: random() < 0.75 ? tone(0.5, 0.08, 290) : undefined,
    balloons: random() < 0.5 ? 3 : 0,
  }
}

function forest(random: Random): Mood {
  const hue = between(random, 140, 195)
  return {
    sky: [tone(0.74, 0.05, hue + 40), tone(0.88, 0.05, 110), tone(0.95, 0.05, 95)],
    disc: [1, 0.98, 0.88],
    glow: tone(0.97, 0.07, 95),
    glowStrength: 0.8,
    lightHeight: [0.3, 0.7],
    clouds: 0.1,
    stars: 0,
    aurora: false,
    haze: tone(0.9, 0.035, hue - 40),
    far: { relief: 'peaks', lit: tone(0.7, 0.06, hue), shade: tone(0.46, 0.06, hue + 20) },
    near: {
      relief: 'hills',
      lit: tone(0.58, 0.11, 128),
      shade: tone(0.28, 0.06, hue),
      trees: tone(0.38, 0.075, hue - 10),
    },
    water: random() < 0.35 ? tone(0.48, 0.05, hue + 20) : undefined,
    balloons: 0,
  }
}

function desert(random: Random): Mood {
  const hue = between(random, 38, 66)
  return {
    sky: [tone(0.6, 0.11, 240), tone(0.78, 0.07, 220), tone(0.92, 0.06, 75)],
    disc: [1, 0.98, 0.9],
    glow: tone(0.96, 0.08, 80),
    glowStrength: 0.8,
    lightHeight: [0.25, 0.8],
    clouds: between(random, 0.15, 0.35),
    stars: 0,
    aurora: false,
    haze: tone(0.88, 0.06, 65),
    far: { relief: 'mesas', lit: tone(0.72, 0.13, hue), shade: tone(0.42, 0.11, hue - 24) },
    near: { relief: 'dunes', lit: tone(0.83, 0.11, hue + 14), shade: tone(0.5, 0.12, hue - 8) },
    water: undefined,
    balloons: Math.round(between(random, 2, 5)),
  }
}

function night(random: Random): Mood {
  const hue = between(random, 240, 285)
  return {
    sky: [tone(0.17, 0.06, hue), tone(0.3, 0.09, hue), tone(0.48, 0.09, hue - 30)],
    disc: [0.98, 0.97, 0.9],
    glow: tone(0.72, 0.06, hue - 20),
    glowStrength: 0.5,
    lightHeight: [0.12, 0.45],
    clouds: random() < 0.4 ? 0.18 : 0,
    stars: 170,
    aurora: random() < 0.7,
    haze: tone(0.5, 0.07, hue - 20),
    far: {
      relief: 'peaks',
      lit: tone(0.62, 0.05, hue - 20),
      shade: tone(0.27, 0.06, hue),
      snow: tone(0.88, 0.03, hue - 30),
    },
    near: {
      relief: 'hills',
      lit: tone(0.72, 0.05, hue - 20),
      shade: tone(0.36, 0.07, hue),
      trees: tone(0.2, 0.045, hue - 30),
    },
    water: random() < 0.6 ? tone(0.26, 0.07, hue - 10) : undefined,
    balloons: 0,
  }
}

function alpine(random: Random): Mood {
  const hue = between(random, 235, 258)
  return {
    sky: [tone(0.55, 0.13, hue), tone(0.74, 0.1, hue - 12), tone(0.92, 0.04, hue - 30)],
    disc: [1, 1, 0.94],
    glow: tone(0.97, 0.03, 95),
    glowStrength: 0.55,
    lightHeight: [0.08, 0.4],
    clouds: between(random, 0.3, 0.6),
    stars: 0,
    aurora: false,
    haze: tone(0.86, 0.05, hue - 10),
    far: {
      relief: 'peaks',
      lit: tone(0.7, 0.04, 70),
      shade: tone(0.42, 0.06, hue),
      snow: tone(0.98, 0.012, 240),
    },
    near: {
      relief: 'hills',
      lit: tone(0.76, 0.15, 122),
      shade: tone(0.42, 0.11, 145),
      trees: tone(0.42, 0.09, 150),
    },
    water: random() < 0.5 ? tone(0.55, 0.1, 215) : undefined,
    balloons: random() < 0.4 ? 3 : 0,
  }
}

function sea(random: Random): Mood {
  const hue = between(random, 15, 48)
  return {
    sky: [tone(0.4, 0.1, 290), tone(0.62, 0.15, 355), tone(0.8, 0.15, hue), tone(0.93, 0.12, 88)],
    disc: [1, 0.96, 0.78],
    glow: tone(0.92, 0.15, 78),
    glowStrength: 1,
    lightHeight: [0.7, 0.92],
    clouds: between(random, 0.4, 0.65),
    stars: 0,
    aurora: false,
    haze: tone(0.78, 0.12, hue),
    far: { relief: 'peaks', lit: tone(0.62, 0.12, 25), shade: tone(0.32, 0.08, 320) },
    near: {
      relief: 'hills',
      lit: tone(0.44, 0.08, 20),
      shade: tone(0.2, 0.05, 320),
      trees: tone(0.22, 0.04, 330),
    },
    water: tone(0.42, 0.1, 300),
    balloons: 0,
  }
}

/** Options of a landscape. */
export interface LandscapeOptions {
  /** Without lakes, which mirror the land. */
  isDry?: boolean
}

function ranges(mood: Mood, random: Random, horizon: number, height: number): Ridge[] {
  const list: Ridge[] = []
  const far = Math.round(between(random, 2, 3.4))
  for (let i = 0; i < far; i++) {
    const depth = 0.86 - (i / far) * 0.5
    list.push({
      relief: mood.far.relief,
      level: horizon - 10 + i * 9,
      swing: between(random, 34, 62) * (0.75 + 0.25 * i),
      waves: between(random, 2.2, 4.4),
      lit: mood.far.lit,
      shade: mood.far.shade,
      haze: mood.haze,
      depth,
      snow: mood.far.snow,
      trees: undefined,
    })
  }
  const near = mood.water ? 1 : 3
  for (let i = 0; i < near; i++) {
    const place = mood.water ? 0 : i / near
    const depth = mood.water ? 0.2 : 0.42 - place * 0.4
    list.push({
      relief: mood.near.relief,
      level: mood.water ? horizon + 10 : horizon + 16 + place * (height - horizon) * 0.9,
      swing: between(random, 16, 34),
      waves: between(random, 2, 4),
      lit: mood.near.lit,
      shade: mood.near.shade,
      haze: mood.haze,
      depth,
      snow: mood.near.snow,
      trees: mood.near.trees && {
        height: between(random, 15, 26) * (mood.water ? 0.9 : 0.8 + place * 1.1),
        gap: between(random, 4.5, 8) * (1 + place * 0.7),
        colour: mood.near.trees,
      },
    })
  }
  return list
}

/** Draws a landscape with random mood, light and land. */
export function drawLandscape(
  random: Random,
  width: number,
  height: number,
  { isDry = false }: LandscapeOptions = {},
): Picture {
  const drawn = pick(random, [dawn, forest, desert, night, alpine, isDry ? alpine : sea])(random)
  const mood = isDry ? { ...drawn, water: undefined } : drawn
  const picture = createPicture(width, height)
  const noise = createNoise(random)
  const horizon = height * between(random, 0.46, 0.6)
  const light: Light = {
    x: between(random, width * 0.06, width * 0.94),
    y: horizon * between(random, ...mood.lightHeight),
    radius: between(random, 9, 16),
    disc: mood.disc,
    glow: mood.glow,
    strength: mood.glowStrength,
  }
  const level = mood.water ? between(random, horizon + 12, horizon + 24) : height
  const land = ranges(mood, random, horizon, height).map((ridge) =>
    traceCrest(ridge, noise, random, width),
  )
  drawSky(
    picture,
    {
      colours: mood.sky,
      horizon,
      light,
      clouds: {
        amount: mood.clouds,
        lit: mix(mood.disc, mood.glow, 0.4),
        shade: mix(scale(mood.haze, 0.82), mood.sky[0] ?? mood.haze, 0.35),
      },
      stars: mood.stars,
      aurora: mood.aurora,
    },
    noise,
    random,
    coveredFrom(land, width, level),
  )
  if (mood.balloons > 0) {
    const { haze, balloons: count } = mood
    drawBalloons(picture, random, { count, floor: horizon * 0.8, haze, lightX: light.x })
  }
  drawRidges(picture, land, noise, random, light.x, Math.ceil(level))
  if (!mood.water) return picture
  drawWater(picture, { level, tint: mood.water, waves: between(random, 0.1, 0.7) }, light, noise)
  if (random() < 0.7) drawShore(picture, mood, noise, random, light.x)
  return picture
}

function drawShore(
  picture: Picture,
  mood: Mood,
  noise: Noise,
  random: Random,
  lightX: number,
): void {
  const shore = traceCrest(
    {
      relief: 'hills',
      level: picture.height + between(random, -6, 8),
      swing: between(random, 30, 48),
      waves: between(random, 1.6, 2.6),
      lit: scale(mood.near.lit, 0.9),
      shade: scale(mood.near.shade, 0.8),
      haze: mood.haze,
      depth: 0.02,
      snow: undefined,
      trees: mood.near.trees && {
        height: between(random, 30, 52),
        gap: between(random, 8, 15),
        colour: scale(mood.near.trees, 0.9),
      },
    },
    noise,
    random,
    picture.width,
  )
  drawRidges(picture, [shore], noise, random, lightX)
}
