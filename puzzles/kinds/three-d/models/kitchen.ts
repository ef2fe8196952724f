import { addBall, addBox, addLathe, addTube, arc, type Mesh } from '../../../render/mesh.ts'
import type { Paint } from '../paint.ts'

const TURN = Math.PI * 2

/** A cup with a handle, and something to drink in it. */
export function mug(mesh: Mesh, { main, second, of }: Paint): void {
  addLathe(mesh, main, [
    [0.3, 0],
    [0.36, 0.03],
    [0.39, 0.12],
    [0.4, 0.4],
    [0.4, 0.82],
  ])
  addLathe(mesh, second, [
    [0.4, 0.82],
    [0.385, 0.85],
    [0.355, 0.83],
    [0.35, 0.6],
  ])
  addLathe(mesh, of(0.36, 0.06, 60, 1), [
    [0.355, 0.68],
    [0, 0.68],
  ])
  addTube(mesh, second, arc([0.38, 0.43], [0.28, 0.25], -1.45, 1.45), 0.06)
}

/** A pot for tea with spout, handle and lid. */
export function teapot(mesh: Mesh, { main, second }: Paint): void {
  addLathe(mesh, main, [
    [0.28, 0],
    [0.42, 0.08],
    [0.54, 0.28],
    [0.54, 0.42],
    [0.44, 0.6],
    [0.27, 0.7],
  ])
  addLathe(mesh, second, [
    [0.27, 0.7],
    [0.29, 0.73],
    [0.2, 0.8],
    [0.06, 0.84],
    [0.05, 0.88],
    [0.09, 0.93],
    [0.07, 0.99],
    [0, 1],
  ])
  addTube(
    mesh,
    second,
    [
      [0.46, 0.26, 0],
      [0.64, 0.34, 0],
      [0.74, 0.52, 0],
      [0.86, 0.7, 0],
    ],
    [0.13, 0.1, 0.075, 0.055],
  )
  addTube(mesh, second, arc([-0.48, 0.42], [0.32, 0.27], 1.2, 5.1), 0.055)
}

/** A bottle with a label. */
export function bottle(mesh: Mesh, { main, light, second }: Paint): void {
  const glazed = { ...second, gloss: 1 }
  addLathe(mesh, glazed, [
    [0.27, 0],
    [0.3, 0.03],
    [0.3, 0.25],
  ])
  addLathe(mesh, { ...light, gloss: 0.1 }, [
    [0.305, 0.25],
    [0.305, 0.68],
  ])
  addLathe(mesh, glazed, [
    [0.3, 0.68],
    [0.3, 0.82],
    [0.27, 0.94],
    [0.16, 1.08],
    [0.11, 1.2],
    [0.105, 1.42],
  ])
  addLathe(mesh, main, [
    [0.13, 1.4],
    [0.13, 1.55],
    [0, 1.56],
  ])
}

/** An apple with a stalk and a leaf. */
export function apple(mesh: Mesh, { of, coin }: Paint): void {
  const skin = coin ? of(0.56, 0.19, 26, 0.8) : of(0.76, 0.17, 122, 0.8)
  addLathe(
    mesh,
    skin,
    [
      [0.0, 0.08],
      [0.16, 0.0],
      [0.34, 0.06],
      [0.5, 0.3],
      [0.53, 0.5],
      [0.46, 0.74],
      [0.3, 0.86],
      [0.14, 0.84],
      [0.03, 0.72],
    ],
    { ribs: 5, swing: 0.02 },
  )
  addTube(
    mesh,
    of(0.36, 0.05, 60),
    [
      [0, 0.7, 0],
      [0.02, 0.9, 0],
      [0.09, 1.07, 0],
    ],
    [0.03, 0.03, 0.045],
  )
  addBall(mesh, of(0.6, 0.15, 135), [0.2, 0.025, 0.09], {
    turn: [0.2, 0.4, 0.35],
    move: [0.2, 0.98, 0.02],
  })
}

/** A banana that lies on its side. */
export function banana(mesh: Mesh, { of }: Paint): void {
  const skin = of(0.86, 0.165, 95, 0.35)
  const dark = of(0.38, 0.06, 70, 0.2)
  const path = arc([0, 0], [0.78, 0.66], 3.5, 6.0, 14).map(([x, y]) => [x, 0.15, y + 0.25] as const)
  const radii = path.map((_, i) => 0.165 * Math.sin(Math.PI * (0.14 + (0.72 * i) / 14)) ** 0.6)
  addTube(mesh, skin, path, radii, {}, 6)
  const [first = [0, 0, 0] as const] = path
  const last = path.at(-1) ?? first
  addBall(mesh, dark, [0.07, 0.07, 0.07], { move: first })
  addTube(mesh, skin, [last, [last[0] + 0.07, last[1] + 0.05, last[2] - 0.16]], [0.085, 0.055])
  addBall(mesh, dark, [0.06, 0.06, 0.06], {
    move: [last[0] + 0.08, last[1] + 0.06, last[2] - 0.18],
  })
}

/** A ring of dough with icing and sprinkles. */
export function doughnut(mesh: Mesh, { of, main }: Paint): void {
  const ring = (radius: number, y: number): [number, number, number][] =>
    Array.from({ length: 25 }, (_, i) => [
      Math.cos((i / 24) * TURN) * radius,
      y,
      Math.sin((i / 24) * TURN) * radius,
    ])
  addTube(mesh, of(0.72, 0.1, 70, 0.15), ring(0.42, 0.2), 0.2, {}, 12)
  const icing = {
    colour: typeof main.colour === 'function' ? main.colour(0, 0, 0) : main.colour,
    gloss: 0.9,
  }
  addTube(mesh, icing, ring(0.42, 0.245), 0.185, {}, 12)
  for (let i = 0; i < 26; i++) {
    const angle = i * 2.399
    const away = 0.42 + Math.sin(i * 1.7) * 0.11
    const [x, z] = [Math.cos(angle) * away, Math.sin(angle) * away]
    const y = 0.245 + Math.sqrt(0.19 ** 2 - (away - 0.42) ** 2)
    addBox(mesh, of(0.5 + (i % 3) * 0.22, 0.17, i * 77), [0.1, 0.04, 0.04], {
      turn: [0, i * 1.3, 0],
      move: [x, y, z],
    })
  }
}

/** A pumpkin with its ribs and stalk. */
export function pumpkin(mesh: Mesh, { of }: Paint): void {
  addLathe(
    mesh,
    of(0.7, 0.17, 58, 0.4),
    [
      [0.1, 0.04],
      [0.34, 0],
      [0.54, 0.16],
      [0.6, 0.36],
      [0.54, 0.56],
      [0.34, 0.7],
      [0.12, 0.66],
      [0.05, 0.6],
    ],
    { ribs: 9, swing: 0.065, around: 54 },
  )
  addTube(
    mesh,
    of(0.5, 0.1, 120, 0.2),
    [
      [0, 0.6, 0],
      [0, 0.76, 0],
      [0.08, 0.9, 0.02],
    ],
    [0.1, 0.06, 0.075],
    {},
    6,
  )
}
