import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import sharp from 'sharp'
import { didYouMean } from '../content-lint/did-you-mean.ts'
import { messages } from '../content-lint/messages.ts'

/** Limit in bytes: larger files burden every clone and no page needs them. */
const MOST_BYTES = 2_000_000
const MOST_PX = 4000

/** A cover spans the page and is cropped to 1200 × 630 for link previews. */
const COVER_WIDTH_PX = 1200
const COVER_HEIGHT_PX = 630
const WIDEST = 2.1
const NARROWEST = 1.4

const FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

interface PictureSize {
  width: number
  height: number
}

/**
 * Returns what is wrong with a picture that the text in `file` refers to as `../pictures/name.png`.
 */
export async function checkPictureFile(file: string, target: string): Promise<string | undefined> {
  const found = await findPicture(file, target)
  return typeof found === 'string' ? found : undefined
}

/** Returns what is wrong with a cover. */
export async function checkCover(file: string, target: string): Promise<string | undefined> {
  const found = await findPicture(file, target)
  if (typeof found === 'string') return found
  const { width, height } = found
  const say = (fault: string): string => messages.cover.size(target, width, height, fault)
  if (width < COVER_WIDTH_PX || height < COVER_HEIGHT_PX) return say('too small')
  const ratio = width / height
  if (ratio > WIDEST) return say('too wide for its height')
  return ratio < NARROWEST ? say('too high for its width') : undefined
}

async function findPicture(file: string, target: string): Promise<PictureSize | string> {
  const folder = join(dirname(file), '../pictures')
  const name = target.replace(/^\.\.\/pictures\//, '')
  const { pictureFile } = messages
  if (/^(?:https?:)?\/\//.test(target)) {
    return pictureFile.elsewhere(target, pathFromSource(folder), basename(target))
  }
  if (name === target || name.includes('/')) {
    return pictureFile.otherFolder(target, pathFromSource(folder), basename(target))
  }
  const path = join(folder, name)
  const names = existsSync(folder) ? readdirSync(folder) : []
  // Some systems ignore case in file names; the build machine may not.
  if (!names.includes(name)) {
    return pictureFile.missing(
      name,
      pathFromSource(folder),
      didYouMean(name, names, pictureFile.putFile),
    )
  }
  if (!/^[a-z0-9-]+\.(?:png|jpg|jpeg|webp)$/.test(name)) {
    return isPicture(name) ? pictureFile.name(name) : pictureFile.kind(name)
  }
  const bytes = readFileSync(path)
  const size = await readPicture(name, bytes)
  if (typeof size === 'string') return size
  if (bytes.length > MOST_BYTES) {
    return pictureFile.heavy(name, megabytes(bytes.length), megabytes(MOST_BYTES))
  }
  const isHuge = Math.max(size.width, size.height) > MOST_PX
  return isHuge ? pictureFile.huge(name, size.width, size.height, MOST_PX) : size
}

async function readPicture(name: string, bytes: Buffer): Promise<PictureSize | string> {
  const picture = sharp(bytes, { failOn: 'truncated' })
  try {
    const { format, width, height } = await picture.metadata()
    if (!FORMATS.has(format)) return messages.pictureFile.unreadable(name)
    // A file that was cut off while it was copied fails only when all of it is read.
    await picture.stats()
    return { width, height }
  } catch (error) {
    const isUnknown = String(error).includes('unsupported image format')
    return isUnknown ? messages.pictureFile.unreadable(name) : messages.pictureFile.cutOff(name)
  }
}

function isPicture(name: string): boolean {
  return ['.png', '.jpg', '.jpeg', '.webp'].includes(extname(name).toLowerCase())
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

// Path from `src` on, as authors know it.
function pathFromSource(folder: string): string {
  const at = folder.replaceAll('\\', '/').lastIndexOf('src/content/')
  return at < 0 ? folder : folder.slice(at)
}
