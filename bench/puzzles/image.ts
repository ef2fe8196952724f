import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)

/** Decoded picture. */
export interface Image {
  width: number
  height: number
  /** Red, green, blue, alpha from 0 to 255. */
  data: Uint8Array
  /** Lightness of each pixel from 0 to 255, and its gradient. */
  light: Float32Array
  gx: Float32Array
  gy: Float32Array
}

/** Decodes a picture, optionally resized. */
export async function decode(base64: string, width?: number, height?: number): Promise<Image> {
  const picture = sharp(Buffer.from(base64, 'base64'))
  const { data, info } = await (width ? picture.resize(width, height, { fit: 'fill' }) : picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return withFields(info.width, info.height, data)
}

function withFields(width: number, height: number, data: Uint8Array): Image {
  const size = width * height
  const light = new Float32Array(size)
  const gx = new Float32Array(size)
  const gy = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    light[i] =
      0.3 * (data[i * 4] ?? 0) + 0.6 * (data[i * 4 + 1] ?? 0) + 0.1 * (data[i * 4 + 2] ?? 0)
  }
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width
    const down = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      gx[i] =
        (light[y * width + Math.min(width - 1, x + 1)] ?? 0) -
        (light[y * width + Math.max(0, x - 1)] ?? 0)
      gy[i] = (light[down + x] ?? 0) - (light[up + x] ?? 0)
    }
  }
  return { width, height, data, light, gx, gy }
}

/** Returns the index of the nearest pixel. */
export function pixelAt({ width, height }: Image, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  return row * width + column
}

/** Returns one channel of the nearest pixel. */
export function value(image: Image, x: number, y: number, channel: number): number {
  return image.data[pixelAt(image, x, y) * 4 + channel] ?? 0
}

/** Returns the strength of the gradient at a pixel. */
export function strengthAt({ gx, gy }: Image, i: number): number {
  const x = gx[i] ?? 0
  const y = gy[i] ?? 0
  return Math.sqrt(x * x + y * y)
}

/** Returns the correlation of two lists, from -1 to 1. */
export function correlation(a: Float32Array, b: Float32Array, length = a.length): number {
  let [sumA, sumB, powerA, powerB, shared] = [0, 0, 0, 0, 0]
  for (let i = 0; i < length; i++) {
    const x = a[i] ?? 0
    const y = b[i] ?? 0
    sumA += x
    sumB += y
    powerA += x * x
    powerB += y * y
    shared += x * y
  }
  const varA = powerA - (sumA * sumA) / length
  const varB = powerB - (sumB * sumB) / length
  return (shared - (sumA * sumB) / length) / Math.sqrt(Math.max(0, varA * varB) + 1e-6)
}

/** Returns the index of the largest number. */
export function best(list: readonly number[]): number {
  return list.reduce((top, n, i) => (n > (list[top] ?? -Infinity) ? i : top), 0)
}

/** Normalizes numbers to mean 0 and deviation 1. */
export function standard(list: readonly number[]): number[] {
  const mean = list.reduce((sum, n) => sum + n, 0) / list.length
  const spread = Math.sqrt(list.reduce((sum, n) => sum + (n - mean) ** 2, 0) / list.length) + 1e-9
  return list.map((n) => (n - mean) / spread)
}

/** Returns the 95% confidence interval (Wilson). */
export function interval(hits: number, count: number): [low: number, high: number] {
  const z = 1.96
  const p = hits / count
  const middle = p + (z * z) / (2 * count)
  const half = z * Math.sqrt((p * (1 - p)) / count + (z * z) / (4 * count * count))
  const scale = 1 + (z * z) / count
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
