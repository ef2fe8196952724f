import sharp from 'sharp'
import { applyGrade, plainGrade, type Grade } from './grade.ts'
import { padWebp } from './pad-webp.ts'
import { recyclePicture } from './picture.ts'
import type { Picture } from './picture.ts'

// Puzzles are drawn one after another, so a cache and more threads would only use memory.
sharp.concurrency(1)
sharp.cache(false)

const ALPHA_QUALITY = 60
/** The next higher effort takes twice the time and saves 5% of the bytes. */
const EFFORT = 2

/** Options of the encoder. */
export interface Encoding {
  quality: number
  /** Opacity per pixel, from 0 to 1. */
  alpha?: Float32Array
  grade?: Grade
}

/** Reused buffers by length. */
const spare = new Map<number, Uint8ClampedArray[]>()
const MAX_SPARE = 2

/** Returns a picture as padded WebP in base64, without metadata; recycles the picture. */
export async function toWebp(
  picture: Picture,
  { quality, alpha, grade = plainGrade }: Encoding,
): Promise<string> {
  const { width, height } = picture
  const channels = alpha ? 4 : 3
  const length = width * height * channels
  const list = spare.get(length) ?? []
  spare.set(length, list)
  const bytes = list.pop() ?? new Uint8ClampedArray(length)
  applyGrade(picture, grade, bytes, channels)
  recyclePicture(picture)
  if (alpha) {
    for (let i = 0; i < alpha.length; i++) bytes[i * 4 + 3] = (alpha[i] ?? 0) * 255
  }
  const image = sharp(bytes, { raw: { width, height, channels } })
  const file = await image.webp({ quality, alphaQuality: ALPHA_QUALITY, effort: EFFORT }).toBuffer()
  if (list.length < MAX_SPARE) list.push(bytes)
  return padWebp(file, width, height).toString('base64')
}
