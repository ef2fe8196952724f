import type { Camera } from './camera.ts'
import type { Body } from './body.ts'

/** What is seen at each sample: the triangle and where on it. */
export interface Samples {
  width: number
  height: number
  /** Samples to the unit of the picture. */
  density: number
  depth: Float32Array
  /** Number of the thing, -1 for none. */
  thing: Int16Array
  triangle: Int32Array
  /** Shares of the second and third corner. */
  second: Float32Array
  third: Float32Array
  /** How many samples each thing covers, were it alone, and how many are seen. */
  covered: number[]
  seen: number[]
  /** Rows between which things are seen, the last one not included. */
  rows: [first: number, end: number]
}

interface Sheets extends Pick<Samples, 'depth' | 'thing' | 'triangle' | 'second' | 'third'> {
  touched: Int16Array
}

const kept = new Map<number, Sheets>()

// Eight megabytes for each scene would cost more than drawing it.
function sheetsOf(size: number): Sheets {
  const sheets = kept.get(size) ?? {
    depth: new Float32Array(size),
    thing: new Int16Array(size),
    triangle: new Int32Array(size),
    second: new Float32Array(size),
    third: new Float32Array(size),
    touched: new Int16Array(size),
  }
  kept.set(size, sheets)
  sheets.depth.fill(Infinity)
  sheets.thing.fill(-1)
  sheets.touched.fill(-1)
  return sheets
}

/** Finds out which triangle of which thing is seen where; the answer holds until the next scene is looked at. */
export function rasterise(
  bodies: readonly Body[],
  camera: Camera,
  width: number,
  height: number,
  density: number,
): Samples {
  const sheets = sheetsOf(width * height)
  const samples: Samples = {
    ...sheets,
    width,
    height,
    density,
    covered: bodies.map(() => 0),
    seen: bodies.map(() => 0),
    rows: [height, 0],
  }
  bodies.forEach((body, n) => drawBody(samples, sheets.touched, body, n, camera))
  const { thing, rows } = samples
  for (let i = rows[0] * width; i < rows[1] * width; i++) {
    const n = thing[i] ?? -1
    if (n >= 0) samples.seen[n] = (samples.seen[n] ?? 0) + 1
  }
  return samples
}

/** Share of a sample by which triangles overlap, so that no seam opens between two. */
const TOUCH = 1e-4

function drawBody(
  samples: Samples,
  touched: Int16Array,
  { points, corners, isClosed }: Body,
  n: number,
  camera: Camera,
): void {
  const { width, height, density, depth, thing, triangle, second, third } = samples
  const places = camera.projectAll(points)
  let covered = 0
  let [first, end] = samples.rows
  for (let t = 0; t < corners.length; t += 3) {
    const a = (corners[t] ?? 0) * 3
    const b = (corners[t + 1] ?? 0) * 3
    const c = (corners[t + 2] ?? 0) * 3
    const ax = (places[a] ?? 0) * density
    const ay = (places[a + 1] ?? 0) * density
    const bx = (places[b] ?? 0) * density
    const by = (places[b + 1] ?? 0) * density
    const cx = (places[c] ?? 0) * density
    const cy = (places[c + 1] ?? 0) * density
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    // Places go downwards, so what faces the viewer turns the other way round.
    if (area > -1e-6 && (isClosed || area < 1e-6)) continue
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    if (left > right || top > bottom) continue
    if (top < first) first = top
    if (bottom >= end) end = bottom + 1
    const az = places[a + 2] ?? 0
    const towardB = (places[b + 2] ?? 0) - az
    const towardC = (places[c + 2] ?? 0) - az
    const inverse = 1 / area
    const stepB = (cy - ay) * inverse
    const stepC = (ay - by) * inverse
    const stepSum = stepB + stepC
    // Divided once for the triangle: where along a row each share is 0.
    const perB = -1 / stepB
    const perC = -1 / stepC
    const perSum = 1 / stepSum
    const downB = (ax - cx) * inverse
    const downC = (bx - ax) * inverse
    const px = left + 0.5 - ax
    const py = top + 0.5 - ay
    let startB = (px * (cy - ay) - (cx - ax) * py) * inverse - downB
    let startC = ((bx - ax) * py - px * (by - ay)) * inverse - downC
    for (let y = top; y <= bottom; y++) {
      startB += downB
      startC += downC
      // All three shares are straight lines along the row: between which columns none is below 0?
      let from = 0
      let to = right - left
      if (stepB === 0) {
        if (startB < 0) continue
      } else {
        const edge = startB * perB
        if (stepB < 0) to = edge < to ? edge : to
        else if (edge > from) from = edge
      }
      if (stepC === 0) {
        if (startC < 0) continue
      } else {
        const edge = startC * perC
        if (stepC < 0) to = edge < to ? edge : to
        else if (edge > from) from = edge
      }
      const rest = 1 - startB - startC
      if (stepSum === 0) {
        if (rest < 0) continue
      } else {
        const edge = rest * perSum
        if (stepSum > 0) to = edge < to ? edge : to
        else if (edge > from) from = edge
      }
      const line = y * width + left
      const end = Math.floor(to + TOUCH)
      for (let x = Math.ceil(from - TOUCH); x <= end; x++) {
        const i = line + x
        if (touched[i] !== n) {
          touched[i] = n
          covered += 1
        }
        const shareB = startB + stepB * x
        const shareC = startC + stepC * x
        const far = az + towardB * shareB + towardC * shareC
        if (far >= (depth[i] ?? 0)) continue
        depth[i] = far
        thing[i] = n
        triangle[i] = t
        second[i] = shareB
        third[i] = shareC
      }
    }
  }
  samples.covered[n] = covered
  samples.rows = [first, end]
}
