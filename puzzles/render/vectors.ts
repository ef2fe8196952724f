/** Point or direction: x to the right, y up, z towards the viewer. */
export type Vector = readonly [x: number, y: number, z: number]

/** Returns the unit vector. */
export function unit([x, y, z]: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z) || 1
  return [x / length, y / length, z / length]
}

/** Returns the cross product. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Returns the difference of two points. */
export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Rotates a vector. */
export type Turning = (vector: Vector) => Vector

/** Returns a rotation about the x axis, then z, then y; angles in radians. */
export function turning([ax, ay, az]: Vector): Turning {
  const [sinX, cosX] = [Math.sin(ax), Math.cos(ax)]
  const [sinY, cosY] = [Math.sin(ay), Math.cos(ay)]
  const [sinZ, cosZ] = [Math.sin(az), Math.cos(az)]
  return ([x, y, z]) => {
    const y1 = y * cosX - z * sinX
    const z1 = y * sinX + z * cosX
    const x2 = x * cosZ - y1 * sinZ
    return [x2 * cosY + z1 * sinY, x * sinZ + y1 * cosZ, z1 * cosY - x2 * sinY]
  }
}
