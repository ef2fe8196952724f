import { drawLandscape, type Landscaping } from './landscape.ts'
import { cropPhoto, type Photo } from './photos.ts'
import type { Picture } from './picture.ts'
import type { Random } from './random.ts'
import { drawTexture } from './texture.ts'

/** Share of pictures that are made from the operator's own, where there are any. */
const PHOTO_SHARE = 0.6

/** Draws a landscape, a pattern for the given share, or a part of one of the operator's photos. */
export function drawScenery(
  random: Random,
  photos: readonly Photo[],
  width: number,
  height: number,
  { patterns = 0, ...landscaping }: Landscaping & { patterns?: number } = {},
): Picture {
  const [first, ...rest] = photos
  if (first && random() < PHOTO_SHARE) return cropPhoto(random, [first, ...rest], width, height)
  return random() < patterns
    ? drawTexture(random, width, height)
    : drawLandscape(random, width, height, landscaping)
}
