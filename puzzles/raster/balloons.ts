import { clamp, mix, scale, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { mixInto } from './picture.ts'
import type { Picture } from './picture.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/** Position, colours and distance of a balloon. */
export interface Balloon {
  x: number
  y: number
  radius: number
  stripes: readonly [Colour, Colour]
  haze: Colour
  /** Distance: 0 is near, 1 disappears in the haze. */
  far: number
}

/** Stripes per radian around a balloon. */
const STRIPES = 2.2
const ROPE: Colour = [0.2, 0.16, 0.14]

/** Lit balloon that can be drawn pixel by pixel. */
export interface Look {
  /** Bounds of the visible part. */
  left: number
  right: number
  top: number
  bottom: number
  /** Writes the colour at a point and returns the coverage. */
  at(x: number, y: number, colour: Float32Array): number
}

/** Prepares a balloon, lit from the side of `lightX`. */
export function lookOf(balloon: Balloon, lightX: number): Look {
  const { x: cx, y: cy, radius, stripes, haze, far } = balloon
  const [hazeR, hazeG, hazeB] = haze
  const [[firstR, firstG, firstB], [secondR, secondG, secondB]] = stripes
  const basket = mix(scale(stripes[1], 0.42), haze, far)
  const rope = mix(ROPE, haze, far)
  const toSide = lightX > cx ? 0.34 : -0.34
  return {
    left: Math.floor(cx - radius - 1),
    right: Math.floor(cx + radius + 1),
    top: Math.floor(cy - radius - 1),
    bottom: Math.floor(cy + radius * 2.1),
    at: (x, y, colour) => {
      const dx = (x - cx) / radius
      const dy = (y - cy) / radius
      const away = dx < 0 ? -dx : dx
      // Round above and narrow below.
      const reach = dy < 0 ? dy : dy / 1.35
      const half = dy > 1.25 ? -1 : Math.sqrt(clamp(1 - reach * reach))
      const cover = clamp((half - away) * radius + 0.5)
      if (cover > 0) {
        const side = clamp(dx / (half + 0.01), -1, 1)
        const along = (Math.asin(side) + 1.6) * STRIPES
        const border = Math.round(along)
        // Coverage of the pixel by the neighbouring stripe.
        const wide = Math.sqrt(1 - side * side) * half * (radius / STRIPES)
        const beyond = clamp((along - border) * wide + 0.5)
        const second = border % 2 === 0 ? 1 - beyond : beyond
        const light = clamp(0.74 + dx * toSide - dy * 0.16, 0.36, 1.12) * (1 - far)
        colour[0] = (firstR + (secondR - firstR) * second) * light + hazeR * far
        colour[1] = (firstG + (secondG - firstG) * second) * light + hazeG * far
        colour[2] = (firstB + (secondB - firstB) * second) * light + hazeB * far
        return cover
      }
      if (dy > 1.55 && dy < 1.95 && away < 0.2) {
        colour.set(basket)
        return 0.95
      }
      if (dy > 1.2 && dy < 1.6 && Math.abs(away - 0.19) < 0.6 / radius) {
        colour.set(rope)
        return 0.6
      }
      return 0
    },
  }
}

const colour = new Float32Array(3)

/** Draws a balloon. */
export function drawBalloon({ data, width, height }: Picture, look: Look): void {
  const bottom = Math.min(height - 1, look.bottom)
  const right = Math.min(width - 1, look.right)
  for (let y = Math.max(0, look.top); y <= bottom; y++) {
    for (let x = Math.max(0, look.left); x <= right; x++) {
      const cover = look.at(x, y, colour)
      if (cover === 0) continue
      const i = (y * width + x) * 3
      mixInto(data, i, colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0, cover)
    }
  }
}

/** Returns two matching colours. */
export function mixStripes(random: Random): readonly [Colour, Colour] {
  const hue = between(random, 0, 360)
  return [tone(0.66, 0.17, hue), tone(0.9, 0.06, hue + between(random, 40, 160))]
}

/** Draws a few balloons in the sky. */
export function drawBalloons(
  picture: Picture,
  random: Random,
  { count, floor, haze, lightX }: { count: number; floor: number; haze: Colour; lightX: number },
): void {
  for (let i = 0; i < count; i++) {
    const radius = between(random, 6, 17)
    const balloon = {
      x: between(random, 10, picture.width - 10),
      y: between(random, 16, floor),
      radius,
      stripes: mixStripes(random),
      haze,
      far: clamp(0.6 - radius / 28, 0.04, 0.5),
    }
    drawBalloon(picture, lookOf(balloon, lightX))
  }
}
