import { clamp, mix, scale, smooth } from './colour.ts'
import type { Colour } from './colour.ts'
import { crests, fractal, noiseAt } from './noise.ts'
import type { Noise } from './noise.ts'
import { lay } from './picture.ts'
import type { Picture } from './picture.ts'
import { between } from './random.ts'
import type { Random } from './random.ts'

/** The form of a crest line. */
export type Relief = 'peaks' | 'hills' | 'dunes' | 'mesas'

/** One row of mountains, hills or dunes, from its crest line down. */
export interface Ridge {
  relief: Relief
  /** Height of the crest line in pixels from the top, and how far it swings. */
  level: number
  swing: number
  /** Waves over the width of the picture. */
  waves: number
  lit: Colour
  shade: Colour
  haze: Colour
  /** 0 stands in front, 1 is lost in the haze. */
  depth: number
  snow: Colour | undefined
  trees: { height: number; gap: number; colour: Colour } | undefined
}

const SAMPLES = 3

function crestAt(ridge: Ridge, noise: Noise, x: number, offset: number): number {
  const px = (x / 320) * ridge.waves
  switch (ridge.relief) {
    case 'peaks':
      return ridge.level - (crests(noise, px + offset, offset, 5) - 0.3) * ridge.swing * 1.3
    case 'hills':
      return ridge.level - fractal(noise, px + offset, offset, 4) * ridge.swing
    case 'dunes': {
      const wave = noiseAt(noise, px + offset, offset)
      return ridge.level - (1 - Math.abs(wave) * 2) * ridge.swing * 0.6
    }
    case 'mesas': {
      const raw =
        noiseAt(noise, px * 1.7 + offset, offset) +
        fractal(noise, px * 9 + offset, offset, 2) * 0.16
      const top = smooth(-0.02, 0.07, raw) * 0.62 + smooth(0.3, 0.36, raw) * 0.38
      const scree = smooth(-0.4, 0, raw) * 7
      return ridge.level - top * ridge.swing - scree
    }
  }
}

interface Tree {
  x: number
  height: number
  half: number
  lean: number
}

function plant(ridge: Ridge, random: Random, width: number): Tree[] {
  if (!ridge.trees) return []
  const { height, gap } = ridge.trees
  const trees: Tree[] = []
  let clump = between(random, 0, 1)
  for (let x = -4; x < width + 4; x += gap * between(random, 0.45, 1.6)) {
    clump = clamp(clump + between(random, -0.35, 0.35))
    if (clump < 0.28) continue
    const tall = height * between(random, 0.45, 1.1) * (0.6 + clump * 0.5)
    trees.push({ x, height: tall, half: tall * between(random, 0.2, 0.27), lean: random() })
  }
  return trees
}

function drawTree(picture: Picture, tree: Tree, foot: number, dark: Colour, lit: Colour): void {
  const [darkR, darkG, darkB] = dark
  const [litR, litG, litB] = lit
  const top = Math.max(0, Math.floor(foot - tree.height))
  const bottom = Math.min(picture.height - 1, Math.floor(foot + 2))
  for (let y = top; y <= bottom; y++) {
    const share = clamp((y - (foot - tree.height)) / tree.height)
    // Boughs: each step widens, then draws in a little.
    const bough = (share * 5.2 + tree.lean) % 1
    const half = tree.half * (share * 0.92 + 0.05) * (0.72 + bough * 0.42)
    const from = Math.max(0, Math.floor(tree.x - half - 1))
    const to = Math.min(picture.width - 1, Math.ceil(tree.x + half + 1))
    for (let x = from; x <= to; x++) {
      const cover = clamp(half - Math.abs(x - tree.x) + 0.5)
      if (cover <= 0) continue
      const side = clamp(0.5 - ((x - tree.x) / (half + 0.5)) * 0.5)
      const light = side * side * (0.35 + bough * 0.5)
      lay(
        picture.data,
        (y * picture.width + x) * 3,
        darkR + (litR - darkR) * light,
        darkG + (litG - darkG) * light,
        darkB + (litB - darkB) * light,
        cover,
      )
    }
  }
}

/** A ridge with its crest line worked out, `SAMPLES` heights per column. */
export interface Crest {
  ridge: Ridge
  line: Float32Array
  offset: number
}

