import { clamp, mix, scale, smooth, type Colour } from '../raster/colour.ts'
import { createPicture, type Picture } from '../raster/picture.ts'
import { resize } from '../raster/resize.ts'
import type { Body } from './body.ts'
import type { Camera } from './camera.ts'
import { rasterise, type Samples } from './raster.ts'
import { bend, createShader, toLight, type SceneLight, type Shader } from './shade.ts'
import { castShadows, type Shadows } from './shadows.ts'
import type { Table } from './table.ts'

/** Samples along each side of a pixel with objects. */
const FINER = 2

/** Size of a scene in units, and pixels per unit. */
export interface Size {
  width: number
  height: number
  density: number
  /** Whether only the largest disc is drawn. */
  isDisc?: boolean
}

/** Drawn scene, and samples of its objects. */
export interface Scene {
  picture: Picture
  samples: Samples
}

/**
 * Draws objects on a table. `accepts` is called before the expensive lighting; if it returns false, the
 * result is undefined.
 */
export function drawScene(
  bodies: readonly Body[],
  camera: Camera,
  room: SceneLight,
  table: Table,
  size: Size,
  accepts: (samples: Samples) => boolean = () => true,
): Scene | undefined {
  const width = Math.round(size.width * size.density)
  const height = Math.round(size.height * size.density)
  const samples = rasterise(bodies, camera, width * FINER, height * FINER, size.density * FINER)
  if (!accepts(samples)) return undefined
  const shadows = castShadows(bodies, room.light)
  const picture = resize(drawGround(camera, room, table, shadows, size, samples), width, height)
  const { rows } = samples
  const shade = createShader(bodies, samples, camera, room, shadows)
  for (let y = Math.floor(rows[0] / FINER); y < Math.ceil(rows[1] / FINER); y++) {
    drawRow(bodies, samples, shade, picture, y)
  }
  return { picture, samples }
}

const colour = new Float32Array(3)

// A separate function is compiled once.
function drawRow(
  bodies: readonly Body[],
  samples: Samples,
  shade: Shader,
  { width, data }: Picture,
  y: number,
): void {
  const { thing } = samples
  const line = FINER * width
  for (let x = 0; x < width; x++) {
    const first = (y * line + x) * FINER
    const below = first + line
    const seen = thing[first] ?? -1
    const isOne = seen === thing[first + 1] && seen === thing[below] && seen === thing[below + 1]
    if (isOne && seen < 0) continue
    colour[0] = 0
    colour[1] = 0
    colour[2] = 0
    let rest = 0
    // Inside a face one sample is enough; outlines use all four.
    if (
      isOne &&
      isLike(bodies, samples, first, first + 1) &&
      isLike(bodies, samples, first, below) &&
      isLike(bodies, samples, first, below + 1)
    ) {
      shade(first, 1, colour, line)
    } else if (isOne) {
      // Between faces of one object two diagonal samples are enough.
      shade(first, 0.5, colour)
      shade(below + 1, 0.5, colour)
    } else {
      for (let n = 0; n < 4; n++) {
        const i = (n < 2 ? first : below) + (n % 2)
        if ((thing[i] ?? -1) < 0) rest += 0.25
        else shade(i, 0.25, colour)
      }
    }
    const i = (y * width + x) * 3
    data[i] = (data[i] ?? 0) * rest + (colour[0] ?? 0)
    data[i + 1] = (data[i + 1] ?? 0) * rest + (colour[1] ?? 0)
    data[i + 2] = (data[i + 2] ?? 0) * rest + (colour[2] ?? 0)
  }
}

const MIN_LIKENESS = 0.9

function isLike(bodies: readonly Body[], samples: Samples, i: number, j: number): boolean {
  const t = samples.triangle[i] ?? 0
  const u = samples.triangle[j] ?? 0
  if (t === u) return true
  const body = bodies[samples.thing[i] ?? 0]
  if (body === undefined || body.parts[t / 3] !== body.parts[u / 3]) return false
  const { corners, normals } = body
  const a = (corners[t] ?? 0) * 3
  const b = (corners[u] ?? 0) * 3
  const likeness =
    (normals[a] ?? 0) * (normals[b] ?? 0) +
    (normals[a + 1] ?? 0) * (normals[b + 1] ?? 0) +
    (normals[a + 2] ?? 0) * (normals[b + 2] ?? 0)
  return likeness > MIN_LIKENESS
}

let kept = createPicture(0, 0)

/** Reused buffers of the table. */
function groundFor(width: number, height: number): Picture {
  if (kept.width !== width || kept.height !== height) kept = createPicture(width, height)
  return kept
}

/** Step between computed points of the table in units; the table is soft, so they are interpolated. */
const GROUND_STEP = 1.25

