import type { Lists, Mesh, Surface } from './mesh.ts'
import { cross, minus, type Vector } from './vectors.ts'

/** Geometry of an object, computed once. */
export interface Form {
  points: Float32Array
  own: Float32Array
  normals: Float32Array
  /** Three points per triangle, counter-clockwise from outside. */
  corners: Uint16Array
  /** Index of the part, one per triangle. */
  parts: Uint16Array
}

/** Builder of an object. */
export interface Plan<Paint> {
  /** Adds all parts to a mesh; the geometry must not depend on the paint. */
  make(mesh: Mesh, paint: Paint): void
  /** Whether it has no opening, so that only its outside is drawn. */
  isClosed: boolean
}

/** Geometry with paint. */
export interface Painted {
  form: Form
  surfaces: readonly Surface[]
  isClosed: boolean
}

const forms = new WeakMap<object, Form>()

/** Builds an object; the geometry of each plan is computed once. */
export function makeThing<Paint>(plan: Plan<Paint>, paint: Paint): Painted {
  const known = forms.get(plan)
  const lists: Lists = { points: [], own: [], normals: [], corners: [], parts: [] }
  const mesh: Mesh = { surfaces: [], form: known ? undefined : lists }
  plan.make(mesh, paint)
  const form = known ?? formOf(lists)
  if (!known) forms.set(plan, form)
  return { form, surfaces: mesh.surfaces, isClosed: plan.isClosed }
}

/** Minimum area of a triangle; smaller ones, at the poles of balls, are dropped. */
const MIN_AREA = 1e-9

function formOf({ points, own, normals, corners, parts }: Lists): Form {
  const at = (list: readonly number[], point: number): Vector => [
    list[point * 3] ?? 0,
    list[point * 3 + 1] ?? 0,
    list[point * 3 + 2] ?? 0,
  ]
  const turned: number[] = []
  const kept: number[] = []
  for (const [t, part] of parts.entries()) {
    const [a = 0, b = 0, c = 0] = corners.slice(t * 3, t * 3 + 3)
    const first = at(points, a)
    const side = cross(minus(at(points, b), first), minus(at(points, c), first))
    if (Math.hypot(...side) < MIN_AREA) continue
    let outwards = 0
    for (const point of [a, b, c]) {
      at(normals, point).forEach((n, axis) => (outwards += n * (side[axis] ?? 0)))
    }
    turned.push(a, ...(outwards < 0 ? [c, b] : [b, c]))
    kept.push(part)
  }
  return {
    points: new Float32Array(points),
    own: new Float32Array(own),
    normals: new Float32Array(normals),
    corners: new Uint16Array(turned),
    parts: new Uint16Array(kept),
  }
}

/** Object in its place on the table. */
export interface Body extends Form {
  surfaces: readonly Surface[]
  isClosed: boolean
}

/** Scales an object, rotates it about the vertical axis and moves it. */
export function place(
  { form, surfaces, isClosed }: Painted,
  size: number,
  angle: number,
  x: number,
  z: number,
): Body {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const points = new Float32Array(form.points.length)
  const normals = new Float32Array(form.points.length)
  for (let i = 0; i < points.length; i += 3) {
    const px = form.points[i] ?? 0
    const pz = form.points[i + 2] ?? 0
    points[i] = (px * cos + pz * sin) * size + x
    points[i + 1] = (form.points[i + 1] ?? 0) * size
    points[i + 2] = (pz * cos - px * sin) * size + z
    const nx = form.normals[i] ?? 0
    const nz = form.normals[i + 2] ?? 0
    normals[i] = nx * cos + nz * sin
    normals[i + 1] = form.normals[i + 1] ?? 0
    normals[i + 2] = nz * cos - nx * sin
  }
  return { ...form, points, normals, surfaces, isClosed }
}
