/** Decodes a picture of a reply. */
function toBlob(base64: string): Blob {
  const text = atob(base64)
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: 'image/webp' })
}

/** Draws a picture onto a canvas of its size, which needs no `img-src` in the page's policy. */
export async function drawPicture(canvas: HTMLCanvasElement, base64: string): Promise<void> {
  const bitmap = await createImageBitmap(toBlob(base64))
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
