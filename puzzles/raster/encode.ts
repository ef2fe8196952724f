import sharp from 'sharp'
import { padWebp } from './pad.ts'
import { giveBack } from './picture.ts'
import type { Picture } from './picture.ts'
import { applyGrade, plainGrade, type Grade } from './grade.ts'

// Challenges are drawn one after another on one thread: a cache and more threads only cost memory.
sharp.concurrency(1)
sharp.cache(false)

const ALPHA_QUALITY = 60
/** One more costs twice the time for a twentieth of the bytes. */
const EFFORT = 2

/** How a picture is encoded. */
export interface Encoding {
  quality: number
  /** Opacity per pixel, from 0 to 1. */
  alpha?: Float32Array
  grade?: Grade
}

/** Buffers for reuse, by length. */
const spare = new Map<number, Uint8ClampedArray[]>()
const MOST_SPARE = 2

/** Returns a picture as WebP in base64, without metadata and of a rounded length; uses it up. */
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
  giveBack(picture)
  if (alpha) {
    for (let i = 0; i < alpha.length; i++) bytes[i * 4 + 3] = (alpha[i] ?? 0) * 255
  }
  const image = sharp(bytes, { raw: { width, height, channels } })
  const file = await image.webp({ quality, alphaQuality: ALPHA_QUALITY, effort: EFFORT }).toBuffer()
  if (list.length < MOST_SPARE) list.push(bytes)
  return padWebp(file, width, height).toString('base64')
}
