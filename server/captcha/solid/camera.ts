import type { Vector } from './vectors.ts'

/** Where pictures of things are taken from: above a table, looking at its middle. */
export interface Camera {
  eye: Vector
  /** Place in units of the picture, and distance. */
  project(x: number, y: number, z: number): [x: number, y: number, depth: number]
  /** Where on the table, at height 0, a place of the picture lies; undefined above its far edge. */
  tableAt(px: number, py: number): [x: number, z: number] | undefined
}

/**
 * A camera that looks `pitch` radians down from `distance` away. `width` and `height` are units of
 * the picture, `reach` is how much of the table its width shows, `roll` turns the picture.
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
  const eye: Vector = [0, lift + distance * sin, distance * cos]
  const focal = (width / reach) * distance
  const [midX, midY] = [width / 2, height / 2]
  return {
    eye,
    project: (x, y, z) => {
      const [dy, dz] = [y - eye[1], z - eye[2]]
      const depth = -dz * cos - dy * sin
      const up = dy * cos - dz * sin
      const [sx, sy] = [(focal * x) / depth, (-focal * up) / depth]
      return [midX + sx * rollCos - sy * rollSin, midY + sx * rollSin + sy * rollCos, depth]
    },
    tableAt: (px, py) => {
      const [dx, dy] = [px - midX, py - midY]
      const sx = (dx * rollCos + dy * rollSin) / focal
      const sy = -(dy * rollCos - dx * rollSin) / focal
      // The ray through this place: forward, up by sy, to the right by sx.
      const rayY = -sin + sy * cos
      const rayZ = -cos - sy * sin
      if (rayY > -0.02) return undefined
      const far = -eye[1] / rayY
      return [sx * far, eye[2] + rayZ * far]
    },
  }
}
