import { clamp, mix, scale, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { blend } from './picture.ts'
import type { Picture } from './picture.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/** A balloon: where it is, its colours, and how far away. */
export interface Balloon {
  x: number
  y: number
  radius: number
  stripes: readonly [Colour, Colour]
  haze: Colour
  /** 0 is near, 1 is lost in the haze. */
  far: number
}

/** Draws one balloon, lit from the side of `lightX`. */
export function drawBalloon(picture: Picture, balloon: Balloon, lightX: number): void {
  const { x: cx, y: cy, radius, stripes, haze, far } = balloon
  const bottom = Math.min(picture.height - 1, Math.floor(cy + radius * 2.1))
  const right = Math.min(picture.width - 1, Math.floor(cx + radius + 1))
  for (let y = Math.max(0, Math.floor(cy - radius - 1)); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(cx - radius - 1)); x <= right; x++) {
      const dx = (x - cx) / radius
      const dy = (y - cy) / radius
      // Round above, drawn together below, like the envelope of a balloon.
      const half = dy < 0 ? Math.sqrt(clamp(1 - dy * dy)) : Math.sqrt(clamp(1 - (dy / 1.35) ** 2))
      const cover = dy > 1.25 ? 0 : clamp((half - Math.abs(dx)) * radius + 0.5)
      if (cover > 0) {
        const turn = Math.asin(clamp(dx / (half + 0.01), -1, 1))
        const stripe = Math.floor((turn + 1.6) * 2.2) % 2 === 0 ? stripes[0] : stripes[1]
        const side = lightX > cx ? dx : -dx
        const light = clamp(0.74 + side * 0.34 - dy * 0.16, 0.36, 1.12)
        blend(picture, x, y, mix(scale(stripe, light), haze, far), cover)
      } else if (dy > 1.55 && dy < 1.95 && Math.abs(dx) < 0.2) {
        blend(picture, x, y, mix(scale(stripes[1], 0.42), haze, far), 0.95)
      } else if (dy > 1.2 && dy < 1.6 && Math.abs(Math.abs(dx) - 0.19) < 0.6 / radius) {
        blend(picture, x, y, mix([0.2, 0.16, 0.14], haze, far), 0.6)
      }
    }
  }
}

/** Two colours that go together. */
export function mixStripes(random: Random): readonly [Colour, Colour] {
  const hue = between(random, 0, 360)
  return [tone(0.66, 0.17, hue), tone(0.9, 0.06, hue + between(random, 40, 160))]
}

/** Lets a few balloons rise into an open sky. */
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
    drawBalloon(picture, balloon, lightX)
  }
}
