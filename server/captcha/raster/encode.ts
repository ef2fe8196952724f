import sharp from 'sharp'
import { padWebp } from './pad.ts'
import { giveBack } from './picture.ts'
import type { Picture } from './picture.ts'
import { develop, plainStyle, type Style } from './style.ts'

// Challenges are drawn one after another on one thread: a cache and more threads only cost memory.
sharp.concurrency(1)
sharp.cache(false)

const QUALITY = 75
const ALPHA_QUALITY = 60
/** One more costs twice the time for a twentieth of the bytes. */
const EFFORT = 2

let style = plainStyle

/** Takes a style into use for all pictures that are packed on this thread. */
export function setStyle(wanted: Style): void {
  style = wanted
}

/** What is left open about packing a picture. */
export interface Packing {
  /** One coverage per pixel. */
  alpha?: Float32Array
  quality?: number
  /** Leaves grain and tone out: paper and letters need none. */
  isPlain?: boolean
}

/** Bytes that no file is made of any more, by length. */
const spare = new Map<number, Uint8ClampedArray[]>()
const MOST_SPARE = 2

/** Packs a picture as WebP and uses it up. No metadata is written, and lengths are rounded up. */
export async function toWebp(
  picture: Picture,
  { alpha, quality = QUALITY, isPlain = false }: Packing = {},
): Promise<Buffer> {
  const { width, height } = picture
  const channels = alpha ? 4 : 3
  const length = width * height * channels
  const list = spare.get(length) ?? []
  spare.set(length, list)
  const bytes = list.pop() ?? new Uint8ClampedArray(length)
  develop(picture, isPlain ? plainStyle : style, bytes, channels)
  giveBack(picture)
  if (alpha) {
    for (let i = 0; i < alpha.length; i++) bytes[i * 4 + 3] = (alpha[i] ?? 0) * 255
  }
  const image = sharp(bytes, { raw: { width, height, channels } })
  const file = await image.webp({ quality, alphaQuality: ALPHA_QUALITY, effort: EFFORT }).toBuffer()
  if (list.length < MOST_SPARE) list.push(bytes)
  return padWebp(file, width, height)
}
