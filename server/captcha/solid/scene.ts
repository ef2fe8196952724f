import { clamp, mix, scale, smooth } from '../raster/colour.ts'
import type { Colour } from '../raster/colour.ts'
import { createPicture, peek, put, type Picture } from '../raster/picture.ts'
import { resize } from '../raster/resize.ts'
import type { Camera } from './camera.ts'
import type { Mesh } from './mesh.ts'
import { rasterise, type Samples } from './raster.ts'
import { shadeSample, toColour, type Room } from './shade.ts'
import { castShadows, type Shadows } from './shadows.ts'
import type { Table } from './table.ts'

/** Samples along each side of a pixel where things are. */
const FINER = 2

/** A drawn scene, and where each thing is seen in it. */
export interface Scene {
  picture: Picture
  samples: Samples
}

/**
 * Draws things that stand on a table; `density` is pixels to the unit. Where things are is known
 * before the light is: a scene that `accepts` refuses costs little, and is undefined.
 */
export function drawScene(
  meshes: readonly Mesh[],
  camera: Camera,
  room: Room,
  table: Table,
  size: { width: number; height: number; density: number },
  accepts: (samples: Samples) => boolean = () => true,
): Scene | undefined {
  const width = Math.round(size.width * size.density)
  const height = Math.round(size.height * size.density)
  const samples = rasterise(meshes, camera, width * FINER, height * FINER, size.density * FINER)
  if (!accepts(samples)) return undefined
  const picture = createPicture(width, height)
  const shadows = castShadows(meshes, room.light)
  const ground = resize(
    drawGround(camera, room, table, shadows, size.width, size.height),
    width,
    height,
  )
  const { thing } = samples
  const shade = (i: number, x: number, y: number): Colour =>
    (thing[i] ?? -1) < 0
      ? peek(ground, x, y)
      : toColour(shadeSample(meshes, samples, i, camera, room, shadows))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const first = (y * FINER * width + x) * FINER
      const below = first + width * FINER
      const seen = thing[first] ?? -1
      const isOne = seen === thing[first + 1] && seen === thing[below] && seen === thing[below + 1]
      // Within one face one sample tells all; edges take all four.
      if (
        isOne &&
        (seen < 0 ||
          (isLike(meshes, samples, first, first + 1) &&
            isLike(meshes, samples, first, below) &&
            isLike(meshes, samples, first, below + 1)))
      ) {
        put(picture, x, y, shade(first, x, y))
        continue
      }
      let [red, green, blue] = [0, 0, 0]
      for (let n = 0; n < 4; n++) {
        const colour = shade((n < 2 ? first : below) + (n % 2), x, y)
        red += colour[0] / 4
        green += colour[1] / 4
        blue += colour[2] / 4
      }
      put(picture, x, y, [red, green, blue])
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

/** The table alone, a pixel to the unit: its grain is soft, and light on it softer still. */
function drawGround(
  camera: Camera,
  room: Room,
  table: Table,
  shadows: Shadows,
  width: number,
  height: number,
): Picture {
  const picture = createPicture(width, height)
  const far = scale(mix(room.table, room.sky, 0.5), 0.8)
  const [lampX, toward, lampZ] = room.light
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      const at = camera.tableAt(px + 0.5, py + 0.5)
      if (at === undefined) {
        put(picture, px, py, toColour(far))
        continue
      }
      const [x, z] = at
      // The lamp lights its own side more.
      const near = 1 + clamp((x * lampX + z * lampZ) * 0.07, -0.3, 0.3)
      const lamp = toward * near * shadows.lightAt(x, z)
      const open = shadows.openAt(x, z) * 0.9
      const own = table.colourAt(x, z)
      const lit: Colour = [
        own[0] * own[0] * (room.lamp[0] * lamp + room.sky[0] * open),
        own[1] * own[1] * (room.lamp[1] * lamp + room.sky[1] * open),
        own[2] * own[2] * (room.lamp[2] * lamp + room.sky[2] * open),
      ]
      const fog = smooth(-3.2, -9, z)
      put(picture, px, py, toColour(fog > 0 ? mix(lit, far, fog) : lit))
    }
  }
  return picture
}
