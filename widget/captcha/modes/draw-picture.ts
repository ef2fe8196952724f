/** Draws a picture of a reply onto a canvas, since an `<img>` would need `img-src` in the page's policy. */
export async function drawPicture(
  canvas: HTMLCanvasElement,
  base64: string,
  type: 'image/webp' | 'image/png',
): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type }))
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
