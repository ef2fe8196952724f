/** One step of an outline, as in the path of an SVG: M, L, Q, C or Z with absolute numbers. */
export interface PathStep {
  type: string
  values: readonly number[]
}

/** How much of each pixel of a rectangle is inside an outline; 255 is all of it. */
export interface Coverage {
  left: number
  top: number
  width: number
  height: number
  alpha: Uint8Array
}

type Point = readonly [x: number, y: number]

/** Pixels that a straight piece of a curve is long, so that no corner is seen. */
const PIECE_PX = 4

/**
 * Fills an outline. Each line adds the area to its right to the pixels it crosses; summing a row
 * from left to right then gives what is inside, with exact edges (the method of font-rs).
 */
export function rasterise(steps: readonly PathStep[], place: (point: Point) => Point): Coverage {
  const lines = flatten(steps, place)
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of lines.flat()) {
    left = Math.min(left, Math.floor(x))
    right = Math.max(right, Math.ceil(x))
    top = Math.min(top, Math.floor(y))
    bottom = Math.max(bottom, Math.ceil(y))
  }
  if (!(right > left && bottom > top)) {
    return { left: 0, top: 0, width: 0, height: 0, alpha: new Uint8Array() }
  }
  // A line at the right edge still adds to the pixel beyond it.
  const width = right - left + 2
  const height = bottom - top
  const sums = new Float32Array(width * height + 2)
  for (const [from, to] of lines) {
    addLine(sums, width, [from[0] - left, from[1] - top], [to[0] - left, to[1] - top])
  }
  const alpha = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += sums[y * width + x] ?? 0
      alpha[y * width + x] = Math.min(255, Math.round(Math.abs(sum) * 255))
    }
  }
  return { left, top, width, height, alpha }
}

function addLine(sums: Float32Array, width: number, one: Point, two: Point): void {
  if (one[1] === two[1]) return
  const direction = one[1] < two[1] ? 1 : -1
  const [from, to] = direction === 1 ? [one, two] : [two, one]
  const slope = (to[0] - from[0]) / (to[1] - from[1])
  const last = Math.ceil(to[1])
  for (let row = Math.floor(from[1]); row < last; row++) {
    const y0 = Math.max(row, from[1])
    const y1 = Math.min(row + 1, to[1])
    if (y1 <= y0) continue
    const xs = [from[0] + (y0 - from[1]) * slope, from[0] + (y1 - from[1]) * slope] as const
    spread(sums, row * width, Math.min(...xs), Math.max(...xs), direction * (y1 - y0))
  }
}

// Shares the height of a line within one row among the pixels between its two ends.
function spread(sums: Float32Array, start: number, x0: number, x1: number, height: number): void {
  const add = (x: number, amount: number): void => {
    sums[start + x] = (sums[start + x] ?? 0) + amount
  }
  const first = Math.floor(x0)
  const end = Math.ceil(x1)
  if (end <= first + 1) {
    const middle = (x0 + x1) / 2 - first
    add(first, height * (1 - middle))
    add(first + 1, height * middle)
    return
  }
  const step = 1 / (x1 - x0)
  let before = 0
  for (let x = first; x < end; x++) {
    // What the line has on its left within this pixel, and all of the pixel beyond its end.
    const past = Math.max(0, x - x0)
    const inside = Math.min(x + 1, x1) - x0
    const total = (step * (inside * inside - past * past)) / 2 + Math.max(0, x + 1 - x1)
    add(x, height * (total - before))
    before = total
  }
  add(end, height * (1 - before))
}

function flatten(
  steps: readonly PathStep[],
  place: (point: Point) => Point,
): (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = []
  let start: Point = [0, 0]
  let at: Point = [0, 0]
  const lineTo = (to: Point): void => {
    lines.push([place(at), place(to)])
    at = to
  }
  for (const { type, values } of steps) {
    const points = pairs(values)
    const end = points.at(-1) ?? start
    if (type === 'M') {
      start = end
      at = end
    } else if (type === 'Z') {
      lineTo(start)
    } else if (points.length === 1) {
      lineTo(end)
    } else {
      const curve = [at, ...points]
      const count = Math.ceil(lengthOf(curve.map(place)) / PIECE_PX)
      for (let n = 1; n <= count; n++) lineTo(pointAt(curve, n / count))
    }
  }
  return lines
}

// Of the way over the points that shape a curve, which is longer than the curve.
function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], n) => {
    const [fromX, fromY] = points[n - 1] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 1)
}

// De Casteljau: the points between the points, until one is left.
function pointAt(points: readonly Point[], t: number): Point {
  const [first, ...rest] = points
  if (first === undefined) throw new Error('a curve without points')
  if (rest.length === 0) return first
  const between = rest.map((point, n): Point => {
    const before = points[n] ?? first
    return [before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t]
  })
  return pointAt(between, t)
}

function pairs(values: readonly number[]): Point[] {
  const points: Point[] = []
  for (let n = 0; n + 1 < values.length; n += 2) points.push([values[n] ?? 0, values[n + 1] ?? 0])
  return points
}
