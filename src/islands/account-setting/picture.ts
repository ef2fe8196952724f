const MAX_FILE_BYTES = 20 * 2 ** 20
const SIDE_PX = 512

/** What came of reading a chosen file as a picture. */
export type ReadPicture =
  | { is: 'picture'; bitmap: ImageBitmap }
  | { is: 'too-large' }
  | { is: 'unreadable' }

/** Decodes a file and cuts the middle square out of it. */
export async function readPicture(file: File): Promise<ReadPicture> {
  if (file.size > MAX_FILE_BYTES) return { is: 'too-large' }
  try {
    const whole = await createImageBitmap(file)
    const side = Math.min(whole.width, whole.height)
    const x = (whole.width - side) / 2
    const y = (whole.height - side) / 2
    const bitmap = await createImageBitmap(whole, x, y, side, side, {
      resizeWidth: Math.min(side, SIDE_PX),
      resizeHeight: Math.min(side, SIDE_PX),
      resizeQuality: 'high',
    })
    whole.close()
    return { is: 'picture', bitmap }
  } catch (error) {
    if (error instanceof DOMException) return { is: 'unreadable' }
    throw error
  }
}

/** The picture as a small file; its metadata, such as the place, does not leave the machine. */
export function encodePicture(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('empty canvas'))),
      'image/webp',
      0.9,
    )
  })
}
