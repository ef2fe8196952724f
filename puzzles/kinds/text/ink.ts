import type { Glyph } from '../../glyphs/glyphs.ts'
import { CELL_PX, SPREAD_PX } from '../../glyphs/glyphs.ts'
import { clamp, smooth, tone } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { noiseAt } from '../../raster/noise.ts'
import type { Noise } from '../../raster/noise.ts'
import { mixInto, readPixel } from '../../raster/picture.ts'
import type { Picture } from '../../raster/picture.ts'
import { between } from '../../raster/random.ts'
import type { Random } from '../../raster/random.ts'
import type { Place } from './layout.ts'

/** Geometry of a character, in units of the picture. */
export interface Setting {
  glyph: Glyph
  place: Place
  size: number
  /** Rotation in radians, slant, and ratio of width to height. */
  turn: number
  slant: number
  widen: number
  /** Strength of bending. */
  bend: number
}

/** Colours and effects of a character. */
export interface Ink {
  from: Colour
  to: Colour
  rim: Colour
  rimWidth: number
  /** Strength of the shadow. */
  shadow: number
  /** Amount of wear, and frequency of its patches in waves per pixel. */
  wear: number
  patches: number
}

/** Returns a random ink: bright, dark or coloured, with a contrasting rim. */
export function mixInk(random: Random): Ink {
  const hue = between(random, 0, 360)
  const kind = random()
  const next = hue + between(random, 20, 70)
  const wear = between(random, 0.6, 0.74)
  const patches = between(random, 0.05, 0.08)
  if (kind < 0.4) {
    return {
      from: tone(0.97, 0.02, hue),
      to: tone(0.8, 0.07, next),
      rim: tone(0.26, 0.07, hue),
      rimWidth: between(random, 1.1, 1.6),
      shadow: 0.5,
      wear,
      patches,
    }
  }
  if (kind < 0.65) {
    return {
      from: tone(0.42, 0.12, hue),
      to: tone(0.24, 0.08, next),
      rim: tone(0.97, 0.015, hue),
      rimWidth: between(random, 1.3, 1.8),
      shadow: 0.42,
      wear,
      patches,
    }
  }
  return {
    from: tone(0.8, 0.14, hue),
    to: tone(0.56, 0.18, next),
    rim: random() < 0.5 ? [1, 1, 1] : tone(0.2, 0.05, hue),
    rimWidth: between(random, 1.2, 1.7),
    shadow: 0.5,
    wear,
    patches,
  }
}

/** Returns the perceived lightness, from 0 to 1. */
function lightOf([r, g, b]: Colour): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Minimum difference of lightness between ink and background, before wear. */
const MIN_APART = 0.4
const INK_TRIES = 12

/** Returns an ink that contrasts with the background. */
export function mixInkFor(random: Random, picture: Picture, density: number, place: Place): Ink {
  let behind = 0
  const steps = [-16, -8, 0, 8, 16]
  for (const dy of steps) {
    for (const dx of steps) {
      const colour = readPixel(picture, (place.x + dx) * density, (place.y + dy) * density)
      behind += lightOf(colour) / steps.length ** 2
    }
  }
  let ink = mixInk(random)
  for (let i = 0; i < INK_TRIES; i++) {
    if (Math.abs((lightOf(ink.from) + lightOf(ink.to)) / 2 - behind) >= MIN_APART) break
    ink = mixInk(random)
  }
  return ink
}

/** Distances from the edge of a placed character in units, by pixel. */
interface Field {
  left: number
  top: number
  width: number
  height: number
  distances: Float32Array
}

let kept = new Float32Array(0)

/** Buffers that are reused for each character. */
function roomFor(length: number): Float32Array {
  if (kept.length < length) kept = new Float32Array(length)
  return kept
}

/** Returns half the size of a placed character with rim and shadow, in units. */
function reachOf({
  glyph,
  size,
  turn,
  slant,
  widen,
  bend,
}: Setting): [across: number, down: number] {
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))]
  const high = glyph.halfHigh / widen
  const wide = glyph.halfWide * widen + high * Math.abs(slant)
  const most = size * 0.6 + EDGE
  const more = bend + SHADOW_Y + 1
  return [
    Math.min(most, size * (wide * cos + high * sin) + more),
    Math.min(most, size * (wide * sin + high * cos) + more),
  ]
}

