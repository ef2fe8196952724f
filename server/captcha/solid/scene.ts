import { clamp, mix, scale, smooth } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import { createPicture, put, type Picture } from '../raster/picture.ts'
import type { Camera } from './camera.ts'
import type { Mesh } from './mesh.ts'
import { rasterise, type Samples } from './raster.ts'
import { shadeSample, toColour, toLight, type Room } from './shade.ts'
import { castShadows } from './shadows.ts'
import type { Table } from './table.ts'

/** Samples along each side of a pixel where things are. */
const FINER = 2

/** A drawn scene, and where each thing is seen in it. */
export interface Scene {
  picture: Picture
  samples: Samples
}

/** Draws things that stand on a table; `density` is pixels to the unit. */
export function drawScene(
  meshes: readonly Mesh[],
  camera: Camera,
  room: Room,
  table: Table,
  size: { width: number; height: number; density: number },
): Scene {
  const width = Math.round(size.width * size.density)
  const height = Math.round(size.height * size.density)
  const picture = createPicture(width, height)
  const shadows = castShadows(meshes, room.light)
  const samples = rasterise(meshes, camera, width * FINER, height * FINER, size.density * FINER)
  const ground = drawGround(camera, room, table, shadows.onTable)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = (y * FINER * width + x) * FINER
      const below = first + width * FINER
      const four = [first, first + 1, below, below + 1] as const
      const [a, b, c, d] = four.map((i) => samples.thing[i] ?? -1)
      if (a === -1 && b === -1 && c === -1 && d === -1) {
        put(picture, x, y, toColour(ground((x + 0.5) / size.density, (y + 0.5) / size.density)))
        continue
      }
      const shade = (i: number): Colour =>
        (samples.thing[i] ?? -1) < 0
          ? ground((x + 0.5) / size.density, (y + 0.5) / size.density)
          : shadeSample(meshes, samples, i, camera, room, shadows)
      // Within one face one sample tells all; edges take all four.
      const isEven = four.every((i) => samples.thing[i] === a && isLike(meshes, samples, first, i))
      if (isEven) {
        put(picture, x, y, toColour(shade(first)))
        continue
      }
      let sum: Colour = [0, 0, 0]
      for (const i of four) {
        const [r, g, blue] = toColour(shade(i))
        sum = [sum[0] + r / 4, sum[1] + g / 4, sum[2] + blue / 4]
      }
      put(picture, x, y, sum)
    }
  }
  return { picture, samples }
}

const LEAST_LIKENESS = 0.9

function isLike(meshes: readonly Mesh[], samples: Samples, i: number, j: number): boolean {
  const [t = 0, u = 0] = [samples.triangle[i], samples.triangle[j]]
  if (t === u) return true
  const mesh = meshes[samples.thing[i] ?? 0]
  if (mesh === undefined || mesh.surfaces[t / 3] !== mesh.surfaces[u / 3]) return false
  const [a, b] = [(mesh.corners[t] ?? 0) * 3, (mesh.corners[u] ?? 0) * 3]
  let likeness = 0
  for (let n = 0; n < 3; n++) likeness += (mesh.normals[a + n] ?? 0) * (mesh.normals[b + n] ?? 0)
  return likeness > LEAST_LIKENESS
}

function drawGround(
  camera: Camera,
  room: Room,
  table: Table,
  onTable: (x: number, z: number) => { light: number; open: number },
): (px: number, py: number) => Colour {
  const far = scale(mix(room.table, room.sky, 0.5), 0.8)
  const toward = room.light[1]
  return (px, py) => {
    const at = camera.tableAt(px, py)
    if (at === undefined) return far
    const [x, z] = at
    const { light, open } = onTable(x, z)
    const own = toLight(table.colourAt(x, z))
    // The lamp lights its own side more.
    const near = 1 + clamp((x * room.light[0] + z * room.light[2]) * 0.07, -0.3, 0.3)
    const lamp = toward * light * near
    const fog = smooth(-3.2, -9, z)
    const lit: Colour = [
      own[0] * (room.lamp[0] * lamp + room.sky[0] * open * 0.9),
      own[1] * (room.lamp[1] * lamp + room.sky[1] * open * 0.9),
      own[2] * (room.lamp[2] * lamp + room.sky[2] * open * 0.9),
    ]
    return mix(lit, far, fog)
  }
}
