import { clamp, mix, scale } from './colour.ts'
import type { Colour } from './colour.ts'
import type { Noise } from './noise.ts'
import { peek, put } from './picture.ts'
import type { Picture } from './picture.ts'
import type { Light } from './sky.ts'

/** A lake or sea from `level`, in pixels from the top, down to the lower edge. */
export interface Water {
  level: number
  tint: Colour
  /** 0 is a mirror, 1 is a choppy sea. */
  waves: number
}

/** Mirrors what stands above the water line, broken by ripples, with a path of light under sun or moon. */
export function drawWater(picture: Picture, water: Water, light: Light, noise: Noise): void {
  for (let y = Math.ceil(water.level); y < picture.height; y++) {
    const near = (y - water.level) / (picture.height - water.level)
    const grain = 0.5 - near * 0.32
    for (let x = 0; x < picture.width; x++) {
      const ripple =
        noise(x * 0.02 + 7, y * grain) * 0.6 + noise(x * 0.06 + 31, y * grain * 2.1) * 0.4
      const push = ripple * (1.5 + near * 10) * (0.25 + water.waves)
      const source = water.level - (y - water.level) * 1.08 - 1 + push
      const mirrored = peek(picture, x + push * 0.6, clamp(source, 0, water.level - 1))
      let colour = mix(scale(mirrored, 0.86), water.tint, 0.24 + near * 0.3 + ripple * 0.08)
      const crest = clamp(ripple * 1.5 - 0.25)
      colour = mix(colour, light.glow, crest * (0.12 + water.waves * 0.3))
      const path = Math.exp(-(((x - light.x) / (8 + near * 34)) ** 2))
      colour = mix(colour, light.disc, clamp(path * crest * 1.7 * light.strength))
      put(picture, x, y, colour)
    }
  }
}
