import { MAX_PICTURE_BYTES } from '#protocol/picture-limits.ts'
import { squareOf, type Crop } from './crop.ts'

const SIDE_PX = 512
const QUALITIES = [0.9, 0.75, 0.5] as const

/** Result of reading a chosen file as a picture. */
export type ReadPicture =
  | { is: 'picture'; bitmap: ImageBitmap }
  | { is: 'too-large' }
  | { is: 'unreadable' }

/** Decodes a file that a person chose. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (file.size > MAX_PICTURE_BYTES) return { is: 'too-large' }
  try {
    return { is: 'picture', bitmap: await createImageBitmap(file) }
  } catch (error) {
    if (error instanceof DOMException) return { is: 'unreadable' }
    throw error
  }
}

/**
 * Encodes the square as WebP, or as PNG where the browser cannot. Metadata, such as the place where
 * a picture was taken, is not sent.
 */
export async function writeSquare(bitmap: ImageBitmap, crop: Crop): Promise<Blob> {
  const { x, y, side } = squareOf(bitmap, crop)
  const px = Math.min(SIDE_PX, Math.round(side))
  const canvas = document.createElement('canvas')
  canvas.width = px
  canvas.height = px
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('passport-login: no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, side, side, 0, 0, px, px)
  for (const quality of QUALITIES) {
    const blob = await encode(canvas, quality)
    if (blob.size <= MAX_PICTURE_BYTES) return blob
  }
  throw new Error('passport-login: the picture stays too large')
}

function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('passport-login: empty canvas'))),
      'image/webp',
      quality,
    )
  })
}
