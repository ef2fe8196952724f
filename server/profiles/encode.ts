import { PassportError } from '../lib/passport-error.ts'
import { loadSharp } from './sharp.ts'

const AVATAR_PX = 256
const PICTURE_PX = 1600
/** Larger pictures are not decoded: a small file can contain an enormous picture. */
const MAX_PIXELS = 40_000_000

// Checked before sharp, so that its other decoders never read the file. SVG may contain scripts.
const signatures: ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) &&
    startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
]

/** @throws file_type unless the bytes begin like JPEG, PNG, GIF or WebP */
export function requirePicture(bytes: Uint8Array): void {
  if (!signatures.some((matches) => matches(bytes))) throw new PassportError('file_type')
}

/** Returns a picture as WebP without metadata, an avatar as square. @throws file_type, file_size */
export async function encodePicture(
  bytes: Uint8Array,
  shape: 'avatar' | 'picture',
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) throw new PassportError('file_size')
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate()
    const resized =
      shape === 'avatar'
        ? upright.resize(AVATAR_PX, AVATAR_PX, { fit: 'cover' })
        : upright.resize(PICTURE_PX, PICTURE_PX, { fit: 'inside', withoutEnlargement: true })
    return await resized.webp({ quality: 82 }).toBuffer()
  } catch (error) {
    if (error instanceof PassportError) throw error
    // Sharp cannot decode it, despite its signature.
    throw new PassportError('file_type')
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}