/** Draws the crest line of a ridge at random, `SAMPLES` heights to the pixel. */
export function traceCrest(ridge: Ridge, noise: Noise, random: Random, width: number): Crest {
  const offset = between(random, 5, 200)
  const line = new Float32Array(width * SAMPLES + 1)
  for (let i = 0; i < line.length; i++) line[i] = crestAt(ridge, noise, i / SAMPLES, offset)
  return { ridge, line, offset }
}

/** For each column the row below which one of the crests covers everything. */
export function coveredFrom(ridges: readonly Crest[], width: number, floor: number): Float32Array {
  const rows = new Float32Array(width).fill(floor)
  for (const { line } of ridges) {
    for (let x = 0; x < width; x++) {
      let lowest = 0
      for (let s = 0; s < SAMPLES; s++) lowest = Math.max(lowest, line[x * SAMPLES + s] ?? 0)
      rows[x] = Math.min(rows[x] ?? floor, Math.ceil(lowest + 2))
    }
  }
  return rows
}

/** Draws ranges over what is already there, the farthest first, down to the row `floor`. */
export function drawRidges(
  picture: Picture,
  ridges: readonly Crest[],
  noise: Noise,
  random: Random,
  lightX: number,
  floor: number = picture.height,
): void {
  ridges.forEach((crest, i) => {
    const covered = coveredFrom(ridges.slice(i + 1), picture.width, floor)
    drawGround(picture, crest, noise, lightX, covered)
    drawTrees(picture, crest, random)
  })
}

function drawGround(
  picture: Picture,
  { ridge, line, offset }: Crest,
  noise: Noise,
  lightX: number,
  covered: Float32Array,
): void {
  const { width, height, data } = picture
  const [reach, steep] = ridge.relief === 'peaks' ? [2, 0.17] : [9, 0.8]
  const rough = ridge.relief === 'peaks' ? 0.052 : ridge.relief === 'mesas' ? 0.03 : 0.02
  const starts = new Float32Array(width)
  const facings = new Float32Array(width)
  const lowests = new Float32Array(width)
  let top = height
  let bottom = 0
  for (let x = 0; x < width; x++) {
    let start = height
    let lowest = 0
    for (let s = 0; s < SAMPLES; s++) {
      const at = line[x * SAMPLES + s] ?? height
      if (at < start) start = at
      if (at > lowest) lowest = at
    }
    const from = Math.max(0, x - reach)
    const to = Math.min(width, x + reach)
    const slope = ((line[to * SAMPLES] ?? 0) - (line[from * SAMPLES] ?? 0)) / (to - from)
    starts[x] = start
    lowests[x] = lowest
    // Fades through zero below the light, where a change of sign would show as a line.
    facings[x] = clamp(slope * clamp((x - lightX) / 50, -1, 1) * steep, -0.6, 0.6)
    top = Math.min(top, Math.max(0, Math.floor(start - 1)))
    bottom = Math.max(bottom, Math.ceil(covered[x] ?? height))
  }
  const [litR, litG, litB] = ridge.lit
  const [shadeR, shadeG, shadeB] = ridge.shade
  const [hazeR, hazeG, hazeB] = ridge.haze
  const snow = ridge.snow ?? ridge.lit
  const deep = ridge.swing * 0.75
  const fogs = new Float32Array((width >> 2) + 1)
  const { relief } = ridge
  for (let y = top; y < Math.min(bottom, height); y++) {
    fogAlong(fogs, noise, y, offset)
    let [known, grainThere, grainNext, rockNext] = [-2, 0, 0, 0]
    for (let x = 0; x < width; x++) {
      const start = starts[x] ?? height
      if (y < start - 1 || y >= (covered[x] ?? height)) continue
      let cover = 1
      if (y < (lowests[x] ?? 0)) {
        cover = 0
        for (let s = 0; s < SAMPLES; s++) cover += clamp(y + 1 - (line[x * SAMPLES + s] ?? 0))
        cover /= SAMPLES
        if (cover <= 0) continue
      }
      const below = y - start
      // Grain is worked out for every other pixel, straight in between.
      const even = x & ~1
      if (even !== known) {
        const isNext = even === known + 2
        if (relief === 'peaks') {
          const here = isNext ? rockNext : rockAt(noise, even + 2, y, offset, rough)
          grainThere = isNext ? grainNext : facingOf(rockAt(noise, even, y, offset, rough), here)
          rockNext = rockAt(noise, even + 4, y, offset, rough)
          grainNext = facingOf(here, rockNext)
        } else {
          const first = starts[even] ?? start
          const next = starts[even + 2] ?? start
          grainThere = isNext
            ? grainNext
            : shadeOf(relief, noise, even, y, y - first, offset, rough)
          grainNext = shadeOf(relief, noise, even + 2, y, y - next, offset, rough)
        }
        known = even
      }
      const grain = even === x ? grainThere : (grainThere + grainNext) / 2
      const facing = facings[x] ?? 0
      const light = clamp(0.46 + facing * fade(below) * 2.2 + grain)
      let red = shadeR + (litR - shadeR) * light
      let green = shadeG + (litG - shadeG) * light
      let blue = shadeB + (litB - shadeB) * light
      if (ridge.snow && below < deep + ridge.swing * grain * 1.4) {
        // Snow in the shade keeps two thirds of its light.
        const bright = (0.66 + 0.34 * light) * 0.9
        red = red * 0.1 + snow[0] * bright
        green = green * 0.1 + snow[1] * bright
        blue = blue * 0.1 + snow[2] * bright
      }
      const fog = clamp(ridge.depth * (0.5 + below / 70) + (fogs[x >> 2] ?? 0)) * 0.86
      red += (hazeR - red) * fog
      green += (hazeG - green) * fog
      blue += (hazeB - blue) * fog
      const p = (y * width + x) * 3
      if (cover < 1) lay(data, p, red, green, blue, cover)
      else {
        data[p] = red
        data[p + 1] = green
        data[p + 2] = blue
      }
    }
  }
}

