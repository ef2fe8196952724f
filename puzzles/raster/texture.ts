import { along, clamp, smooth, tone } from './colour.ts'
import type { Colour } from './colour.ts'
import { createNoise, fractal, noiseAt } from './noise.ts'
import { createPicture } from './picture.ts'
import type { Picture } from './picture.ts'
import { between, pick } from './random.ts'
import type { Random } from './random.ts'

interface Surface {
  height: Float32Array
  /** Colour of each pixel before lighting. */
  colours: Float32Array
  relief: number
  shine: number
}

/** Lights a height field from one side. */
function shade(random: Random, width: number, height: number, surface: Surface): Picture {
  const picture = createPicture(width, height)
  const { data } = picture
  const { height: field, colours, relief, shine } = surface
  const angle = between(random, 0, Math.PI * 2)
  const lx = Math.cos(angle) * 0.6
  const ly = Math.sin(angle) * 0.6
  for (let y = 0; y < height; y++) {
    const down = y + 1 < height ? width : 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const here = field[i] ?? 0
      const dx = ((field[x + 1 < width ? i + 1 : i] ?? 0) - here) * relief
      const dy = ((field[i + down] ?? 0) - here) * relief
      const facing = (0.8 - dx * lx - dy * ly) / Math.sqrt(dx * dx + dy * dy + 1)
      const gleam = clamp((facing - 0.78) * shine)
      const light = clamp(0.42 + facing * 0.72, 0.16, 1.25) * (1 - gleam)
      data[i * 3] = (colours[i * 3] ?? 0) * light + gleam
      data[i * 3 + 1] = (colours[i * 3 + 1] ?? 0) * light + gleam
      data[i * 3 + 2] = (colours[i * 3 + 2] ?? 0) * light + gleam * 0.97
    }
  }
  return picture
}

const STEPS = 256

/** Returns a gradient as a table of colours. */
function stepsAlong(colours: readonly Colour[]): Float32Array {
  const steps = new Float32Array((STEPS + 1) * 3)
  for (let i = 0; i <= STEPS; i++) steps.set(along(colours, i / STEPS), i * 3)
  return steps
}

function paint(to: Float32Array, i: number, steps: Float32Array, place: number, by: number): void {
  const from = Math.round(clamp(place) * STEPS) * 3
  to[i * 3] = (steps[from] ?? 0) * by
  to[i * 3 + 1] = (steps[from + 1] ?? 0) * by
  to[i * 3 + 2] = (steps[from + 2] ?? 0) * by
}

/** Draws folds of silk: long waves bent by slower ones. */
function silk(random: Random, width: number, height: number): Picture {
  const noise = createNoise(random)
  const turn = between(random, 0, Math.PI)
  const ax = Math.cos(turn) * 0.04
  const ay = Math.sin(turn) * 0.04
  const field = new Float32Array(width * height)
  const colours = new Float32Array(field.length * 3)
  const hue = between(random, 0, 360)
  const steps = stepsAlong([
    tone(0.38, 0.13, hue),
    tone(0.6, 0.16, hue + 18),
    tone(0.84, 0.1, hue + 46),
    tone(0.55, 0.15, hue + 80),
  ])
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const bend = fractal(noise, x * 0.011, y * 0.013, 3) * 9
      const fold = Math.sin(x * ax * 2 + y * ay * 2 + bend) * 6 + Math.sin(bend * 1.7 + x * ay) * 3
      field[i] = fold
      paint(colours, i, steps, 0.5 + fold / 20 + noiseAt(noise, x * 0.02, y * 0.02) * 0.2, 1)
    }
  }
  return shade(random, width, height, { height: field, colours, relief: 0.85, shine: 1.5 })
}

/** Draws pebbles of different colour, size and grain. */
function pebbles(random: Random, width: number, height: number): Picture {
  const noise = createNoise(random)
  const cell = between(random, 23, 33)
  const columns = Math.ceil(width / cell) + 3
  const rows = Math.ceil(height / cell) + 3
  const hue = between(random, 0, 360)
  const places = new Float32Array(columns * rows * 2)
  const stones = new Float32Array(columns * rows * 3)
  for (let i = 0; i < columns * rows; i++) {
    places[i * 2] = ((i % columns) - 1 + random()) * cell
    places[i * 2 + 1] = (Math.floor(i / columns) - 1 + random()) * cell
    const lightness = between(random, 0.42, 0.9)
    const strength = between(random, 0.01, 0.085)
    stones.set(tone(lightness, strength, hue + between(random, -70, 70)), i * 3)
  }
  const field = new Float32Array(width * height)
  const colours = new Float32Array(field.length * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = x + noiseAt(noise, x * 0.05, y * 0.05) * 5
      const py = y + noiseAt(noise, x * 0.05 + 60, y * 0.05) * 5
      const column = Math.min(columns - 2, Math.max(1, Math.floor(px / cell) + 1))
      const row = Math.min(rows - 2, Math.max(1, Math.floor(py / cell) + 1))
      let nearest = 1e9
      let second = 1e9
      let owner = 0
      for (let r = row - 1; r <= row + 1; r++) {
        for (let n = r * columns + column - 1; n <= r * columns + column + 1; n++) {
          const dx = (places[n * 2] ?? 0) - px
          const dy = (places[n * 2 + 1] ?? 0) - py
          const square = dx * dx + dy * dy
          if (square < nearest) {
            second = nearest
            nearest = square
            owner = n
          } else if (square < second) second = square
        }
      }
      const i = y * width + x
      const rim = clamp((Math.sqrt(second) - Math.sqrt(nearest)) / (cell * 0.62))
      const high = (1 - (1 - rim) ** 2.4) * cell * 0.3
      field[i] = high
      const vein = fractal(noise, x * 0.07 + owner * 9, y * 0.07, 3) * 0.26
      const by = (0.22 + smooth(0, cell * 0.13, high) * 0.82) * (1 + vein)
      for (let c = 0; c < 3; c++) colours[i * 3 + c] = (stones[owner * 3 + c] ?? 0) * by
    }
  }
  return shade(random, width, height, { height: field, colours, relief: 0.62, shine: 1.1 })
}

/** Draws a random pattern. */
export function drawTexture(random: Random, width: number, height: number): Picture {
  return pick(random, [silk, pebbles])(random, width, height)
}
