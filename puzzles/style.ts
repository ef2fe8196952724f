import { gradeAt, GRADE_MS, plainGrade, type Grade } from './raster/grade.ts'
import { loadPhotos, type Photo } from './raster/photos.ts'

/** What makes the pictures of one installation unlike those of another. */
export interface StyleOptions {
  /** Secret that colours and grain are derived from. */
  secret: string
  /** Folder of the operator's own pictures; empty where there is none. */
  folder: string
  warn(message: string, error: unknown): void
}

/** Colours and scenery of an installation. */
export interface Style {
  grade: Grade
  photos: readonly Photo[]
}

/** Pictures as they were drawn. */
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
    // Our own scenery needs no folder.
    warn('CAPTCHA_STYLES_DIR cannot be read, so its pictures are not used.', error)
    return { grade, photos: [] }
  }
}
