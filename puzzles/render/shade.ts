import { clamp, smooth } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import type { Body } from './body.ts'
import type { Camera } from './camera.ts'
import type { Samples } from './raster.ts'
import type { Shadows } from './shadows.ts'
import type { Vector } from './vectors.ts'

/** Light of a scene: lamp, ceiling and reflection of the table. */
export interface SceneLight {
  /** Direction to the lamp. */
  light: Vector
  lamp: Colour
  sky: Colour
  table: Colour
}

/** Converts a colour to linear light by squaring it. */
export function toLight([r, g, b]: Colour): Colour {
  return [r * r, g * g, b * b]
}

/** Converts linear light to a colour and compresses highlights. */
export function bend(light: number): number {
  if (light <= 0) return 0
  return Math.sqrt(light < 0.6 ? light : 0.6 + 0.4 * (1 - Math.exp(-(light - 0.6) / 0.4)))
}

/** Interpolates between the values of three corners. */
function across(
  list: Float32Array,
  a: number,
  b: number,
  c: number,
  second: number,
  third: number,
): number {
  const first = list[a] ?? 0
  return first + ((list[b] ?? 0) - first) * second + ((list[c] ?? 0) - first) * third
}

/**
 * Adds the colour of one sample, weighted by `share`, to three numbers. With `line`, the sample stands
 * for its whole pixel: patterns use all four samples, shape and light only one.
 */
export type Shader = (sample: number, share: number, colour: Float32Array, line?: number) => void

type Paint = (x: number, y: number, z: number) => Colour

/** Creates a shader for the objects of a scene. */
export function createShader(
  bodies: readonly Body[],
  samples: Samples,
  camera: Camera,
  room: SceneLight,
  shadows: Shadows,
): Shader {
  const [eyeX, eyeY, eyeZ] = camera.eye
  const [lightX, lightY, lightZ] = room.light
  const [lampR, lampG, lampB] = room.lamp
  const [skyR, skyG, skyB] = room.sky
  const [tableR, tableG, tableB] = room.table
  const { thing, triangle, second: seconds, third: thirds } = samples
  const paintAt = (i: number, { own, corners }: Body, paint: Paint): Colour => {
    const t = triangle[i] ?? 0
    const second = seconds[i] ?? 0
    const third = thirds[i] ?? 0
    const a = (corners[t] ?? 0) * 3
    const b = (corners[t + 1] ?? 0) * 3
    const c = (corners[t + 2] ?? 0) * 3
    return paint(
      across(own, a, b, c, second, third),
      across(own, a + 1, b + 1, c + 1, second, third),
      across(own, a + 2, b + 2, c + 2, second, third),
    )
  }
  const paintIn = (i: number, line: number, body: Body, paint: Paint): Colour => {
    const first = paintAt(i, body, paint)
    if (line === 0) return first
    // Equal colours at both ends of the diagonal fill the pixel.
    const last = paintAt(i + line + 1, body, paint)
    if (first === last) return first
    const right = paintAt(i + 1, body, paint)
    const below = paintAt(i + line, body, paint)
    return [
      (first[0] + last[0] + right[0] + below[0]) / 4,
      (first[1] + last[1] + right[1] + below[1]) / 4,
      (first[2] + last[2] + right[2] + below[2]) / 4,
    ]
  }
  return (i, part, to, line = 0) => {
    const body = bodies[thing[i] ?? 0]
    if (body === undefined) return
    const { points, normals, corners } = body
    const t = triangle[i] ?? 0
    const second = seconds[i] ?? 0
    const third = thirds[i] ?? 0
    const a = (corners[t] ?? 0) * 3
    const b = (corners[t + 1] ?? 0) * 3
    const c = (corners[t + 2] ?? 0) * 3
    const surface = body.surfaces[body.parts[t / 3] ?? 0]
    if (surface === undefined) return
    const x = across(points, a, b, c, second, third)
    const y = across(points, a + 1, b + 1, c + 1, second, third)
    const z = across(points, a + 2, b + 2, c + 2, second, third)
    let viewX = eyeX - x
    let viewY = eyeY - y
    let viewZ = eyeZ - z
    const far = 1 / Math.sqrt(viewX * viewX + viewY * viewY + viewZ * viewZ)
    viewX *= far
    viewY *= far
    viewZ *= far
    let nx = across(normals, a, b, c, second, third)
    let ny = across(normals, a + 1, b + 1, c + 1, second, third)
    let nz = across(normals, a + 2, b + 2, c + 2, second, third)
    let facing = nx * viewX + ny * viewY + nz * viewZ
    // Unit vector to the viewer.
    const even = (facing < 0 ? -1 : 1) / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
    nx *= even
    ny *= even
    nz *= even
    facing *= even
    const { colour, gloss } = surface
    const flat = typeof colour === 'function' ? paintIn(i, line, body, colour) : colour
    const ownR = clamp(flat[0]) ** 2
    const ownG = clamp(flat[1]) ** 2
    const ownB = clamp(flat[2]) ** 2
    const toward = nx * lightX + ny * lightY + nz * lightZ
    const lit =
      toward > 0 ? toward * shadows.onThing(x + nx * 0.04, y + ny * 0.04, z + nz * 0.04) : 0
    const open = 0.5 + 0.5 * smooth(0, 0.45, y)
    const up = (ny * 0.5 + 0.5) * open
    const down = open - up
    // Reflection: a bright window at the lamp, and a room around it.
    const mirrorY = 2 * facing * ny - viewY
    const mirrored = 2 * facing * toward - (viewX * lightX + viewY * lightY + viewZ * lightZ)
    const above = smooth(-0.15, 0.5, mirrorY)
    const window =
      mirrored <= 0.5
        ? 0
        : smooth(0.95 - gloss * 0.05, 0.97 + gloss * 0.012, mirrored) * (0.6 + gloss * 3.4) +
          smooth(0.5, 1, mirrored) * 0.25
    const slant = 1 - facing
    const edge = slant * slant * slant * slant * slant
    const isMetal = surface.isMetal === true
    const share = isMetal ? 0.85 : (0.035 + 0.5 * edge) * gloss + edge * 0.04
    const glow = surface.glow ?? 0
    const mirror = share * (0.35 + 0.65 * open)
    const diffuse = isMetal ? 0.35 : 1 - share
    const tint = isMetal ? 1.7 * mirror : mirror
    // Repeated for each colour, because a function would allocate for every sample.
    const red = ownR * (diffuse * (lampR * lit + skyR * up + tableR * down) + glow)
    const green = ownG * (diffuse * (lampG * lit + skyG * up + tableG * down) + glow)
    const blue = ownB * (diffuse * (lampB * lit + skyB * up + tableB * down) + glow)
    const backR = (tableR + (skyR - tableR) * above + lampR * window) * tint
    const backG = (tableG + (skyG - tableG) * above + lampG * window) * tint
    const backB = (tableB + (skyB - tableB) * above + lampB * window) * tint
    to[0] = (to[0] ?? 0) + bend(red + (isMetal ? backR * ownR : backR)) * part
    to[1] = (to[1] ?? 0) + bend(green + (isMetal ? backG * ownG : backG)) * part
    to[2] = (to[2] ?? 0) + bend(blue + (isMetal ? backB * ownB : backB)) * part
  }
}
