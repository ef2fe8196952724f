import { pixelAt, type Image } from './image.ts'

const SIDE = 256
/** Tested range of scales, and its step. */
const [MIN_STEP, MAX_STEP, STEPS] = [0.84, 1, 17]
/** Steps of half a degree in a quarter turn; quarter turns look alike. */
const TURNS = 180
/** Frequencies below this belong to shapes, not to interpolation. */
const NEAR = 12

/** Fast Fourier transform in place (Cooley and Tukey). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i >= j) continue
    ;[real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0]
    ;[imaginary[i], imaginary[j]] = [imaginary[j] ?? 0, imaginary[i] ?? 0]
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2
    for (let k = 0; k < half; k++) {
      const angle = (-2 * Math.PI * k) / size
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      for (let i = k; i < n; i += size) {
        const j = i + half
        const [r, m] = [real[j] ?? 0, imaginary[j] ?? 0]
        const [x, y] = [r * cos - m * sin, r * sin + m * cos]
        real[j] = (real[i] ?? 0) - x
        imaginary[j] = (imaginary[i] ?? 0) - y
        real[i] = (real[i] ?? 0) + x
        imaginary[i] = (imaginary[i] ?? 0) + y
      }
    }
  }
}

/** Returns the strength of each frequency of a square. */
function spectrum(square: Float64Array): Float64Array {
  const imaginary = new Float64Array(SIDE * SIDE)
  const along = (start: number, step: number): void => {
    const real = Float64Array.from({ length: SIDE }, (_, i) => square[start + i * step] ?? 0)
    const other = Float64Array.from({ length: SIDE }, (_, i) => imaginary[start + i * step] ?? 0)
    transform(real, other)
    for (let i = 0; i < SIDE; i++) {
      square[start + i * step] = real[i] ?? 0
      imaginary[start + i * step] = other[i] ?? 0
    }
  }
  for (let y = 0; y < SIDE; y++) along(y * SIDE, 1)
  for (let x = 0; x < SIDE; x++) along(x, SIDE)
  return square.map((real, i) => Math.hypot(real, imaginary[i] ?? 0))
}

/** Returns the high-frequency detail in the middle of a picture, windowed. */
function detailIn(image: Image): Float64Array {
  const { light, width, height } = image
  const [left, top] = [Math.floor((width - SIDE) / 2), Math.floor((height - SIDE) / 2)]
  const detail = Float64Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [left + (i % SIDE), top + Math.floor(i / SIDE)]
    const at = (dx: number, dy: number): number => light[pixelAt(image, x + dx, y + dy)] ?? 0
    return Math.log(1 + Math.abs(4 * at(0, 0) - at(-1, 0) - at(1, 0) - at(0, -1) - at(0, 1)))
  })
  const mean = detail.reduce((sum, n) => sum + n, 0) / detail.length
  return detail.map((n, i) => {
    const dx = ((i % SIDE) + 0.5) / (SIDE / 2) - 1
    const dy = (Math.floor(i / SIDE) + 0.5) / (SIDE / 2) - 1
    const away = Math.min(1, Math.hypot(dx, dy))
    return (n - mean) * (0.5 + 0.5 * Math.cos(away * Math.PI))
  })
}

/**
 * Estimates the rotation of a picture in degrees, modulo quarter turns, from periodic traces of
 * interpolation (Gallagher, "Detection of linear and cubic interpolation in JPEG compressed images", 2005).
 */
export function estimateRotation(image: Image): number {
  const strengths = spectrum(detailIn(image))
  const at = (x: number, y: number): number => {
    const [column, row] = [Math.round(x * SIDE), Math.round(y * SIDE)]
    const [far, high] = [column - Math.round(x) * SIDE, row - Math.round(y) * SIDE]
    if (Math.hypot(far, high) < NEAR) return 0
    return strengths[((row + SIDE) % SIDE) * SIDE + ((column + SIDE) % SIDE)] ?? 0
  }
  let [found, most] = [0, 0]
  for (let t = 0; t < TURNS; t++) {
    const angle = (t / TURNS) * (Math.PI / 2)
    for (let s = 0; s < STEPS; s++) {
      const step = MIN_STEP + ((MAX_STEP - MIN_STEP) * s) / (STEPS - 1)
      const [x, y] = [Math.cos(angle) * step, Math.sin(angle) * step]
      const strength = at(x, y) + at(-y, x)
      if (strength > most) [found, most] = [t, strength]
    }
  }
  return (found / TURNS) * 90
}
