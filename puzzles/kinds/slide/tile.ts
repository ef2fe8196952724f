import { clamp, smooth, tone } from '../../raster/colour.ts'
import type { Colour } from '../../raster/colour.ts'
import { coverage, fieldOf, SURROUNDINGS } from '../../raster/outline.ts'
import type { Field, Outline } from '../../raster/outline.ts'
import { createPicture, lay } from '../../raster/picture.ts'
import type { Picture } from '../../raster/picture.ts'
import { between } from '../../raster/random.ts'
import type { Random } from '../../raster/random.ts'

/** Width of the frame around gaps: tools that look close to the edge see nothing else. */
const FRAME_PX = 4.8
/** Width of the edge of the piece. */
const EDGE_PX = 1.8
/** How far light and shade of the frame reach. */
const SHADE_PX = 7.6

/** What the piece and all gaps of a puzzle have in common, in light that falls from the upper left. */
export interface Form {
  field: Field
  frame: Colour
  /** How much the frame faces the light, from -1 to 1, at each known place. */
  facing: Float32Array
  /** Shadow that the frame throws on the floor of a gap. */
  shadow: Float32Array
}

/** Works out the form of a puzzle. */
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

/** Paints a recess with a raised frame over the scenery: nothing of what it hides is left. */
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
      // Frames throw a soft shadow to the lower right.
      const shade = smooth(-SHADE_PX, -FRAME_PX, inside) * clamp(0.2 - bevel * 0.22)
      if (shade > 0) lay(data, p, 0, 0, 0, shade)
      const border = clamp(inside + FRAME_PX + 0.5)
      if (border > 0) {
        const round = Math.sin(clamp((inside + FRAME_PX) / FRAME_PX) * Math.PI)
        const light = 0.86 + bevel * 0.16 * (1 - round) + round * 0.1
        lay(data, p, frame[0] * light, frame[1] * light, frame[2] * light, border)
      }
      const cover = coverage(inside)
      if (cover === 0) continue
      const deep = 1 - (shadow[i] ?? 0) * 0.58
      lay(data, p, floor[0] * deep, floor[1] * deep, floor[2] * deep, cover)
    }
  }
}

/** Light that lies on the piece alone: for each colour how much more there is, and to which side. */
export interface Sheen {
  base: readonly number[]
  acrossX: readonly number[]
  acrossY: readonly number[]
}

/** Cuts the piece out as a tile in a frame, in light of its own. */
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
      // Beyond the edge there is frame and nothing else, for tools that drop transparency.
      const border = clamp(EDGE_PX + 0.5 - inside)
      const bevel = facing[i] ?? 0
      const light = inside < 0 ? 1 : 0.94 + bevel * 0.22
      if (border > 0) {
        lay(piece.data, p, frame[0] * light, frame[1] * light, frame[2] * light, border)
      }
      // A bevel of glass just inside of the edge.
      const slope = smooth(EDGE_PX + 4.5, EDGE_PX, inside) * bevel * 0.35
      if (slope > 0) lay(piece.data, p, 1, 1, 1, slope)
      else if (slope < 0) lay(piece.data, p, 0, 0, 0, -slope)
    }
  }
  return { piece, alpha }
}
