import type { Colour } from '../raster/colour.ts'
import { cross, minus, turning, unit, type Turning, type Vector } from './vectors.ts'

/** Material of a part. */
export interface Surface {
  /** Colour, or a function of the point on the object. */
  colour: Colour | ((x: number, y: number, z: number) => Colour)
  /** 0 is matt, 1 is glossy. */
  gloss: number
  /** Whether reflections have its colour. */
  isMetal?: boolean
  /** Whether it emits light. */
  glow?: number
}

/** Object under construction; models always add the same parts in the same order. */
export interface Mesh {
  /** Material of each part. */
  surfaces: Surface[]
  /** Geometry; undefined if it is already known and only materials are collected. */
  form: Lists | undefined
}

/** Triangles with normals; coordinates are three numbers each. */
export interface Lists {
  points: number[]
  /** Points before the pose was applied, used for patterns. */
  own: number[]
  normals: number[]
  corners: number[]
  /** Index of the part, one per triangle. */
  parts: number[]
}

/** Rotation and translation of a part, in this order. */
export interface Pose {
  turn?: Vector
  move?: Vector
}

let known: { turn: Vector; by: Turning } | undefined

/** Returns the rotation of a pose; the last one is cached, because parts add many points. */
function turningOf(turn: Vector): Turning {
  if (known?.turn !== turn) known = { turn, by: turning(turn) }
  return known.by
}

function addPoint(form: Lists, point: Vector, normal: Vector, { turn, move }: Pose): number {
  const by = turn && turningOf(turn)
  const [x, y, z] = by ? by(point) : point
  const [nx, ny, nz] = by ? by(normal) : normal
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
  if (move) form.points.push(x + move[0], y + move[1], z + move[2])
  else form.points.push(x, y, z)
  form.own.push(point[0], point[1], point[2])
  form.normals.push(nx / length, ny / length, nz / length)
  return form.points.length / 3 - 1
}

function addTriangle(form: Lists, part: number, a: number, b: number, c: number): void {
  form.corners.push(a, b, c)
  form.parts.push(part)
}

/** Connects rows of points by triangles. */
function addRows(form: Lists, part: number, rows: readonly number[][]): void {
  for (let i = 1; i < rows.length; i++) {
    const lower = rows[i - 1] ?? []
    const upper = rows[i] ?? []
    for (let j = 1; j < lower.length; j++) {
      const [a = 0, b = 0, c = 0, d = 0] = [lower[j - 1], lower[j], upper[j - 1], upper[j]]
      addTriangle(form, part, a, b, c)
      addTriangle(form, part, b, d, c)
    }
  }
}

/** Starts a part; returns its geometry lists, or undefined if the geometry is known. */
function begin(mesh: Mesh, surface: Surface): { form: Lists; part: number } | undefined {
  mesh.surfaces.push(surface)
  return mesh.form && { form: mesh.form, part: mesh.surfaces.length - 1 }
}

const ROUND = 22

/**
 * Rotates a line of `[radius, height]` about the vertical axis. The radius may vary with the angle by
 * the share `swing`, `ribs` times around.
 */
export function addLathe(
  mesh: Mesh,
  surface: Surface,
  profile: readonly (readonly [radius: number, height: number])[],
  {
    ribs = 0,
    swing = 0,
    around = ROUND,
    ...pose
  }: Pose & { ribs?: number; swing?: number; around?: number } = {},
): void {
  const to = begin(mesh, surface)
  if (!to) return
  const rows = profile.map(([radius, height], i) => {
    const [r0, h0] = profile[i - 1] ?? [radius, height]
    const [r1, h1] = profile[i + 1] ?? [radius, height]
    // Normals point outwards if the line goes upwards.
    const out = unit([h1 - h0, r0 - r1, 0])
    return Array.from({ length: around + 1 }, (_, j) => {
      const angle = (j / around) * Math.PI * 2
      const rib = 1 + Math.cos(angle * ribs) * swing
      const lean = Math.sin(angle * ribs) * swing * ribs
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const normal: Vector = [out[0] * (cos - lean * sin), out[1], out[0] * (sin + lean * cos)]
      return addPoint(to.form, [radius * rib * cos, height, radius * rib * sin], normal, pose)
    })
  })
  addRows(to.form, to.part, rows)
}

/** Returns the number of rows of a ball; fewer would be visible as corners. */
function stepsFor(radius: number): number {
  if (radius < 0.13) return 4
  return radius < 0.26 ? 7 : 10
}

/** Adds an ellipsoid. */
export function addBall(mesh: Mesh, surface: Surface, radii: Vector, pose: Pose = {}): void {
  const to = begin(mesh, surface)
  if (!to) return
  const [rx, ry, rz] = radii
  const steps = stepsFor(Math.max(rx, ry, rz))
  const rows = Array.from({ length: steps + 1 }, (_, i) => {
    const tilt = (i / steps - 0.5) * Math.PI
    return Array.from({ length: steps * 2 + 1 }, (_, j) => {
      const angle = (j / steps) * Math.PI
      const x = Math.cos(tilt) * Math.cos(angle)
      const y = Math.sin(tilt)
      const z = Math.cos(tilt) * Math.sin(angle)
      return addPoint(to.form, [x * rx, y * ry, z * rz], [x / rx, y / ry, z / rz], pose)
    })
  })
  addRows(to.form, to.part, rows)
}

