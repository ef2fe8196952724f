import { along, clamp, mix, scale, smooth, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { createNoise, fractal } from './noise.ts'
import { createPicture, put } from './picture.ts'
import type { Picture } from './picture.ts'
import { between, pick } from './random.ts'
import type { Random } from './random.ts'

interface Surface {
  height: Float32Array
  colour: (index: number, x: number, y: number) => Colour
  relief: number
  shine: number
}

/** Lights a height field from one side, which gives flat patterns depth. */
function shade(random: Random, width: number, height: number, surface: Surface): Picture {
  const picture = createPicture(width, height)
  const angle = between(random, 0, Math.PI * 2)
  const lx = Math.cos(angle) * 0.6
  const ly = Math.sin(angle) * 0.6
  const field = surface.height
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const here = field[i] ?? 0
      const dx = ((field[x + 1 < width ? i + 1 : i] ?? 0) - here) * surface.relief
      const dy = ((field[y + 1 < height ? i + width : i] ?? 0) - here) * surface.relief
      const length = Math.sqrt(dx * dx + dy * dy + 1)
      const facing = (0.8 - dx * lx - dy * ly) / length
      const gleam = Math.max(0, facing - 0.78) * surface.shine
      const base = scale(surface.colour(i, x, y), clamp(0.42 + facing * 0.72, 0.16, 1.25))
      put(picture, x, y, mix(base, [1, 1, 0.97], clamp(gleam)))
    }
  }
  return picture
}

/** Folds of silk: long soft waves, bent by slower ones. */
function silk(random: Random, width: number, height: number): Picture {
  const noise = createNoise(random)
  const turn = between(random, 0, Math.PI)
  const ax = Math.cos(turn) * 0.04
  const ay = Math.sin(turn) * 0.04
  const field = new Float32Array(width * height)
  const hue = between(random, 0, 360)
  const colours = [
    tone(0.38, 0.13, hue),
    tone(0.6, 0.16, hue + 18),
    tone(0.84, 0.1, hue + 46),
    tone(0.55, 0.15, hue + 80),
  ]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bend = fractal(noise, x * 0.011, y * 0.013, 3) * 9
      field[y * width + x] =
        Math.sin(x * ax * 2 + y * ay * 2 + bend) * 6 + Math.sin(bend * 1.7 + x * ay) * 3
    }
  }
  return shade(random, width, height, {
    height: field,
    colour: (i, x, y) =>
      along(colours, 0.5 + (field[i] ?? 0) / 20 + noise(x * 0.02, y * 0.02) * 0.2),
    relief: 0.85,
    shine: 1.5,
  })
}

/** Bands of agate with a crystal heart. */
function agate(random: Random, width: number, height: number): Picture {
  const noise = createNoise(random)
  const hue = between(random, 0, 360)
  const colours = [
    tone(0.94, 0.02, hue),
    tone(0.7, 0.12, hue),
    tone(0.44, 0.12, hue + 24),
    tone(0.84, 0.07, hue + 60),
    tone(0.3, 0.09, hue + 200),
    tone(0.78, 0.1, hue + 30),
    tone(0.95, 0.03, hue + 40),
  ]
  const field = new Float32Array(width * height)
  const cx = between(random, 60, 260)
  const cy = between(random, 30, 130)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bend = fractal(noise, x * 0.014, y * 0.016, 4)
      field[y * width + x] = Math.hypot(x - cx, (y - cy) * 1.25) * 0.017 + bend * 2.3
    }
  }
  return shade(random, width, height, {
    height: field.map((value) => Math.sin(value * 9) * 1.1),
    colour: (i) => {
      const band = (field[i] ?? 0) * 1.15
      const place = band - Math.floor(band)
      return scale(along(colours, place), 0.9 + noise(band * 6, 3) * 0.12)
    },
    relief: 0.8,
    shine: 0.8,
  })
}

/** Pebbles under clear water: each stone its own colour, size and grain. */
function pebbles(random: Random, width: number, height: number): Picture {
  const noise = createNoise(random)
  const cell = between(random, 23, 33)
  const columns = Math.ceil(width / cell) + 3
  const rows = Math.ceil(height / cell) + 3
  const hue = between(random, 0, 360)
  const stones = Array.from({ length: columns * rows }, (_, i) => ({
    x: ((i % columns) - 1 + random()) * cell,
    y: (Math.floor(i / columns) - 1 + random()) * cell,
    colour: tone(
      between(random, 0.42, 0.9),
      between(random, 0.01, 0.085),
      hue + between(random, -70, 70),
    ),
  }))
  const field = new Float32Array(width * height)
  const owner = new Int16Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = x + noise(x * 0.05, y * 0.05) * 5
      const py = y + noise(x * 0.05 + 60, y * 0.05) * 5
      let nearest = 1e9
      let second = 1e9
      const column = Math.floor(px / cell) + 1
      const row = Math.floor(py / cell) + 1
      for (let r = row - 1; r <= row + 1; r++) {
        for (let c = column - 1; c <= column + 1; c++) {
          const stone = stones[r * columns + c]
          if (!stone) continue
          const distance = Math.hypot(stone.x - px, stone.y - py)
          if (distance < nearest) {
            second = nearest
            nearest = distance
            owner[y * width + x] = r * columns + c
          } else if (distance < second) second = distance
        }
      }
      const rim = clamp((second - nearest) / (cell * 0.62))
      field[y * width + x] = (1 - (1 - rim) ** 2.4) * cell * 0.3
    }
  }
  return shade(random, width, height, {
    height: field,
    colour: (i, x, y) => {
      const stone = stones[owner[i] ?? 0]
      const depth = smooth(0, cell * 0.13, field[i] ?? 0)
      const vein = fractal(noise, x * 0.07 + (owner[i] ?? 0) * 9, y * 0.07, 3) * 0.26
      return scale(stone?.colour ?? [0.5, 0.5, 0.5], (0.22 + depth * 0.82) * (1 + vein))
    },
    relief: 0.62,
    shine: 1.1,
  })
}

/** Draws one of the lit patterns. */
export function drawTexture(random: Random, width: number, height: number): Picture {
  return pick(random, [silk, agate, agate, pebbles, pebbles])(random, width, height)
}
