import type { Colour } from './colour.ts'

/** Pixels as floats, three per pixel in reading order. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** A black picture. */
export function createPicture(width: number, height: number): Picture {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** Sets a pixel, which must lie inside the picture. */
export function put(picture: Picture, x: number, y: number, colour: Colour): void {
  const i = (y * picture.width + x) * 3
  picture.data[i] = colour[0]
  picture.data[i + 1] = colour[1]
  picture.data[i + 2] = colour[2]
}

/** Lays a colour over a pixel; coverage 1 replaces it. */
export function blend(
  picture: Picture,
  x: number,
  y: number,
  colour: Colour,
  coverage: number,
): void {
  const { data } = picture
  const i = (y * picture.width + x) * 3
  const rest = 1 - coverage
  data[i] = (data[i] ?? 0) * rest + colour[0] * coverage
  data[i + 1] = (data[i + 1] ?? 0) * rest + colour[1] * coverage
  data[i + 2] = (data[i + 2] ?? 0) * rest + colour[2] * coverage
}

/** Reads a pixel; places outside give the nearest edge. */
export function peek(picture: Picture, x: number, y: number): Colour {
  const column = Math.min(picture.width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(picture.height - 1, Math.max(0, Math.round(y)))
  const i = (row * picture.width + column) * 3
  const { data } = picture
  return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
}
