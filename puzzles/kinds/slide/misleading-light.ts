import type { Picture } from '../../raster/picture.ts'
import { POINTS } from './seam.ts'
import type { Ring, Side } from './seam.ts'
import type { Sheen } from './tile.ts'

/** Maximum change of brightness by the light, from the middle to the rim. */
const MAX_ACROSS = 0.05
const MAX_BASE = 0.03

/** Mean and gradient of one colour along a rim. */
interface Slope {
  base: number
  x: number
  y: number
}

/** Returns mean and gradient of each colour along a rim. */
function slopesOf(picture: Picture, side: Side, left: number, top: number): Slope[] {
  const { width, data } = picture
  const slopes: Slope[] = []
  for (let c = 0; c < 3; c++) {
    let [base, sx, sy] = [0, 0, 0]
    for (let i = 0; i < POINTS; i++) {
      const x = left + (side.x[i] ?? 0)
      const y = top + (side.y[i] ?? 0)
      const value = data[(y * width + x) * 3 + c] ?? 0
      const angle = (i / POINTS) * Math.PI * 2
      base += value / POINTS
      sx += (value * Math.cos(angle) * 2) / POINTS
      sy += (value * Math.sin(angle) * 2) / POINTS
    }
    slopes.push({ base, x: sx, y: sy })
  }
  return slopes
}

function sizeOf(numbers: readonly number[]): number {
  return Math.sqrt(numbers.reduce((sum, n) => sum + n * n, 0))
}

/**
 * Returns light for the piece that makes its colours fit another gap. It misleads programs that compare
 * colours; people hardly notice slow changes of light.
 */
export function drawMisleadingLight(
  picture: Picture,
  ring: Ring,
  top: number,
  answer: number,
  gaps: readonly number[],
): Sheen {
  const own = slopesOf(picture, ring.inner, answer, top)
  let best: { slopes: Slope[]; size: number } | undefined
  for (const gap of gaps) {
    if (gap === answer) continue
    const other = slopesOf(picture, ring.outer, gap, top)
    const slopes = other.map(({ base, x, y }, c) => ({
      base: base - (own[c]?.base ?? 0),
      x: x - (own[c]?.x ?? 0),
      y: y - (own[c]?.y ?? 0),
    }))
    const size = sizeOf(slopes.flatMap(({ x, y }) => [x, y]))
    // The gap that needs the least light.
    if (!best || size < best.size) best = { slopes, size }
  }
  const slopes = best?.slopes ?? []
  const across = Math.min(1, (MAX_ACROSS * Math.SQRT2) / ((best?.size ?? 0) + 1e-6))
  const base = Math.min(1, (MAX_BASE * Math.SQRT2) / (sizeOf(slopes.map((s) => s.base)) + 1e-6))
  return {
    base: slopes.map((slope) => slope.base * base),
    acrossX: slopes.map((slope) => slope.x * across),
    acrossY: slopes.map((slope) => slope.y * across),
  }
}
