/** A point or a direction: x to the right, y up, z towards the viewer. */
export type Vector = readonly [x: number, y: number, z: number]

/** The direction of a vector, with length 1. */
export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** The direction that stands on two others. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** How far two directions agree. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** The way from one point to another. */
export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Turns a vector about the x axis, then z, then y; angles in radians. */
export function turned([x, y, z]: Vector, [ax, ay, az]: Vector): Vector {
  const y1 = y * Math.cos(ax) - z * Math.sin(ax)
  const z1 = y * Math.sin(ax) + z * Math.cos(ax)
  const x2 = x * Math.cos(az) - y1 * Math.sin(az)
  const y2 = x * Math.sin(az) + y1 * Math.cos(az)
  return [x2 * Math.cos(ay) + z1 * Math.sin(ay), y2, z1 * Math.cos(ay) - x2 * Math.sin(ay)]
}
