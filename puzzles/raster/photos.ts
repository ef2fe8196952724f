import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { clamp } from './colour.ts'
import { createNoise, noiseAt } from './noise.ts'
import { createPicture, type Picture } from './picture.ts'
import { between, pick, type Random } from './random.ts'

/** A picture that the operator added, as bytes of red, green and blue. */
export interface Photo {
  width: number
  height: number
  data: Uint8Array
}

/** Kept in memory at once, of this size at most: about 20 MiB. */
const MAX_PHOTOS = 24
const LARGEST_PX = 640
const SMALLEST_PX = 400
const MAX_PIXELS = 50_000_000

/**
 * Reads the pictures of a folder: decoded and made smaller, so that nothing of the files themselves
 * is ever sent. What is no picture, or too small, is passed over with a warning.
 */
export async function loadPhotos(
  folder: string,
  warn: (message: string, error: unknown) => void,
): Promise<Photo[]> {
  const photos: Photo[] = []
  const names = readdirSync(folder)
    .filter((name) => /\.(?:jpe?g|png|webp|avif)$/i.test(name))
    .toSorted()
  for (const name of names) {
    if (photos.length === MAX_PHOTOS) {
      warn(`Only the first ${MAX_PHOTOS} pictures of CAPTCHA_STYLES_DIR are used.`, undefined)
      break
    }
    try {
      const { data, info } = await sharp(join(folder, name), { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize(LARGEST_PX, LARGEST_PX, { fit: 'inside', withoutEnlargement: true })
        .flatten()
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      if (info.channels !== 3 || info.width < SMALLEST_PX || info.height < SMALLEST_PX / 2) {
        throw new RangeError(`it must be in colour and ${SMALLEST_PX} pixels wide at least`)
      }
      photos.push({ width: info.width, height: info.height, data })
    } catch (error) {
      warn(`${name} in CAPTCHA_STYLES_DIR is not used.`, error)
    }
  }
  return photos
}

/** A part of a photo that was never sent like this: cut, mirrored, bent, and in another light. */
export function cropPhoto(
  random: Random,
  photos: readonly [Photo, ...Photo[]],
  width: number,
  height: number,
): Picture {
  const photo = pick(random, photos)
  const fit = Math.min(photo.width / width, photo.height / height)
  const scale = fit * between(random, 0.68, 0.94)
  const left = between(random, 0, photo.width - width * scale)
  const top = between(random, 0, photo.height - height * scale)
  const isMirrored = random() < 0.5
  const noise = createNoise(random)
  const bend = between(random, 2, 4) * scale
  const gains = [0, 1, 2].map(() => between(random, 0.9, 1.1))
  const contrast = between(random, 0.9, 1.15)
  const [lightX, lightY] = [between(random, -0.12, 0.12), between(random, -0.12, 0.12)]
  const picture = createPicture(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = isMirrored ? width - 1 - x : x
      const sx = left + at * scale + noiseAt(noise, x * 0.02, y * 0.02) * bend
      const sy = top + y * scale + noiseAt(noise, x * 0.02 + 50, y * 0.02) * bend
      const column = clamp(Math.round(sx), 0, photo.width - 1)
      const row = clamp(Math.round(sy), 0, photo.height - 1)
      const from = (row * photo.width + column) * 3
      const light = 1 + (x / width - 0.5) * lightX * 2 + (y / height - 0.5) * lightY * 2
      for (let c = 0; c < 3; c++) {
        const value = ((photo.data[from + c] ?? 0) / 255 - 0.5) * contrast + 0.5
        picture.data[(y * width + x) * 3 + c] = clamp(value * (gains[c] ?? 1) * light)
      }
    }
  }
  return picture
}
