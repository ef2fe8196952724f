import type { Camera } from './camera.ts'
import type { Mesh } from './mesh.ts'

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
  meshes: readonly Mesh[],
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
    covered: meshes.map(() => 0),
    seen: meshes.map(() => 0),
  }
  meshes.forEach((mesh, n) => drawMesh(samples, sheets.touched, mesh, n, camera))
  for (const n of samples.thing) if (n >= 0) samples.seen[n] = (samples.seen[n] ?? 0) + 1
  return samples
}

function drawMesh(
  samples: Samples,
  touched: Int16Array,
  { points, corners }: Mesh,
  n: number,
  camera: Camera,
): void {
  const { width, height, density } = samples
  const count = points.length / 3
  const xs = new Float32Array(count)
  const ys = new Float32Array(count)
  const zs = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const [x, y, depth] = camera.project(
      points[i * 3] ?? 0,
      points[i * 3 + 1] ?? 0,
      points[i * 3 + 2] ?? 0,
    )
    xs[i] = x * density
    ys[i] = y * density
    zs[i] = depth
  }
  let covered = 0
  for (let t = 0; t < corners.length; t += 3) {
    const [a = 0, b = 0, c = 0] = [corners[t], corners[t + 1], corners[t + 2]]
    const [ax = 0, ay = 0, az = 0] = [xs[a], ys[a], zs[a]]
    const [bx = 0, by = 0, bz = 0] = [xs[b], ys[b], zs[b]]
    const [cx = 0, cy = 0, cz = 0] = [xs[c], ys[c], zs[c]]
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (area > -1e-6 && area < 1e-6) continue
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    const inverse = 1 / area
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5 - ay
      for (let x = left; x <= right; x++) {
        const px = x + 0.5 - ax
        const second = (px * (cy - ay) - (cx - ax) * py) * inverse
        const third = ((bx - ax) * py - px * (by - ay)) * inverse
        if (second < 0 || third < 0 || second + third > 1) continue
        const i = y * width + x
        if (touched[i] !== n) {
          touched[i] = n
          covered += 1
        }
        const depth = az + (bz - az) * second + (cz - az) * third
        if (depth >= (samples.depth[i] ?? 0)) continue
        samples.depth[i] = depth
        samples.thing[i] = n
        samples.triangle[i] = t
        samples.second[i] = second
        samples.third[i] = third
      }
    }
  }
  samples.covered[n] = covered
}
