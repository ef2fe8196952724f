import { along, clamp, mix, smooth, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { fractal } from './noise.ts'
import type { Noise } from './noise.ts'
import { blend, put } from './picture.ts'
import type { Picture } from './picture.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/** Sun or moon; place and radius are in pixels. */
export interface Light {
  x: number
  y: number
  radius: number
  disc: Colour
  glow: Colour
  strength: number
}

/** What stands above the land. */
export interface Sky {
  colours: readonly Colour[]
  horizon: number
  light: Light
  clouds: { amount: number; lit: Colour; shade: Colour }
  stars: number
  aurora: boolean
}

function drawClouds(
  colour: Colour,
  noise: Noise,
  sky: Sky,
  x: number,
  y: number,
  depth: number,
): Colour {
  const px = x * 0.012 + 3
  const py = y * 0.034 * (0.6 + depth)
  const bend = noise(px * 0.7, py * 0.7 + 40) * 0.8
  const density = fractal(noise, px + bend, py, 4)
  const cover = smooth(
    0.34 - sky.clouds.amount * 0.5,
    0.62 - sky.clouds.amount * 0.4,
    density + 0.2,
  )
  if (cover <= 0.01) return colour
  const side = clamp((sky.light.x - x) / 70, -1, 1) * 0.14
  const toward = fractal(noise, px + bend + side, py - 0.16, 3)
  const lit = clamp(0.5 + (density - toward) * 1.9)
  return mix(colour, mix(sky.clouds.shade, sky.clouds.lit, lit), cover * 0.92)
}

function drawAurora(colour: Colour, noise: Noise, x: number, share: number): Colour {
  const fold = noise(x * 0.012, 90) * 0.3 + noise(x * 0.035, 70) * 0.1 + 0.42
  const above = fold - share
  if (above < -0.05) return colour
  const ray = 0.6 + 0.4 * noise(x * 0.16, 50 + share * 2)
  const power = smooth(-0.05, 0.03, above) * Math.exp(-above * 4.2) * ray * 0.9
  return mix(
    colour,
    mix(tone(0.86, 0.2, 158), tone(0.62, 0.2, 300), clamp(above * 2.6)),
    clamp(power),
  )
}

/** Fills each column down to where land covers it: light, clouds and, at night, stars and an aurora. */
export function drawSky(
  picture: Picture,
  sky: Sky,
  noise: Noise,
  random: Random,
  covered: Float32Array,
): void {
  const { light } = sky
  for (let y = 0; y < picture.height; y++) {
    const share = y / sky.horizon
    const base = along(sky.colours, share)
    for (let x = 0; x < picture.width; x++) {
      if (y >= (covered[x] ?? picture.height)) continue
      const distance = Math.hypot(x - light.x, (y - light.y) * 1.1)
      const glow = Math.exp(-distance / (light.radius * 5)) * light.strength
      let colour = mix(base, light.glow, clamp(glow))
      if (sky.aurora) colour = drawAurora(colour, noise, x, share)
      if (distance < light.radius + 2) {
        colour = mix(colour, light.disc, smooth(light.radius + 0.8, light.radius - 0.8, distance))
      }
      if (sky.clouds.amount > 0 && share < 1.05) {
        colour = drawClouds(colour, noise, sky, x, y, clamp(share))
      }
      put(picture, x, y, colour)
    }
  }
  for (let i = 0; i < sky.stars; i++) {
    const x = Math.floor(random() * picture.width)
    const y = Math.floor(random() * sky.horizon * 0.9)
    blend(picture, x, y, [1, 1, 1], between(random, 0.2, 0.95) * (1 - y / sky.horizon))
  }
}
