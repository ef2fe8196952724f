import { clamp, smooth, tone } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { coverage, fieldOf, SURROUNDINGS } from '../../raster/outline.ts'
import type { Field, Outline } from '../../raster/outline.ts'
import { createPicture, mixInto } from '../../raster/picture.ts'
import type { Picture } from '../../raster/picture.ts'
import { between } from '../../raster/random.ts'
import type { Random } from '../../raster/random.ts'

/** Width of the frame around gaps, which hides the pixels close to the edge. */
const FRAME_PX = 4.8
/** Width of the edge of the piece. */
const EDGE_PX = 1.8
/** Reach of light and shade of the frame. */
const SHADE_PX = 7.6

/** Shape and lighting that the piece and all gaps share; light comes from the upper left. */
export interface Form {
  field: Field
  frame: Colour
  /** Lighting of the frame, from -1 to 1, by pixel. */
  facing: Float32Array
  /** Shadow of the frame in a gap. */
  shadow: Float32Array
}

/** Computes shape and lighting. */
export function drawForm(outline: Outline, random: Random): Form {
  const field = fieldOf(outline)
  const { width, distances } = field
  const facing = new Float32Array(width * width)
  const shadow = new Float32Array(width * width)
  const at = (row: number, column: number): number =>
    distances[Math.max(0, row) * width + Math.max(0, column)] ?? -SURROUNDINGS
  for (let row = 1; row < width - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const i = row * width + column
      const slant = at(row + 1, column + 1) - at(row - 1, column - 1)
      facing[i] = clamp(slant * 0.36, -1, 1)
      if ((distances[i] ?? 0) < -1) continue
      const near = smooth(7, -3, at(row - 4, column - 3))
      shadow[i] = near * 0.55 + smooth(8, -4, at(row - 8, column - 5)) * 0.45
    }
  }
  const isLight = random() < 0.6
  const lightness = isLight ? between(random, 0.86, 0.95) : between(random, 0.2, 0.34)
  const frame = tone(lightness, between(random, 0.005, 0.05), between(random, 0, 360))
  return { field, frame, facing, shadow }
}

/** Paints an opaque gap with a raised frame. */
export function paintGap(
  picture: Picture,
  { field, frame, facing, shadow }: Form,
  left: number,
  top: number,
  floor: Colour,
): void {
  const { width, distances } = field
  const { data } = picture
  for (let row = 0; row < width; row++) {
    const y = top + row - SURROUNDINGS
    if (y < 0 || y >= picture.height) continue
    for (let column = 0; column < width; column++) {
      const x = left + column - SURROUNDINGS
      if (x < 0 || x >= picture.width) continue
      const i = row * width + column
      const inside = distances[i] ?? -SURROUNDINGS
      if (inside < -SHADE_PX) continue
      const p = (y * picture.width + x) * 3
      const bevel = facing[i] ?? 0
      // The frame casts a soft shadow to the lower right.
      const shade = smooth(-SHADE_PX, -FRAME_PX, inside) * clamp(0.2 - bevel * 0.22)
      if (shade > 0) mixInto(data, p, 0, 0, 0, shade)
      const border = clamp(inside + FRAME_PX + 0.5)
      if (border > 0) {
        const round = Math.sin(clamp((inside + FRAME_PX) / FRAME_PX) * Math.PI)
        const light = 0.86 + bevel * 0.16 * (1 - round) + round * 0.1
        mixInto(data, p, frame[0] * light, frame[1] * light, frame[2] * light, border)
      }
      const cover = coverage(inside)
      if (cover === 0) continue
      const deep = 1 - (shadow[i] ?? 0) * 0.58
      mixInto(data, p, floor[0] * deep, floor[1] * deep, floor[2] * deep, cover)
    }
  }
}

/** Light on the piece only: offset and gradient of each colour. */
export interface Sheen {
  base: readonly number[]
  acrossX: readonly number[]
  acrossY: readonly number[]
}

/** Cuts out the piece with a frame and its own light. */
export function cutPiece(
  picture: Picture,
  { field, frame, facing }: Form,
  left: number,
  top: number,
  sheen: Sheen,
  random: Random,
): { piece: Picture; alpha: Float32Array } {
  const { size, width, distances } = field
  const piece = createPicture(size, size)
  const alpha = new Float32Array(size * size)
  const middle = (size - 1) / 2
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const i = (y + SURROUNDINGS) * width + x + SURROUNDINGS
      const inside = distances[i] ?? -SURROUNDINGS
      const p = (y * size + x) * 3
      alpha[y * size + x] = coverage(inside)
      const grain = (random() - 0.5) * 0.02
      for (let c = 0; c < 3; c++) {
        const from = picture.data[((top + y) * picture.width + left + x) * 3 + c] ?? 0
        const light =
          (sheen.base[c] ?? 0) +
          ((sheen.acrossX[c] ?? 0) * (x - middle) + (sheen.acrossY[c] ?? 0) * (y - middle)) / middle
        piece.data[p + c] = clamp(from + light + grain)
      }
      // Transparent pixels get the colour of the frame, in case a program ignores transparency.
      const border = clamp(EDGE_PX + 0.5 - inside)
      const bevel = facing[i] ?? 0
      const light = inside < 0 ? 1 : 0.94 + bevel * 0.22
      if (border > 0) {
        mixInto(piece.data, p, frame[0] * light, frame[1] * light, frame[2] * light, border)
      }
      // A bevel inside the edge.
      const slope = smooth(EDGE_PX + 4.5, EDGE_PX, inside) * bevel * 0.35
      if (slope > 0) mixInto(piece.data, p, 1, 1, 1, slope)
      else if (slope < 0) mixInto(piece.data, p, 0, 0, 0, -slope)
    }
  }
  return { piece, alpha }
}
