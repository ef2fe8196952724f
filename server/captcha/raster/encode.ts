import sharp from 'sharp'
import { clamp } from './colour.ts'
import { padWebp } from './pad.ts'
import type { Picture } from './picture.ts'
import type { Style } from './style.ts'

// Challenges are drawn one after another on one thread: a cache and more threads only cost memory.
sharp.concurrency(1)
sharp.cache(false)

const QUALITY = 75
const EFFORT = 2

let style: Style | undefined

/** Takes a style into use for all pictures that are packed on this thread. */
export function setStyle(wanted: Style): void {
  style = wanted
}

function toBytes(picture: Picture, alpha?: Float32Array): Buffer {
  const channels = alpha ? 4 : 3
  const count = picture.width * picture.height
  const bytes = Buffer.alloc(count * channels)
  const colour = new Float32Array(3)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) colour[c] = picture.data[i * 3 + c] ?? 0
    style?.grade(colour, i % picture.width, Math.floor(i / picture.width))
    for (let c = 0; c < 3; c++) {
      bytes[i * channels + c] = Math.round(clamp(colour[c] ?? 0) * 255)
    }
    if (alpha) bytes[i * 4 + 3] = Math.round(clamp(alpha[i] ?? 0) * 255)
  }
  return bytes
}

/** Packs a picture as WebP; `alpha` holds one coverage per pixel. No metadata is written, and lengths are rounded up. */
export async function toWebp(
  picture: Picture,
  { alpha, quality = QUALITY }: { alpha?: Float32Array; quality?: number } = {},
): Promise<Buffer> {
  const { width, height } = picture
  const image = sharp(toBytes(picture, alpha), { raw: { width, height, channels: alpha ? 4 : 3 } })
  const file = await image.webp({ quality, alphaQuality: 90, effort: EFFORT }).toBuffer()
  return padWebp(file, width, height)
}
