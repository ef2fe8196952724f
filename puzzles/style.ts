import { gradeAt, GRADE_MS, plainGrade, type Grade } from './raster/grade.ts'
import { loadPhotos, type Photo } from './raster/photos.ts'

/** Settings that make the pictures of installations differ. */
export interface StyleOptions {
  /** Colours and grain are derived from it. */
  secret: string
  /** Folder with the operator's photos; empty if there is none. */
  folder: string
  warn(message: string, error: unknown): void
}

/** Loaded style of an installation. */
export interface Style {
  grade: Grade
  photos: readonly Photo[]
}

/** Style that changes nothing. */
export const plainStyle: Style = { grade: plainGrade, photos: [] }

let cached: { options: StyleOptions; until: number; style: Promise<Style> } | undefined

/** Returns the style of an installation; cached for the same options until its grade changes. */
export async function loadStyle(options: StyleOptions): Promise<Style> {
  const now = Date.now()
  if (cached?.options !== options || now >= cached.until) {
    const until = (Math.floor(now / GRADE_MS) + 1) * GRADE_MS
    cached = { options, until, style: load(options, now) }
  }
  return await cached.style
}

async function load({ secret, folder, warn }: StyleOptions, now: number): Promise<Style> {
  const grade = gradeAt(secret, now)
  if (folder === '') return { grade, photos: [] }
  try {
    return { grade, photos: await loadPhotos(folder, warn) }
  } catch (error) {
    // Drawn scenery replaces the photos.
    warn('CAPTCHA_STYLES_DIR cannot be read, so its pictures are not used.', error)
    return { grade, photos: [] }
  }
}
