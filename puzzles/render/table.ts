import { clamp, mix, smooth, tone } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import { createNoise, fractal, noiseAt } from '../raster/noise.ts'
import { between, pick, type Random } from '../raster/random.ts'

/** Table top: colour by point, and mean reflection. */
export interface Table {
  /**
   * Writes the colours of a row of points from `first` to `end`. Points are two numbers each, colours
   * three. NaN points are skipped.
   */
  paintRow(places: Float32Array, first: number, end: number, colours: Float32Array): void
  mean: Colour
}

/** Writes a lit mix of two colours at one position of a row. */
function write(
  to: Float32Array,
  n: number,
  a: Colour,
  b: Colour,
  share: number,
  light: number,
): void {
  to[n * 3] = (a[0] + (b[0] - a[0]) * share) * light
  to[n * 3 + 1] = (a[1] + (b[1] - a[1]) * share) * light
  to[n * 3 + 2] = (a[2] + (b[2] - a[2]) * share) * light
}

function wood(random: Random): Table {
  const noise = createNoise(random)
  const hue = between(random, 45, 75)
  const lightness = between(random, 0.45, 0.78)
  const light = tone(lightness, 0.075, hue)
  const dark = tone(lightness - 0.16, 0.07, hue - 10)
  const width = between(random, 0.9, 1.6)
  let [known, own] = [Number.NaN, 0]
  return {
    mean: mix(light, dark, 0.4),
    paintRow: (places, first, end, colours) => {
      for (let n = first; n < end; n++) {
        const x = places[n * 2] ?? 0
        if (Number.isNaN(x)) continue
        const z = places[n * 2 + 1] ?? 0
        const plank = Math.floor(z / width)
        const seam = Math.abs(z / width - plank - 0.5)
        const along = x * 0.35 + plank * 17.3
        const ring = fractal(noise, along, z * 2.6 + plank * 9, 2) * 1.12
        const grain = noiseAt(noise, x * 1.6 + plank * 31, z * 26) * 0.16
        if (plank !== known) {
          known = plank
          own = noiseAt(noise, plank * 3.7, 5) * 0.25
        }
        const share = clamp(0.4 + Math.sin(ring * 15) * 0.22 + grain + own)
        const groove = seam > 0.46 ? 1 - smooth(0.46, 0.495, seam) * 0.42 : 1
        write(colours, n, light, dark, share, groove)
      }
    },
  }
}

/** Returns the coverage of a point by every other stripe, from 0 to 1. */
function stripeAt(place: number): number {
  return smooth(0.46, 0.5, Math.abs((((place % 1) + 1.5) % 1) - 0.5) * 2)
}

const THREADS = Float32Array.from({ length: 64 }, (_, i) => {
  return Math.sin((i / 64) * Math.PI * 2) * 0.012
})

/** Returns the lighting of cloth with about fourteen threads per unit. */
function threadAt(place: number): number {
  return THREADS[((place + 64) * 917) & 63] ?? 0
}

function cloth(random: Random): Table {
  const noise = createNoise(random)
  const hue = between(random, 0, 360)
  const lightness = between(random, 0.5, 0.88)
  const base = tone(lightness, 0.05, hue)
  const stripe = tone(lightness - between(random, 0.12, 0.2), 0.09, hue + between(random, -40, 40))
  const pace = 1 / between(random, 0.7, 1.3)
  const isCheck = random() < 0.6
  return {
    mean: mix(base, stripe, 0.35),
    paintRow: (places, first, end, colours) => {
      for (let n = first; n < end; n++) {
        const x = places[n * 2] ?? 0
        if (Number.isNaN(x)) continue
        const z = places[n * 2 + 1] ?? 0
        const inX = stripeAt(x * pace)
        const share = isCheck ? (inX + stripeAt(z * pace)) * 0.5 : inX
        const thread = threadAt(x) + threadAt(z)
        const fold = fractal(noise, x * 0.5, z * 0.5, 2) * 0.12
        write(colours, n, base, stripe, share * 0.8, 1 + thread + fold)
      }
    },
  }
}

function stone(random: Random): Table {
  const noise = createNoise(random)
  const hue = between(random, 0, 360)
  const lightness = random() < 0.65 ? between(random, 0.78, 0.92) : between(random, 0.34, 0.5)
  const base = tone(lightness, 0.012, hue)
  const vein = tone(lightness > 0.6 ? lightness - 0.24 : lightness + 0.3, 0.02, hue + 40)
  return {
    mean: base,
    paintRow: (places, first, end, colours) => {
      for (let n = first; n < end; n++) {
        const x = places[n * 2] ?? 0
        if (Number.isNaN(x)) continue
        const z = places[n * 2 + 1] ?? 0
        const bent = fractal(noise, x * 0.4 + 7, z * 0.4, 2) * 1.12
        const line = 1 - Math.abs(Math.sin((x * 0.5 + z * 0.33 + bent * 3.2) * 1.9))
        const cloud = fractal(noise, x * 0.9, z * 0.9 + 30, 2) * 0.18
        const cube = line * line * line
        write(colours, n, base, vein, clamp(cube * cube * line * 0.65), 1 + cloud)
      }
    },
  }
}

/** Returns a random table top. */
export function drawTable(random: Random): Table {
  return pick(random, [wood, wood, cloth, cloth, stone])(random)
}
