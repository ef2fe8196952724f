import { clamp } from './colour.ts'
import type { Colour } from './colour.ts'
import { noiseAt } from './noise.ts'
import type { Noise } from './noise.ts'
import { mixInto } from './picture.ts'
import type { Picture } from './picture.ts'
import type { Light } from './sky.ts'

/** Lake or sea from `level`, in pixels from the top, to the lower edge. */
export interface Water {
  level: number
  tint: Colour
  /** Waves: 0 is a mirror, 1 is a choppy sea. */
  waves: number
}

/** Squared distance beyond which the reflected light of sun or moon ends. */
const PATH_END = 9

/** Ripples are computed for every n-th column and interpolated. */
const RIPPLE_STEP = 4

function rippleAt(noise: Noise, x: number, y: number): number {
  return noiseAt(noise, x * 0.02 + 7, y) * 0.6 + noiseAt(noise, x * 0.06 + 31, y * 2.1) * 0.4
}

/** Draws water that reflects the land above it, with ripples and the light of sun or moon. */
export function drawWater(picture: Picture, water: Water, light: Light, noise: Noise): void {
  const { data, width, height } = picture
  const [tintR, tintG, tintB] = water.tint
  const [glowR, glowG, glowB] = light.glow
  const [discR, discG, discB] = light.disc
  const shine = 0.12 + water.waves * 0.3
  for (let y = Math.ceil(water.level); y < height; y++) {
    const near = (y - water.level) / (height - water.level)
    const grain = 0.5 - near * 0.32
    const reach = (1.5 + near * 10) * (0.25 + water.waves)
    const narrow = 1 / (8 + near * 34)
    const mirrored = water.level - (y - water.level) * 1.08 - 1
    let [before, after] = [0, rippleAt(noise, 0, y * grain)]
    for (let x = 0; x < width; x++) {
      const part = x % RIPPLE_STEP
      if (part === 0) {
        before = after
        after = rippleAt(noise, x + RIPPLE_STEP, y * grain)
      }
      const ripple = before + ((after - before) * part) / RIPPLE_STEP
      const push = ripple * reach
      const row = Math.round(clamp(mirrored + push, 0, water.level - 1))
      const column = Math.round(clamp(x + push * 0.6, 0, width - 1))
      const from = (row * width + column) * 3
      const share = 0.24 + near * 0.3 + ripple * 0.08
      const crest = clamp(ripple * 1.5 - 0.25)
      const gleam = crest * shine
      const off = (x - light.x) * narrow
      const square = off * off
      const path =
        crest > 0 && square < PATH_END ? clamp(Math.exp(-square) * crest * 1.7 * light.strength) : 0
      const to = (y * width + x) * 3
      data[to] = (data[from] ?? 0) * 0.86
      data[to + 1] = (data[from + 1] ?? 0) * 0.86
      data[to + 2] = (data[from + 2] ?? 0) * 0.86
      mixInto(data, to, tintR, tintG, tintB, share)
      if (gleam > 0) mixInto(data, to, glowR, glowG, glowB, gleam)
      if (path > 0) mixInto(data, to, discR, discG, discB, path)
    }
  }
}
