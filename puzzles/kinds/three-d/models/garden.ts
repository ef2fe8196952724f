import { addBall, addLathe, addTube, type Mesh } from '../../../render/mesh.ts'
import type { Paint } from '../paint.ts'

/** A toadstool with spots. */
export function mushroom(mesh: Mesh, { of }: Paint): void {
  const stem = of(0.94, 0.02, 90, 0.1)
  addLathe(mesh, stem, [
    [0.2, 0],
    [0.17, 0.2],
    [0.14, 0.5],
    [0.17, 0.62],
  ])
  addLathe(mesh, stem, [
    [0.15, 0.58],
    [0.5, 0.54],
  ])
  addLathe(mesh, of(0.55, 0.19, 28, 0.7), [
    [0.5, 0.54],
    [0.55, 0.58],
    [0.5, 0.76],
    [0.34, 0.94],
    [0.16, 1.02],
    [0, 1.04],
  ])
  for (const [angle, tilt, size] of [
    [0.3, 0.5, 0.09],
    [1.6, 0.75, 0.08],
    [2.7, 0.45, 0.1],
    [3.9, 0.8, 0.07],
    [4.8, 0.5, 0.09],
    [5.7, 0.8, 0.08],
    [2.0, 0.1, 0.1],
    [1.0, 0.85, 0.06],
    [3.3, 0.85, 0.06],
  ] as const) {
    const r = 0.53 * Math.sin(tilt * 1.5)
    const y = 0.55 + 0.47 * Math.cos(tilt * 1.5) ** 0.9
    addBall(mesh, of(0.97, 0.01, 90, 0.2), [size, size * 0.35, size], {
      turn: [0, 0, 0],
      move: [Math.cos(angle) * r, y, Math.sin(angle) * r],
    })
  }
}

/** A cactus in a pot. */
export function cactus(mesh: Mesh, { main, of }: Paint): void {
  const clay = { ...main, gloss: 0.2 }
  addLathe(mesh, clay, [
    [0.24, 0],
    [0.33, 0.34],
    [0.38, 0.34],
    [0.38, 0.44],
    [0.32, 0.44],
    [0.3, 0.38],
  ])
  addLathe(mesh, of(0.32, 0.04, 60, 0), [
    [0.31, 0.39],
    [0, 0.4],
  ])
  const green = of(0.56, 0.12, 150, 0.2)
  addLathe(
    mesh,
    green,
    [
      [0.15, 0.38],
      [0.18, 0.6],
      [0.18, 1.1],
      [0.14, 1.24],
      [0, 1.32],
    ],
    { ribs: 8, swing: 0.09, around: 40 },
  )
  addTube(
    mesh,
    green,
    [
      [0.14, 0.72, 0],
      [0.33, 0.74, 0],
      [0.4, 0.86, 0],
      [0.4, 1.08, 0],
      [0.4, 1.14, 0],
    ],
    [0.09, 0.095, 0.095, 0.09, 0.03],
  )
  addTube(
    mesh,
    green,
    [
      [-0.14, 0.6, 0],
      [-0.3, 0.62, 0],
      [-0.36, 0.72, 0],
      [-0.36, 0.88, 0],
      [-0.36, 0.93, 0],
    ],
    [0.08, 0.085, 0.085, 0.08, 0.03],
  )
  addBall(mesh, of(0.72, 0.17, 10), [0.09, 0.07, 0.09], { move: [0, 1.34, 0] })
}
