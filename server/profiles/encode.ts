import { loadSharp } from './sharp.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Largest picture that is taken, in bytes. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024

const AVATAR_PX = 256
const PICTURE_PX = 1600
/** A small file can claim to be huge: what is larger is not even begun. */
const MAX_PIXELS = 40_000_000

// The first bytes say what a file is; its name and content type are the sender's claim. SVG is not
// among them: it is a program.
const signatures: ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) &&
    startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
]

/** @throws file_type for what is none of the four kinds of picture. */
export function ensurePicture(bytes: Uint8Array): void {
  if (!signatures.some((matches) => matches(bytes))) throw new PassportError('file_type')
}

/**
 * A picture as it is kept: WebP, its first frame, without place, camera and whatever else may hide
 * in a file. An avatar is cut to a square. @throws file_type, and file_size for too many pixels.
 */
export async function encodePicture(
  bytes: Uint8Array,
  shape: 'avatar' | 'picture',
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) throw new PassportError('file_size')
    const turned = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate()
    const sized =
      shape === 'avatar'
        ? turned.resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        : turned.resize(PICTURE_PX, PICTURE_PX, { fit: 'inside', withoutEnlargement: true })
    return await sized.webp({ quality: 82 }).toBuffer()
  } catch (error) {
    if (error instanceof PassportError) throw error
    // Whatever sharp could not decode is no picture of the four kinds.
    throw new PassportError('file_type')
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}