/** Drifts of mist along a row, which change so slowly that every fourth pixel will do. */
function fogAlong(fogs: Float32Array, noise: Noise, y: number, offset: number): void {
  for (let i = 0; i < fogs.length; i++) {
    fogs[i] = noiseAt(noise, i * 0.08, y * 0.05 + offset) * 0.06
  }
}

function drawTrees(picture: Picture, { ridge, line }: Crest, random: Random): void {
  if (!ridge.trees) return
  const dark = mix(scale(ridge.trees.colour, 0.62), ridge.haze, ridge.depth * 0.7)
  const lit = mix(scale(ridge.trees.colour, 1.35), ridge.haze, ridge.depth * 0.7)
  for (const tree of plant(ridge, random, picture.width)) {
    const foot = line[clamp(Math.round(tree.x * SAMPLES), 0, line.length - 1)] ?? ridge.level
    drawTree(picture, tree, foot + between(random, 1, 12 + tree.height * 0.3), dark, lit)
  }
}

/** How far light reaches down from the crest, by whole pixels. */
const FADES = Float32Array.from({ length: 256 }, (_, below) => Math.exp(-below / 26))
const LONG_FADES = Float32Array.from({ length: 256 }, (_, below) => Math.exp(-below / 60))

function fade(below: number): number {
  return FADES[below < 0 ? 0 : Math.round(below)] ?? 0
}

/** Height of bare rock: gullies run down and outwards, so it is drawn out downwards. */
function rockAt(noise: Noise, x: number, y: number, offset: number, rough: number): number {
  return crests(noise, x * rough + offset, y * rough * 0.55 + offset, 3)
}

/** How rock is lit by what it rises to the next place that is worked out. */
function facingOf(here: number, next: number): number {
  return clamp((here - next) * 2.1, -0.5, 0.5)
}

function shadeOf(
  relief: Exclude<Relief, 'peaks'>,
  noise: Noise,
  x: number,
  y: number,
  below: number,
  offset: number,
  rough: number,
): number {
  switch (relief) {
    case 'hills':
      return fractal(noise, x * rough + offset, y * rough * 2.6 + offset, 3) * 0.42
    case 'dunes':
      return (
        noiseAt(noise, x * 0.012 + offset, y * 0.05) * 0.3 +
        Math.sin(y * 0.9 + noiseAt(noise, x * 0.03, y * 0.04 + offset) * 9) * 0.05
      )
    case 'mesas': {
      const bed = y * 0.42 + noiseAt(noise, x * 0.02, offset) * 2.4
      const strata = noiseAt(noise, bed, offset) * 0.2 + noiseAt(noise, bed * 2.7, offset + 9) * 0.1
      const column = fractal(
        noise,
        x * 0.11 + noiseAt(noise, x * 0.3, y * 0.06) * 0.3,
        y * 0.022 + offset,
        3,
      )
      return strata + column * (LONG_FADES[below < 0 ? 0 : Math.round(below)] ?? 0) * 0.62
    }
  }
}
