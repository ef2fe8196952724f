import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { isWhole, pictureSize, type PictureSize } from './picture-size.ts'
import { didYouMean } from '../content-lint/did-you-mean.ts'

/** Beyond this a file is larger than anything a page shows, and a burden for everybody's copy. */
const MOST_BYTES = 2_000_000
const MOST_PX = 4000

/** A cover is shown across the page, and cut to 1200 × 630 beside links on other sites. */
const COVER_WIDTH_PX = 1200
const COVER_HEIGHT_PX = 630
const WIDEST = 2.1
const NARROWEST = 1.4

/** Says what is wrong with a picture that the text in `file` names as `../pictures/name.png`. */
export function checkPictureFile(file: string, target: string): string | undefined {
  const found = findPicture(file, target)
  return typeof found === 'string' ? found : undefined
}

/** Says what is wrong with a cover. */
export function checkCover(file: string, target: string): string | undefined {
  const found = findPicture(file, target)
  if (typeof found === 'string') return found
  const { width, height } = found
  const size = `${target} is ${width} × ${height} pixels`
  const right = `take a landscape picture of ${COVER_WIDTH_PX} × ${COVER_HEIGHT_PX} or, better, 1600 × 900`
  if (width < COVER_WIDTH_PX || height < COVER_HEIGHT_PX) return `${size}, too small: ${right}`
  const ratio = width / height
  if (ratio > WIDEST) return `${size}, too wide for its height: ${right}`
  if (ratio < NARROWEST) return `${size}, too high for its width: ${right}`
  return undefined
}

function findPicture(file: string, target: string): PictureSize | string {
  const folder = join(dirname(file), '../pictures')
  const name = target.replace(/^\.\.\/pictures\//, '')
  if (/^(?:https?:)?\/\//.test(target)) {
    return `the picture ${target} lies elsewhere: put a copy into ${shown(folder)} and write ../pictures/${basename(target)}`
  }
  if (name === target || name.includes('/')) {
    return `the picture ${target} is not where pictures are: put it into ${shown(folder)} and write ../pictures/${basename(target)}`
  }
  const path = join(folder, name)
  const names = existsSync(folder) ? readdirSync(folder) : []
  // Some systems take Diff.PNG for diff.png, the one that builds the site may not.
  if (!names.includes(name)) {
    return `there is no picture ${name} in ${shown(folder)}: ${didYouMean(name, names, 'put the file there, or correct its name')}`
  }
  if (!/^[a-z0-9-]+\.(?:png|jpg|jpeg|webp)$/.test(name)) {
    return isPicture(name)
      ? `the picture ${name} has a name that may break addresses: use lower-case letters, digits and hyphens`
      : `${name} is no picture a browser shows: save it as .png, .jpg or .webp`
  }
  const bytes = readFileSync(path)
  const size = pictureSize(bytes)
  if (size === undefined) {
    return `${name} cannot be read as a picture: save it again as .png, .jpg or .webp`
  }
  if (!isWhole(bytes, size.format)) {
    return `${name} is cut off before its end: copy it here again, or save it anew`
  }
  if (bytes.length > MOST_BYTES) {
    return `${name} is ${megabytes(bytes.length)} MB: make it smaller than ${megabytes(MOST_BYTES)} MB, for example as .jpg or .webp`
  }
  if (Math.max(size.width, size.height) > MOST_PX) {
    return `${name} is ${size.width} × ${size.height} pixels: make it at most ${MOST_PX} wide and high`
  }
  return size
}

function isPicture(name: string): boolean {
  return ['.png', '.jpg', '.jpeg', '.webp'].includes(extname(name).toLowerCase())
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

// As a writer knows the folder: from `src` on.
function shown(folder: string): string {
  const at = folder.replaceAll('\\', '/').lastIndexOf('src/content/')
  return at < 0 ? folder : folder.slice(at)
}
