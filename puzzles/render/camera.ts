import type { Vector } from './vectors.ts'

/** Camera above the table that looks at its middle. */
export interface Camera {
  eye: Vector
  /** Projects a point to units of the picture and distance. */
  project(x: number, y: number, z: number): [x: number, y: number, depth: number]
  /** Projects many points, three numbers each. */
  projectAll(points: Float32Array): Float32Array
  /**
   * Returns x and z of the table points in one row of the picture, `step` units apart. Points above the
   * far edge are NaN.
   */
  tableAlong(row: number, step: number, places: Float32Array): void
}

/**
 * Creates a camera that looks `pitch` radians down from `distance`. `width` and `height` are the size of
 * the picture in units, `reach` is the visible width of the table, `roll` rotates the picture.
 */
export function createCamera({
  width,
  height,
  pitch,
  distance,
  reach,
  roll = 0,
  lift = 0.35,
}: {
  width: number
  height: number
  pitch: number
  distance: number
  reach: number
  roll?: number
  lift?: number
}): Camera {
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)]
  const [rollSin, rollCos] = [Math.sin(roll), Math.cos(roll)]
  const [eyeY, eyeZ] = [lift + distance * sin, distance * cos]
  const focal = (width / reach) * distance
  const [midX, midY] = [width / 2, height / 2]
  const projectAll = (points: Float32Array): Float32Array => {
    const places = new Float32Array(points.length)
    for (let i = 0; i < points.length; i += 3) {
      const dy = (points[i + 1] ?? 0) - eyeY
      const dz = (points[i + 2] ?? 0) - eyeZ
      const depth = -dz * cos - dy * sin
      const sx = (focal * (points[i] ?? 0)) / depth
      const sy = (-focal * (dy * cos - dz * sin)) / depth
      places[i] = midX + sx * rollCos - sy * rollSin
      places[i + 1] = midY + sx * rollSin + sy * rollCos
      places[i + 2] = depth
    }
    return places
  }
  return {
    eye: [0, eyeY, eyeZ],
    project: (x, y, z) => {
      const [px = 0, py = 0, depth = 0] = projectAll(Float32Array.of(x, y, z))
      return [px, py, depth]
    },
    projectAll,
    tableAlong: (row, step, places) => {
      const dy = (row + 0.5) * step - midY
      for (let i = 0; i < places.length; i += 2) {
        const dx = (i / 2 + 0.5) * step - midX
        const sx = (dx * rollCos + dy * rollSin) / focal
        const sy = -(dy * rollCos - dx * rollSin) / focal
        // Ray through this point: forward, up by sy, right by sx.
        const rayY = -sin + sy * cos
        const far = rayY > -0.02 ? Number.NaN : -eyeY / rayY
        places[i] = sx * far
        places[i + 1] = eyeZ + (-cos - sy * sin) * far
      }
    },
  }
}