/** Skips points of a table row that objects cover. */
function forgetHidden(
  { thing, width, height, density, rows }: Samples,
  row: number,
  first: number,
  last: number,
  places: Float32Array,
): void {
  const reach = GROUND_STEP * density
  const middleY = Math.floor((row + 0.5) * reach)
  if (middleY - reach < rows[0] || middleY + reach >= Math.min(rows[1], height)) return
  const here = middleY * width
  const above = Math.round(middleY - reach) * width
  const below = Math.round(middleY + reach) * width
  for (let n = first; n < last; n++) {
    const x = Math.floor((n + 0.5) * reach)
    if (x < reach || x + reach >= width || (thing[here + x] ?? -1) < 0) continue
    const left = Math.round(x - reach)
    const right = Math.round(x + reach)
    const isHidden =
      (thing[above + left] ?? -1) >= 0 &&
      (thing[above + x] ?? -1) >= 0 &&
      (thing[above + right] ?? -1) >= 0 &&
      (thing[here + left] ?? -1) >= 0 &&
      (thing[here + right] ?? -1) >= 0 &&
      (thing[below + left] ?? -1) >= 0 &&
      (thing[below + x] ?? -1) >= 0 &&
      (thing[below + right] ?? -1) >= 0
    if (isHidden) places[n * 2] = Number.NaN
  }
}

/** Returns the share of haze by distance. */
function fogAt(z: number): number {
  return smooth(-3.2, -9, z)
}

/** Returns the share of haze by distance from the middle of a disc, because haze at the far side would reveal the upright direction. */
function hazeAt(away: number): number {
  return smooth(0.55, 1.05, away)
}

/** Values that are constant over the table. */
interface Ground {
  width: number
  height: number
  room: SceneLight
  isDisc: boolean
  /** Light and colour of the haze, and colour of hidden points. */
  fog: Colour
  far: Colour
  unseen: Colour
  places: Float32Array
  shares: Float32Array
  colours: Float32Array
}

/** Draws the table without objects. */
function drawGround(
  camera: Camera,
  room: SceneLight,
  table: Table,
  shadows: Shadows,
  size: Size,
  samples: Samples,
): Picture {
  const width = Math.round(size.width / GROUND_STEP)
  const height = Math.round(size.height / GROUND_STEP)
  const picture = groundFor(width, height)
  const fog = scale(mix(room.table, room.sky, 0.5), 0.8)
  const places = new Float32Array(width * 2)
  const shares = new Float32Array(width * 2)
  const colours = new Float32Array(width * 3)
  const ground: Ground = {
    width,
    height,
    room,
    isDisc: size.isDisc === true,
    fog,
    far: bent(fog),
    unseen: bent(scale(toLight(table.mean), 0.5)),
    places,
    shares,
    colours,
  }
  for (let row = 0; row < height; row++) {
    camera.tableAlong(row, GROUND_STEP, places)
    const half = size.isDisc
      ? Math.sqrt(Math.max(0, (width / 2) ** 2 - (Math.abs(row + 0.5 - height / 2) - 2) ** 2)) + 2
      : width
    const first = Math.max(0, Math.floor(width / 2 - half))
    const end = Math.min(width, Math.ceil(width / 2 + half))
    forgetHidden(samples, row, first, end, places)
    shadows.onTable(places, first, end, shares)
    table.paintRow(places, first, end, colours)
    lightRow(ground, row, first, end, picture.data)
  }
  return picture
}

function bent([red, green, blue]: Colour): Colour {
  return [bend(red), bend(green), bend(blue)]
}

function lightRow(ground: Ground, row: number, first: number, end: number, to: Float32Array): void {
  const { width, height, room, isDisc, fog, far, unseen, places, shares, colours } = ground
  const [farR, farG, farB] = fog
  const [lampX, toward, lampZ] = room.light
  const [lampR, lampG, lampB] = room.lamp
  const [skyR, skyG, skyB] = room.sky
  const down = (row + 0.5 - height / 2) ** 2
  for (let px = first; px < end; px++) {
    const x = places[px * 2] ?? 0
    const z = places[px * 2 + 1] ?? 0
    const i = (row * width + px) * 3
    if (Number.isNaN(x)) {
      const flat = Number.isNaN(z) ? far : unseen
      to[i] = flat[0]
      to[i + 1] = flat[1]
      to[i + 2] = flat[2]
      continue
    }
    const away = isDisc
      ? hazeAt(Math.sqrt((px + 0.5 - width / 2) ** 2 + down) / (width / 2))
      : fogAt(z)
    // The side of the lamp is brighter.
    const near = 1 + clamp((x * lampX + z * lampZ) * 0.07, -0.3, 0.3)
    const lamp = toward * near * (shares[px * 2] ?? 0)
    const open = (shares[px * 2 + 1] ?? 0) * 0.9
    const ownR = colours[px * 3] ?? 0
    const ownG = colours[px * 3 + 1] ?? 0
    const ownB = colours[px * 3 + 2] ?? 0
    const red = ownR * ownR * (lampR * lamp + skyR * open)
    const green = ownG * ownG * (lampG * lamp + skyG * open)
    const blue = ownB * ownB * (lampB * lamp + skyB * open)
    to[i] = bend(red + (farR - red) * away)
    to[i + 1] = bend(green + (farG - green) * away)
    to[i + 2] = bend(blue + (farB - blue) * away)
  }
}
