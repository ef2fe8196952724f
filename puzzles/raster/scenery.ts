import { drawLandscape, type LandscapeOptions } from './landscape.ts'
import { cropPhoto, type Photo } from './photos.ts'
import type { Picture } from './picture.ts'
import type { Random } from './random.ts'
import { drawTexture } from './texture.ts'

/** Share of pictures that use a photo of the operator, if there are any. */
const PHOTO_SHARE = 0.6

/** Returns part of a photo, a pattern with the probability `patterns`, or a landscape. */
export function drawScenery(
  random: Random,
  photos: readonly Photo[],
  width: number,
  height: number,
  { patterns = 0, ...landscapeOptions }: LandscapeOptions & { patterns?: number } = {},
): Picture {
  const [first, ...rest] = photos
  if (first && random() < PHOTO_SHARE) return cropPhoto(random, [first, ...rest], width, height)
  return random() < patterns
    ? drawTexture(random, width, height)
    : drawLandscape(random, width, height, landscapeOptions)
}
