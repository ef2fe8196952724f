import { setStyle } from './raster/encode.ts'
import { loadPhotos } from './raster/photos.ts'
import { setPhotos } from './raster/scenery.ts'
import { STYLE_MS, styleAt } from './raster/style.ts'

/** What makes the pictures of one installation look unlike those of another. */
export interface Look {
  /** Secret that styles are drawn from. */
  secret: string
  /** Folder of the operator's own pictures; empty where there is none. */
  folder: string
}

/** Takes a look into use on this thread; answers until when it lasts. */
export async function applyLook(
  { secret, folder }: Look,
  warn: (message: string, error: unknown) => void,
): Promise<number> {
  const now = Date.now()
  setStyle(styleAt(secret, now))
  try {
    setPhotos(folder === '' ? [] : await loadPhotos(folder, warn))
  } catch (error) {
    // Our own scenery needs no folder.
    setPhotos([])
    warn('CAPTCHA_STYLES_DIR cannot be read, so its pictures are not used.', error)
  }
  return (Math.floor(now / STYLE_MS) + 1) * STYLE_MS
}
