import type { Colour } from './colour.ts'

/** Pixels as floats, three per pixel in reading order. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Buffers of finished pictures by length; reusing them avoids garbage collection. */
const spare = new Map<number, Float32Array[]>()
const MAX_SPARE = 3

/** Creates a black picture. */
export function createPicture(width: number, height: number): Picture {
  const length = width * height * 3
  const used = spare.get(length)?.pop()
  used?.fill(0)
  return { width, height, data: used ?? new Float32Array(length) }
}

/** Recycles the buffer of a picture that is no longer used. */
export function recyclePicture({ data }: Picture): void {
  const list = spare.get(data.length) ?? []
  spare.set(data.length, list)
  if (list.length < MAX_SPARE) list.push(data)
}

/** Mixes a colour into three numbers from index `i`; a share of 1 replaces them. */
export function mixInto(
  data: Float32Array,
  i: number,
  red: number,
  green: number,
  blue: number,
  share: number,
): void {
  const r = data[i] ?? 0
  const g = data[i + 1] ?? 0
  const b = data[i + 2] ?? 0
  data[i] = r + (red - r) * share
  data[i + 1] = g + (green - g) * share
  data[i + 2] = b + (blue - b) * share
}

/** Mixes a colour into a pixel; a coverage of 1 replaces it. */
export function blend(
  picture: Picture,
  x: number,
  y: number,
  colour: Colour,
  coverage: number,
): void {
  mixInto(picture.data, (y * picture.width + x) * 3, colour[0], colour[1], colour[2], coverage)
}

/** Reads a pixel, or the nearest one at the edge. */
export function readPixel(picture: Picture, x: number, y: number): Colour {
  const column = Math.min(picture.width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(picture.height - 1, Math.max(0, Math.round(y)))
  const i = (row * picture.width + column) * 3
  const { data } = picture
  return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
}
