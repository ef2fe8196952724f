/** Bytes of a picture that came inside a reply. */
function toBlob(base64: string): Blob {
  const text = atob(base64)
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: 'image/webp' })
}

/**
 * Draws a picture onto a canvas, which takes its size. No page has to allow pictures for it: an
 * `<img>` with a blob or data address would need `img-src`.
 */
export async function drawPart(canvas: HTMLCanvasElement, base64: string): Promise<void> {
  const bitmap = await createImageBitmap(toBlob(base64))
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