/** Computes the distances of a placed character, which shadow, rim, light and contrast share. */
function setGlyph(picture: Picture, density: number, setting: Setting, noise: Noise): Field {
  const { glyph, place, size, turn, slant, widen, bend } = setting
  const [across, down] = reachOf(setting)
  // Shadows of characters above and to the left reach into the picture.
  const left = Math.max(Math.floor((place.x - across) * density), -Math.ceil(SHADOW_X * density))
  const top = Math.max(Math.floor((place.y - down) * density), -Math.ceil(SHADOW_Y * density))
  const width = Math.min(Math.ceil((place.x + across) * density), picture.width + 1) - left
  const height = Math.min(Math.ceil((place.y + down) * density), picture.height + 1) - top
  const distances = roomFor(width * height)
  const cos = Math.cos(turn) / size
  const sin = Math.sin(turn) / size
  const toUnits = size / CELL_PX
  const { halfWide, halfHigh } = glyph
  const nothing = -SPREAD_PX * toUnits
  // Every character uses another part of the noise.
  const bentX = place.x * 3.1
  const bentY = place.y * 3.1
  const [perU, perV] = [1 / widen, slant / widen]
  for (let row = 0; row < height; row++) {
    const y = (top + row + 0.5) / density - place.y
    const bendX = (x: number): number =>
      noiseAt(noise, bentX + x * WAVE, bentY + y * WAVE) * bend + x
    const bendY = (x: number): number =>
      noiseAt(noise, bentY + x * WAVE, bentX + y * WAVE) * bend + y
    let x = (left + 0.5) / density - place.x
    let [toX, toY] = [bendX(x), bendY(x)]
    // The waves are long, so some columns are computed and the others interpolated.
    for (let column = 0; column < width; column += BEND_STEP) {
      const [fromX, fromY] = [toX, toY]
      x += BEND_STEP / density
      toX = bendX(x)
      toY = bendY(x)
      const u = fromX * cos + fromY * sin
      const v = fromY * cos - fromX * sin
      const alongU = ((toX - fromX) * cos + (toY - fromY) * sin) / BEND_STEP
      const alongV = ((toY - fromY) * cos - (toX - fromX) * sin) / BEND_STEP
      let atX = u * perU + v * perV
      let atY = v * widen
      const stepX = alongU * perU + alongV * perV
      const stepY = alongV * widen
      const end = row * width + Math.min(width, column + BEND_STEP)
      for (let i = row * width + column; i < end; i++) {
        const isNear = atX < halfWide && atX > -halfWide && atY < halfHigh && atY > -halfHigh
        distances[i] = isNear ? glyph.at(atX, atY) * toUnits : nothing
        atX += stepX
        atY += stepY
      }
    }
  }
  return { left, top, width, height, distances }
}

/** Half the distance over which bending counts as rotation, in units. */
const TURN_REACH = 14

/** Returns the visible rotation in radians, including slant and bending. */
export function turnOf({ place, turn, slant, bend }: Setting, noise: Noise): number {
  const [left, top] = [place.x * 3.1, place.y * 3.1]
  const away = TURN_REACH * WAVE
  const per = bend / (2 * TURN_REACH)
  // The same waves as in `setGlyph`, at the middle.
  const wide = (noiseAt(noise, left + away, top) - noiseAt(noise, left - away, top)) * per
  const high = (noiseAt(noise, top + away, left) - noiseAt(noise, top - away, left)) * per
  const over = (noiseAt(noise, left, top + away) - noiseAt(noise, left, top - away)) * per
  const down = (noiseAt(noise, top, left + away) - noiseAt(noise, top, left - away)) * per
  return turn + slant / 2 - Math.atan2(high - over, 2 + wide + down)
}

const EDGE = 5
const BEND_STEP = 6
/** Long waves bend a character as a whole, which people can read and templates cannot. */
const WAVE = 0.036
const SHADOW_X = 1.6
const SHADOW_Y = 2.6
/** Wear is computed for every n-th column and interpolated. */
const WEAR_STEP = 4

/**
 * Draws a character, `density` pixels to the unit; answers how much lighter or darker it is than
 * what surrounds it, from 0 to 1.
 */