/** Adds a box around its middle; `narrow` shrinks its upper side to a roof or a wedge. */
export function addBox(
  mesh: Mesh,
  surface: Surface,
  [w, h, d]: Vector,
  { narrow = [1, 1], ...pose }: Pose & { narrow?: readonly [x: number, z: number] } = {},
): void {
  const corner = (x: number, y: number, z: number): Vector => {
    const [nx, nz] = y > 0 ? narrow : [1, 1]
    return [(x * w * nx) / 2, (y * h) / 2, (z * d * nz) / 2]
  }
  addFlat(
    mesh,
    surface,
    [corner(-1, -1, 1), corner(1, -1, 1), corner(1, 1, 1), corner(-1, 1, 1)],
    pose,
  )
  addFlat(
    mesh,
    surface,
    [corner(1, -1, -1), corner(-1, -1, -1), corner(-1, 1, -1), corner(1, 1, -1)],
    pose,
  )
  addFlat(
    mesh,
    surface,
    [corner(1, -1, 1), corner(1, -1, -1), corner(1, 1, -1), corner(1, 1, 1)],
    pose,
  )
  addFlat(
    mesh,
    surface,
    [corner(-1, -1, -1), corner(-1, -1, 1), corner(-1, 1, 1), corner(-1, 1, -1)],
    pose,
  )
  addFlat(
    mesh,
    surface,
    [corner(-1, 1, 1), corner(1, 1, 1), corner(1, 1, -1), corner(-1, 1, -1)],
    pose,
  )
}

/** Adds a flat face with counter-clockwise corners. */
export function addFlat(
  mesh: Mesh,
  surface: Surface,
  corners: readonly Vector[],
  pose: Pose = {},
): void {
  const to = begin(mesh, surface)
  if (!to) return
  const [a = [0, 0, 0], b = [0, 0, 0]] = corners
  const last = corners.at(-1) ?? a
  const normal = cross(minus(b, a), minus(last, a))
  const first = corners.map((corner) => addPoint(to.form, corner, normal, pose))
  for (let i = 2; i < first.length; i++) {
    addTriangle(to.form, to.part, first[0] ?? 0, first[i - 1] ?? 0, first[i] ?? 0)
  }
}

/** Adds a slab at height `y`; its outline in x and z is counter-clockwise from above. */
export function addSlab(
  mesh: Mesh,
  surface: Surface,
  outline: readonly (readonly [x: number, z: number])[],
  thickness: number,
  pose: Pose = {},
): void {
  const middle = outline.reduce(
    ([x, z], [px, pz]) => [x + px / outline.length, z + pz / outline.length] as const,
    [0, 0] as const,
  )
  outline.forEach(([x, z], i) => {
    const [nx, nz] = outline[(i + 1) % outline.length] ?? [x, z]
    addFlat(
      mesh,
      surface,
      [
        [middle[0], thickness, middle[1]],
        [x, thickness, z],
        [nx, thickness, nz],
      ],
      pose,
    )
    addFlat(
      mesh,
      surface,
      [
        [x, 0, z],
        [nx, 0, nz],
        [nx, thickness, nz],
        [x, thickness, z],
      ],
      pose,
    )
  })
}

/** Adds a tube along points with a radius each. */
export function addTube(
  mesh: Mesh,
  surface: Surface,
  path: readonly Vector[],
  radius: number | readonly number[],
  pose: Pose = {},
  around = 10,
): void {
  const to = begin(mesh, surface)
  if (!to) return
  const [first = [0, 0, 0], last = [0, 0, 0]] = [path[0], path.at(-1)]
  const isRing = path.length > 2 && Math.hypot(...minus(first, last)) < 1e-6
  let side: Vector = [0.31, 0.17, 0.93]
  const rows = path.map((point, i) => {
    // The ends of a closed ring share one direction.
    const before = path[i - 1] ?? (isRing ? path.at(-2) : point) ?? point
    const after = path[i + 1] ?? (isRing ? path[1] : point) ?? point
    const along = unit(minus(after, before))
    const over = unit(cross(along, side))
    side = unit(cross(over, along))
    const r = typeof radius === 'number' ? radius : (radius[i] ?? 0)
    return Array.from({ length: around + 1 }, (_, j) => {
      const angle = (j / around) * Math.PI * 2
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const normal: Vector = [
        over[0] * cos + side[0] * sin,
        over[1] * cos + side[1] * sin,
        over[2] * cos + side[2] * sin,
      ]
      return addPoint(
        to.form,
        [point[0] + normal[0] * r, point[1] + normal[1] * r, point[2] + normal[2] * r],
        normal,
        pose,
      )
    })
  })
  addRows(to.form, to.part, rows)
}

/** Returns points of an arc in the plane of x and y. */
export function arc(
  [cx, cy]: readonly [x: number, y: number],
  [rx, ry]: readonly [x: number, y: number],
  from: number,
  to: number,
  count = 12,
): Vector[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / count
    return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry, 0]
  })
}
