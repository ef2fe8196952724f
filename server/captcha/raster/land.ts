import { clamp, mix, scale, smooth } from './colour.ts'
import type { Colour } from './colour.ts'
import { crests, fractal } from './noise.ts'
import type { Noise } from './noise.ts'
import { blend } from './picture.ts'
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
      const wave = noise(px + offset, offset)
      return ridge.level - (1 - Math.abs(wave) * 2) * ridge.swing * 0.6
    }
    case 'mesas': {
      const raw =
        noise(px * 1.7 + offset, offset) + fractal(noise, px * 9 + offset, offset, 2) * 0.16
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
      blend(picture, x, y, mix(dark, lit, side * side * (0.35 + bough * 0.5)), cover)
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
export function coveredFrom(crests: readonly Crest[], width: number, floor: number): Float32Array {
  const rows = new Float32Array(width).fill(floor)
  for (const { line } of crests) {
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
  crests: readonly Crest[],
  noise: Noise,
  random: Random,
  lightX: number,
  floor: number = picture.height,
): void {
  crests.forEach((crest, i) => {
    const covered = coveredFrom(crests.slice(i + 1), picture.width, floor)
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
  const { width } = picture
  const [reach, steep] = ridge.relief === 'peaks' ? [2, 0.17] : [9, 0.8]
  const rough = ridge.relief === 'peaks' ? 0.052 : ridge.relief === 'mesas' ? 0.03 : 0.02
  const darkSnow = ridge.snow && scale(ridge.snow, 0.66)
  for (let x = 0; x < width; x++) {
    let start = picture.height
    for (let s = 0; s < SAMPLES; s++) start = Math.min(start, line[x * SAMPLES + s] ?? start)
    const from = Math.max(0, x - reach)
    const to = Math.min(width, x + reach)
    const slope = ((line[to * SAMPLES] ?? 0) - (line[from * SAMPLES] ?? 0)) / (to - from)
    // Fades through zero below the light, where a change of sign would show as a line.
    const facing = clamp(slope * clamp((x - lightX) / 50, -1, 1) * steep, -0.6, 0.6)
    const end = covered[x] ?? picture.height
    for (let y = Math.max(0, Math.floor(start - 1)); y < end; y++) {
      let cover = 0
      for (let s = 0; s < SAMPLES; s++) cover += clamp(y + 1 - (line[x * SAMPLES + s] ?? 0))
      if (cover <= 0) continue
      const below = y - start
      const grain = shadeOf(ridge, noise, x, y, below, offset, rough)
      const light = clamp(0.46 + facing * Math.exp(-below / 26) * 2.2 + grain)
      let colour = mix(ridge.shade, ridge.lit, light)
      if (ridge.snow && darkSnow && below < ridge.swing * (0.75 + grain * 1.4)) {
        colour = mix(colour, mix(darkSnow, ridge.snow, light), 0.9)
      }
      const fog = clamp(
        ridge.depth * (0.5 + below / 70) + noise(x * 0.02, y * 0.05 + offset) * 0.06,
      )
      blend(picture, x, y, mix(colour, ridge.haze, fog * 0.86), cover / SAMPLES)
    }
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

function shadeOf(
  ridge: Ridge,
  noise: Noise,
  x: number,
  y: number,
  below: number,
  offset: number,
  rough: number,
): number {
  switch (ridge.relief) {
    case 'peaks': {
      // Gullies run down and outwards, so the texture is sheared with the distance from the crest.
      const here = crests(noise, x * rough + offset, y * rough * 0.55 + offset, 3)
      const near = crests(noise, (x + 1.6) * rough + offset, y * rough * 0.55 + offset, 3)
      return clamp((here - near) * 2.6, -0.5, 0.5)
    }
    case 'hills':
      return fractal(noise, x * rough + offset, y * rough * 2.6 + offset, 3) * 0.42
    case 'dunes':
      return (
        noise(x * 0.012 + offset, y * 0.05) * 0.3 +
        Math.sin(y * 0.9 + noise(x * 0.03, y * 0.04 + offset) * 9) * 0.05
      )
    case 'mesas': {
      const bed = y * 0.42 + noise(x * 0.02, offset) * 2.4
      const strata = noise(bed, offset) * 0.2 + noise(bed * 2.7, offset + 9) * 0.1
      const column = fractal(
        noise,
        x * 0.11 + noise(x * 0.3, y * 0.06) * 0.3,
        y * 0.022 + offset,
        3,
      )
      return strata + column * Math.exp(-below / 60) * 0.62
    }
  }
}
