import { along, clamp, smooth, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { fractal, noiseAt } from './noise.ts'
import type { Noise } from './noise.ts'
import { blend, mixInto } from './picture.ts'
import type { Picture } from './picture.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/** Sun or moon; position and radius in pixels. */
export interface Light {
  x: number
  y: number
  radius: number
  disc: Colour
  glow: Colour
  strength: number
}

/** Sky above the land. */
export interface Sky {
  colours: readonly Colour[]
  horizon: number
  light: Light
  clouds: { amount: number; lit: Colour; shade: Colour }
  stars: number
  aurora: boolean
}

/** Clouds are computed for every other pixel and row, in large pictures for every third. */
const FINE_STEP = 2
const COARSE_STEP = 3
const LARGE = 300

interface Clouds {
  step: number
  width: number
  cover: Float32Array
  lit: Float32Array
}

function drawClouds(noise: Noise, sky: Sky, width: number, height: number): Clouds {
  const step = width > LARGE ? COARSE_STEP : FINE_STEP
  const columns = Math.ceil(width / step) + 2
  const rows = Math.ceil(height / step) + 2
  const clouds = {
    step,
    width: columns,
    cover: new Float32Array(columns * rows),
    lit: new Float32Array(columns * rows),
  }
  const { amount } = sky.clouds
  const [thin, thick] = [0.34 - amount * 0.5, 0.62 - amount * 0.4]
  for (let row = 0; row < rows; row++) {
    const y = row * step
    const share = y / sky.horizon
    if (share >= 1.05 + step / sky.horizon) break
    const py = y * 0.034 * (0.6 + clamp(share))
    for (let column = 0; column < columns; column++) {
      const x = column * step
      const px = x * 0.012 + 3
      const bend = noiseAt(noise, px * 0.7, py * 0.7 + 40) * 0.8
      const density = fractal(noise, px + bend, py, 4)
      const cover = smooth(thin, thick, density + 0.2)
      if (cover <= 0.01) continue
      const side = clamp((sky.light.x - x) / 70, -1, 1) * 0.14
      const toward = fractal(noise, px + bend + side, py - 0.16, 3)
      const i = row * columns + column
      clouds.cover[i] = cover
      clouds.lit[i] = clamp(0.5 + (density - toward) * 1.9)
    }
  }
  return clouds
}

/** Draws the clouds of one row, interpolated between computed pixels. */
function layClouds(picture: Picture, sky: Sky, clouds: Clouds, y: number, ends: Uint16Array): void {
  const { data, width } = picture
  const [litR, litG, litB] = sky.clouds.lit
  const [darkR, darkG, darkB] = sky.clouds.shade
  const { cover, lit, step } = clouds
  const row = Math.floor(y / step)
  const down = y / step - row
  const up = 1 - down
  const above = row * clouds.width
  const below = above + clouds.width
  let there = 0
  // Light matters only where there is a cloud.
  let litThere = 0
  for (let column = 0; column * step < width + step; column++) {
    const i = above + column
    const j = below + column
    const [here, litHere] = [there, litThere]
    const coverAbove = (cover[i] ?? 0) * up
    const coverBelow = (cover[j] ?? 0) * down
    there = coverAbove + coverBelow
    litThere = (lit[i] ?? 0) * coverAbove + (lit[j] ?? 0) * coverBelow
    if (column === 0 || (here === 0 && there === 0)) continue
    const first = (column - 1) * step
    for (let part = 0; part < step; part++) {
      const x = first + part
      if (x >= width || y >= (ends[x] ?? 0)) continue
      const share = part / step
      const sum = here + (there - here) * share
      if (sum <= 0.005) continue
      const bright = (litHere + (litThere - litHere) * share) / sum
      mixInto(
        data,
        (y * width + x) * 3,
        darkR + (litR - darkR) * bright,
        darkG + (litG - darkG) * bright,
        darkB + (litB - darkB) * bright,
        sum * 0.92,
      )
    }
  }
}

const [lowR, lowG, lowB] = tone(0.86, 0.2, 158)
const [highR, highG, highB] = tone(0.62, 0.2, 300)

function layAurora(
  picture: Picture,
  noise: Noise,
  folds: Float32Array,
  y: number,
  share: number,
): void {
  const { data, width } = picture
  for (let x = 0; x < width; x++) {
    const above = (folds[x] ?? 0) - share
    if (above < -0.05) continue
    const ray = 0.6 + 0.4 * noiseAt(noise, x * 0.16, 50 + share * 2)
    const power = clamp(smooth(-0.05, 0.03, above) * Math.exp(-above * 4.2) * ray * 0.9)
    const high = clamp(above * 2.6)
    mixInto(
      data,
      (y * width + x) * 3,
      lowR + (highR - lowR) * high,
      lowG + (highG - lowG) * high,
      lowB + (highB - lowB) * high,
      power,
    )
  }
}

/** Steps per pixel in the table of glow by distance. */
const GLOW_STEPS = 4

function glowTable(light: Light, length: number): Float32Array {
  const table = new Float32Array(length * GLOW_STEPS)
  const fall = -1 / (GLOW_STEPS * light.radius * 5)
  for (let i = 0; i < table.length; i++) table[i] = clamp(Math.exp(i * fall) * light.strength)
  return table
}

function layDisc(picture: Picture, light: Light, y: number): void {
  const reach = light.radius + 2
  const first = Math.max(0, Math.floor(light.x - reach))
  const last = Math.min(picture.width - 1, Math.ceil(light.x + reach))
  const dy = (y - light.y) * 1.1
  for (let x = first; x <= last; x++) {
    const distance = Math.sqrt((x - light.x) ** 2 + dy * dy)
    if (distance >= reach) continue
    const cover = smooth(light.radius + 0.8, light.radius - 0.8, distance)
    if (cover > 0) blend(picture, x, y, light.disc, cover)
  }
}

/** Draws light, clouds and, at night, stars and an aurora, down to the land in each column. */
export function drawSky(
  picture: Picture,
  sky: Sky,
  noise: Noise,
  random: Random,
  covered: Float32Array,
): void {
  const { light } = sky
  const { data, width, height } = picture
  const ends = Uint16Array.from(covered, (row) => Math.max(0, Math.ceil(row)))
  const deepest = Math.min(height, Math.max(...ends))
  const glow = glowTable(light, width + height * 2)
  const [glowR, glowG, glowB] = light.glow
  const clouds = sky.clouds.amount > 0 ? drawClouds(noise, sky, width, deepest) : undefined
  const folds = Float32Array.from({ length: sky.aurora ? width : 0 }, (_, x) => {
    return noiseAt(noise, x * 0.012, 90) * 0.3 + noiseAt(noise, x * 0.035, 70) * 0.1 + 0.42
  })
  for (let y = 0; y < deepest; y++) {
    const share = y / sky.horizon
    const [red, green, blue] = along(sky.colours, share)
    const dy = (y - light.y) * 1.1
    for (let x = 0; x < width; x++) {
      if (y >= (ends[x] ?? 0)) continue
      const dx = x - light.x
      const power = glow[Math.floor(Math.sqrt(dx * dx + dy * dy) * GLOW_STEPS)] ?? 0
      const p = (y * width + x) * 3
      data[p] = red + (glowR - red) * power
      data[p + 1] = green + (glowG - green) * power
      data[p + 2] = blue + (glowB - blue) * power
    }
    if (sky.aurora) layAurora(picture, noise, folds, y, share)
    if (Math.abs(dy) < light.radius + 2) layDisc(picture, light, y)
    if (clouds && share < 1.05) layClouds(picture, sky, clouds, y, ends)
  }
  for (let i = 0; i < sky.stars; i++) {
    const x = Math.floor(random() * width)
    const y = Math.floor(random() * sky.horizon * 0.9)
    blend(picture, x, y, [1, 1, 1], between(random, 0.2, 0.95) * (1 - y / sky.horizon))
  }
}
