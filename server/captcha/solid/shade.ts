import { clamp, mix, smooth } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import type { Camera } from './camera.ts'
import type { Mesh } from './mesh.ts'
import type { Samples } from './raster.ts'
import type { Shadows } from './shadows.ts'
import { dot, unit, type Vector } from './vectors.ts'

/** The light of a room: a lamp or window, the sky or ceiling, and what the table throws back. */
export interface Room {
  /** Towards the lamp. */
  light: Vector
  lamp: Colour
  sky: Colour
  table: Colour
}

/** Screens and eyes see evenly what light does not: colours are squared to count as light. */
export function toLight([r, g, b]: Colour): Colour {
  return [r * r, g * g, b * b]
}

/** Back from light to a colour, with bright light bent instead of cut. */
export function toColour([r, g, b]: Colour): Colour {
  return [bend(r), bend(g), bend(b)]
}

function bend(light: number): number {
  const value = Math.max(0, light)
  return Math.sqrt(value < 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp(-(value - 0.6) / 0.4)))
}

/** What a mirror at this place would show: a bright window where the lamp is, and a room around. */
function reflectionOf(room: Room, direction: Vector, gloss: number): Colour {
  const sky = smooth(-0.15, 0.5, direction[1])
  // Walls and ceiling are brighter than what they throw into corners.
  const base = mix(room.table, room.sky, sky)
  const toward = dot(direction, room.light)
  const window = smooth(0.95 - gloss * 0.05, 0.97 + gloss * 0.012, toward) * (0.6 + gloss * 3.4)
  const halo = smooth(0.5, 1, toward) * 0.25
  return [
    base[0] + room.lamp[0] * (window + halo),
    base[1] + room.lamp[1] * (window + halo),
    base[2] + room.lamp[2] * (window + halo),
  ]
}

/** Light that comes to the eye from one sample. */
export function shadeSample(
  meshes: readonly Mesh[],
  samples: Samples,
  i: number,
  camera: Camera,
  room: Room,
  shadows: Shadows,
): Colour {
  const mesh = meshes[samples.thing[i] ?? 0]
  if (mesh === undefined) return [0, 0, 0]
  const t = samples.triangle[i] ?? 0
  const second = samples.second[i] ?? 0
  const third = samples.third[i] ?? 0
  const first = 1 - second - third
  const a = (mesh.corners[t] ?? 0) * 3
  const b = (mesh.corners[t + 1] ?? 0) * 3
  const c = (mesh.corners[t + 2] ?? 0) * 3
  const at = (list: number[], n: number): number =>
    (list[a + n] ?? 0) * first + (list[b + n] ?? 0) * second + (list[c + n] ?? 0) * third
  const [x, y, z] = [at(mesh.points, 0), at(mesh.points, 1), at(mesh.points, 2)]
  const surface = mesh.surfaces[t / 3]
  if (surface === undefined) return [0, 0, 0]
  const view = unit([camera.eye[0] - x, camera.eye[1] - y, camera.eye[2] - z])
  let normal = unit([at(mesh.normals, 0), at(mesh.normals, 1), at(mesh.normals, 2)])
  let facing = dot(normal, view)
  if (facing < 0) {
    normal = [-normal[0], -normal[1], -normal[2]]
    facing = -facing
  }
  const own = toLight(colourAt(mesh, surface.colour, a, b, c, first, second, third))
  const toward = dot(normal, room.light)
  const lit =
    toward > 0
      ? toward * shadows.onThing(x + normal[0] * 0.04, y + normal[1] * 0.04, z + normal[2] * 0.04)
      : 0
  const open = 0.5 + 0.5 * smooth(0, 0.45, y)
  const around = mix(room.table, room.sky, normal[1] * 0.5 + 0.5)
  const mirror: Vector = [
    2 * facing * normal[0] - view[0],
    2 * facing * normal[1] - view[1],
    2 * facing * normal[2] - view[2],
  ]
  const seen = reflectionOf(room, mirror, surface.gloss)
  const edge = (1 - facing) ** 5
  const share = surface.isMetal === true ? 0.85 : (0.035 + 0.5 * edge) * surface.gloss + edge * 0.04
  const glow = surface.glow ?? 0
  const reflected = (n: 0 | 1 | 2): number =>
    seen[n] * share * (surface.isMetal === true ? own[n] * 1.7 : 1) * (0.35 + 0.65 * open)
  const diffuse = surface.isMetal === true ? 0.35 : 1 - share
  const light = (n: 0 | 1 | 2): number =>
    own[n] * diffuse * (room.lamp[n] * lit + around[n] * open) + reflected(n) + own[n] * glow
  return [light(0), light(1), light(2)]
}

function colourAt(
  mesh: Mesh,
  colour: Colour | ((x: number, y: number, z: number) => Colour),
  a: number,
  b: number,
  c: number,
  first: number,
  second: number,
  third: number,
): Colour {
  if (typeof colour !== 'function') return colour
  const { own } = mesh
  const at = (n: number): number =>
    (own[a + n] ?? 0) * first + (own[b + n] ?? 0) * second + (own[c + n] ?? 0) * third
  const [r, g, blue] = colour(at(0), at(1), at(2))
  return [clamp(r), clamp(g), clamp(blue)]
}
