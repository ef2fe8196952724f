import sharp from 'sharp'

/** A picture as it was served: red, green, blue, alpha from 0 to 255. */
export interface Image {
  width: number
  height: number
  data: Uint8Array
}

/** Decodes a part of a challenge, at its own size or at another. */
export async function decode(base64: string, width?: number, height?: number): Promise<Image> {
  const picture = sharp(Buffer.from(base64, 'base64'))
  const { data, info } = await (width ? picture.resize(width, height, { fit: 'fill' }) : picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** One channel of the nearest pixel. */
export function value(image: Image, x: number, y: number, channel: number): number {
  const column = Math.min(image.width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(image.height - 1, Math.max(0, Math.round(y)))
  return image.data[(row * image.width + column) * 4 + channel] ?? 0
}

/** How light a pixel is, from 0 to 255. */
export function light(image: Image, x: number, y: number): number {
  return 0.3 * value(image, x, y, 0) + 0.6 * value(image, x, y, 1) + 0.1 * value(image, x, y, 2)
}

/** How light changes to the right and downwards. */
export function gradient(image: Image, x: number, y: number): [number, number] {
  return [
    light(image, x + 1, y) - light(image, x - 1, y),
    light(image, x, y + 1) - light(image, x, y - 1),
  ]
}

/** How far two lists go together, from -1 to 1. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const meanA = a.reduce((sum, n) => sum + n, 0) / a.length
  const meanB = b.reduce((sum, n) => sum + n, 0) / b.length
  let shared = 0
  let powerA = 0
  let powerB = 0
  a.forEach((n, i) => {
    const da = n - meanA
    const db = (b[i] ?? 0) - meanB
    shared += da * db
    powerA += da * da
    powerB += db * db
  })
  return shared / Math.sqrt(powerA * powerB + 1e-6)
}

/** Where the largest number is. */
export function best(list: readonly number[]): number {
  return list.reduce((top, n, i) => (n > (list[top] ?? -Infinity) ? i : top), 0)
}

/** Numbers freed of their mean and spread. */
export function standard(list: readonly number[]): number[] {
  const mean = list.reduce((sum, n) => sum + n, 0) / list.length
  const spread = Math.sqrt(list.reduce((sum, n) => sum + (n - mean) ** 2, 0) / list.length) + 1e-9
  return list.map((n) => (n - mean) / spread)
}

/** Upper and lower end of the 95 % interval (Wilson). */
export function interval(hits: number, count: number): [low: number, high: number] {
  const z = 1.96
  const p = hits / count
  const middle = p + (z * z) / (2 * count)
  const half = z * Math.sqrt((p * (1 - p)) / count + (z * z) / (4 * count * count))
  const scale = 1 + (z * z) / count
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