export function drawGlyph(
  picture: Picture,
  density: number,
  setting: Setting,
  ink: Ink,
  noise: Noise,
): number {
  const { size, turn, place } = setting
  const { data } = picture
  const [fromR, fromG, fromB] = ink.from
  const [toR, toG, toB] = ink.to
  const bentX = place.x * 7.3
  const bentY = place.y * 7.3
  const field = setGlyph(picture, density, setting, noise)
  const { left, top, width, height, distances } = field
  const middleX = place.x * density - left
  const middleY = place.y * density - top
  const side = (size * 1.2 + EDGE * 2) * density
  const away = (row: number, column: number): number =>
    row < 0 || column < 0 || row >= height || column >= width
      ? -EDGE
      : (distances[row * width + column] ?? -EDGE)
  const shadowX = Math.round(SHADOW_X * density)
  const shadowY = Math.round(SHADOW_Y * density)
  const shiftX = Math.cos(turn) / side
  const shiftY = 0.4 / side
  const first = Math.max(0, -left)
  const end = Math.min(width, picture.width - left)
  for (let row = Math.max(0, -top); row < Math.min(height, picture.height - top); row++) {
    const py = top + row
    let [known, wornThere, wornNext, driftThere, driftNext] = [-WEAR_STEP * 2, 0, 0, 0, 0]
    const wornAt = (x: number): number =>
      noiseAt(noise, bentX + x * ink.patches, bentY + py * ink.patches)
    const driftAt = (x: number): number => noiseAt(noise, x * 0.06, py * 0.06) * 0.07
    for (let column = first; column < end; column++) {
      const px = left + column
      const above = away(row - shadowY, column - shadowX)
      const distance = distances[row * width + column] ?? -EDGE
      if (above < -3.5 && distance < -EDGE / 2) continue
      const p = (py * picture.width + px) * 3
      const shade = above < -3.5 ? 0 : smooth(-3.5, 1.2, above) * ink.shadow
      if (shade > 0.01) mixInto(data, p, 0, 0, 0, shade * 0.75)
      const rim = clamp((distance + ink.rimWidth) * density + 0.5)
      if (rim <= 0) continue
      // The scenery shows through in patches, which interrupts edges.
      const part = px % WEAR_STEP
      if (px - part !== known) {
        const isNext = px - part === known + WEAR_STEP
        known = px - part
        wornThere = isNext ? wornNext : wornAt(known)
        driftThere = isNext ? driftNext : driftAt(known)
        wornNext = wornAt(known + WEAR_STEP)
        driftNext = driftAt(known + WEAR_STEP)
      }
      const patch = wornThere + ((wornNext - wornThere) * part) / WEAR_STEP
      const worn = 1 - ink.wear * smooth(-0.25, 0.45, patch)
      const cover = clamp(distance * density + 0.5)
      // Unworn ink covers the rim.
      if (cover < 1 || worn < 1) {
        mixInto(data, p, ink.rim[0], ink.rim[1], ink.rim[2], rim * 0.94 * worn)
      }
      if (cover <= 0) continue
      const along = clamp(0.5 + (row - middleY) * shiftX + (column - middleX) * shiftY)
      const drift = driftThere + ((driftNext - driftThere) * part) / WEAR_STEP
      const add = drift + grainAt(noise, px, py) * 0.02
      const red = fromR + (toR - fromR) * along + add
      const green = fromG + (toG - fromG) * along + add
      const blue = fromB + (toB - fromB) * along + add
      mixInto(data, p, red, green, blue, cover * worn)
    }
  }
  return contrastIn(picture, field, size)
}

/** Grain with steps of two pixels. */
function grainAt(noise: Noise, x: number, y: number): number {
  return noise[((y >> 1) * 61 + (x >> 1)) % noise.length] ?? 0
}

const RING_FROM = -3.5
const RING_TO = 0.4

function contrastIn(picture: Picture, field: Field, size: number): number {
  const { left, top, width, height, distances } = field
  const sums = { ink: 0, inkCount: 0, around: 0, aroundCount: 0 }
  const step = size > 40 ? 2 : 1
  for (let row = 0; row < height; row += step) {
    for (let column = 0; column < width; column += step) {
      const distance = distances[row * width + column] ?? -EDGE
      if (distance < RING_FROM) continue
      const x = clamp(left + column, 0, picture.width - 1)
      const p = (clamp(top + row, 0, picture.height - 1) * picture.width + x) * 3
      const { data } = picture
      const light =
        0.2126 * (data[p] ?? 0) + 0.7152 * (data[p + 1] ?? 0) + 0.0722 * (data[p + 2] ?? 0)
      if (distance > RING_TO) {
        sums.ink += light
        sums.inkCount += 1
      } else if (distance < 0) {
        sums.around += light
        sums.aroundCount += 1
      }
    }
  }
  if (sums.inkCount === 0 || sums.aroundCount === 0) return 0
  return Math.abs(sums.ink / sums.inkCount - sums.around / sums.aroundCount)
}
