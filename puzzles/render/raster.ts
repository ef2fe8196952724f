import type { Body } from './body.ts'
import type { Camera } from './camera.ts'

/** Visible triangle at each sample, and the point on it. */
export interface Samples {
  width: number
  height: number
  /** Samples per unit of the picture. */
  density: number
  depth: Float32Array
  /** Index of the object, -1 for none. */
  thing: Int16Array
  triangle: Int32Array
  /** Barycentric shares of the second and third corner. */
  second: Float32Array
  third: Float32Array
  /** Number of samples that each object would cover alone, and of visible ones. */
  covered: number[]
  seen: number[]
  /** Range of rows with objects, without the last one. */
  rows: [first: number, end: number]
}

interface Sheets extends Pick<Samples, 'depth' | 'thing' | 'triangle' | 'second' | 'third'> {
  /** Index of the last hidden object. */
  hidden: Int16Array
}

const kept = new Map<number, Sheets>()

// Reused, because allocating eight megabytes per scene is slower than drawing it.
function sheetsOf(size: number): Sheets {
  const sheets = kept.get(size) ?? {
    depth: new Float32Array(size),
    thing: new Int16Array(size),
    triangle: new Int32Array(size),
    second: new Float32Array(size),
    third: new Float32Array(size),
    hidden: new Int16Array(size),
  }
  kept.set(size, sheets)
  sheets.depth.fill(Infinity)
  sheets.thing.fill(-1)
  sheets.hidden.fill(-1)
  return sheets
}

/** Finds the visible triangle at each sample; the result is valid until the next call. */
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
  bodies.forEach((body, n) => drawBody(samples, sheets.hidden, body, n, camera))
  return samples
}

/** Overlap of triangles as a share of a sample, so that there are no gaps. */
const TOUCH = 1e-4

/** State while an object is rasterized. */
interface Drawing {
  samples: Samples
  /** Index of the last hidden object at each sample. */
  hidden: Int16Array
  n: number
  /** Three numbers per point: position in samples, and distance. */
  places: Float32Array
  isClosed: boolean
  covered: number
  seen: number
  first: number
  end: number
}

function drawBody(
  samples: Samples,
  hidden: Int16Array,
  { points, corners, isClosed }: Body,
  n: number,
  camera: Camera,
): void {
  const places = camera.projectAll(points)
  const { density, rows } = samples
  for (let i = 0; i < places.length; i += 3) {
    places[i] = (places[i] ?? 0) * density
    places[i + 1] = (places[i + 1] ?? 0) * density
  }
  const [first, end] = rows
  const drawing = { samples, hidden, n, places, isClosed, covered: 0, seen: 0, first, end }
  for (let t = 0; t < corners.length; t += 3) {
    drawTriangle(drawing, t, corners[t] ?? 0, corners[t + 1] ?? 0, corners[t + 2] ?? 0)
  }
  samples.covered[n] = drawing.covered
  samples.seen[n] = drawing.seen
  samples.rows = [drawing.first, drawing.end]
}

// A separate function is compiled once, a long loop within one call again for each call.
function drawTriangle(drawing: Drawing, t: number, one: number, two: number, three: number): void {
  const { places, isClosed, samples, hidden, n } = drawing
  const { width, height, depth, thing, triangle, second, third, seen: counts } = samples
  const [a, b, c] = [one * 3, two * 3, three * 3]
  const ax = places[a] ?? 0
  const ay = places[a + 1] ?? 0
  const bx = places[b] ?? 0
  const by = places[b + 1] ?? 0
  const cx = places[c] ?? 0
  const cy = places[c + 1] ?? 0
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  // The y axis points down, so front faces are clockwise.
  if (area > -1e-6 && (isClosed || area < 1e-6)) return
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  if (left > right || top > bottom) return
  if (top < drawing.first) drawing.first = top
  if (bottom >= drawing.end) drawing.end = bottom + 1
  const az = places[a + 2] ?? 0
  const towardB = (places[b + 2] ?? 0) - az
  const towardC = (places[c + 2] ?? 0) - az
  const inverse = 1 / area
  const stepB = (cy - ay) * inverse
  const stepC = (ay - by) * inverse
  const stepSum = stepB + stepC
  // Divided once per triangle: position in a row where each share is 0.
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
    // The shares are linear along the row; find the columns where none is negative.
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
    const last = Math.floor(to + TOUCH)
    for (let x = Math.ceil(from - TOUCH); x <= last; x++) {
      const i = line + x
      const shareB = startB + stepB * x
      const shareC = startC + stepC * x
      const far = az + towardB * shareB + towardC * shareC
      const before = thing[i] ?? -1
      if (far >= (depth[i] ?? 0)) {
        // Hidden by another object; stored so that each sample counts once.
        if (before !== n && hidden[i] !== n) {
          hidden[i] = n
          drawing.covered += 1
        }
        continue
      }
      if (before !== n) {
        if (hidden[i] !== n) drawing.covered += 1
        if (before >= 0) counts[before] = (counts[before] ?? 0) - 1
        drawing.seen += 1
        thing[i] = n
      }
      depth[i] = far
      triangle[i] = t
      second[i] = shareB
      third[i] = shareC
    }
  }
}
