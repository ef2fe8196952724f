import { addBall, addBox, addLathe, addTube, arc, type Mesh } from '../../../render/mesh.ts'
import type { Paint } from '../paint.ts'

/** A closed book that lies flat. */
export function book(mesh: Mesh, { main, light, second }: Paint): void {
  const cover = {
    ...main,
    colour: typeof main.colour === 'function' ? main.colour(0, 0, 0) : main.colour,
    gloss: 0.4,
  }
  const pages = {
    colour: (_x: number, y: number): readonly [number, number, number] =>
      Math.sin(y * 260) > 0 ? [0.95, 0.93, 0.86] : [0.85, 0.82, 0.74],
    gloss: 0,
  }
  addBox(mesh, cover, [1.04, 0.045, 1.34], { move: [0, 0.025, 0] })
  addBox(mesh, pages, [0.98, 0.22, 1.26], { move: [0.01, 0.155, 0] })
  addBox(mesh, cover, [1.04, 0.045, 1.34], { move: [0, 0.285, 0] })
  addBox(mesh, cover, [0.06, 0.3, 1.34], { move: [-0.5, 0.155, 0] })
  addBox(mesh, second, [0.6, 0.012, 0.16], { move: [0.03, 0.31, -0.34] })
  addBox(mesh, light, [0.4, 0.012, 0.06], { move: [0.03, 0.31, -0.12] })
}

/** A lamp with a shade. */
export function lamp(mesh: Mesh, { main, metal, of }: Paint): void {
  addLathe(mesh, metal, [
    [0.3, 0],
    [0.3, 0.05],
    [0.12, 0.1],
    [0.05, 0.16],
    [0.045, 0.9],
  ])
  addLathe(mesh, { ...main, gloss: 0.05, glow: 0.35 }, [
    [0.5, 0.78],
    [0.28, 1.34],
  ])
  addLathe(mesh, { ...of(0.97, 0.05, 95), glow: 0.7 }, [
    [0.27, 1.33],
    [0.48, 0.79],
  ])
  addBall(mesh, { ...of(0.99, 0.04, 95), glow: 1 }, [0.11, 0.14, 0.11], { move: [0, 1, 0] })
}

/** A chair with four legs and a back. */
export function chair(mesh: Mesh, { main, wood }: Paint): void {
  for (const x of [-0.3, 0.3]) {
    addBox(mesh, wood, [0.09, 0.55, 0.09], { move: [x, 0.275, 0.3] })
    addBox(mesh, wood, [0.09, 1.3, 0.09], { move: [x, 0.65, -0.3] })
  }
  addBox(mesh, wood, [0.74, 0.07, 0.74], { move: [0, 0.56, 0] })
  addBox(mesh, main, [0.66, 0.09, 0.66], { move: [0, 0.63, 0], narrow: [0.92, 0.92] })
  addBox(mesh, wood, [0.56, 0.14, 0.06], { move: [0, 1.2, -0.3] })
  addBox(mesh, wood, [0.56, 0.1, 0.06], { move: [0, 0.95, -0.3] })
}

/** A hat with brim and ribbon. */
export function hat(mesh: Mesh, { main, second }: Paint): void {
  const felt = { ...main, gloss: 0.05 }
  addLathe(
    mesh,
    felt,
    [
      [0.3, 0.03],
      [0.62, 0.0],
      [0.66, 0.03],
      [0.62, 0.05],
      [0.36, 0.06],
    ],
    { around: 30 },
  )
  addLathe(mesh, { ...second, gloss: 0.3 }, [
    [0.365, 0.05],
    [0.355, 0.2],
  ])
  addLathe(mesh, felt, [
    [0.35, 0.2],
    [0.32, 0.42],
    [0.26, 0.52],
    [0.12, 0.5],
    [0, 0.46],
  ])
}

/** A burning candle in a holder. */
export function candle(mesh: Mesh, { light, metal, dark, of }: Paint): void {
  addLathe(mesh, metal, [
    [0.4, 0.02],
    [0.46, 0.06],
    [0.44, 0.09],
    [0.2, 0.06],
    [0.2, 0.16],
  ])
  addTube(mesh, metal, arc([0.5, 0.14], [0.14, 0.12], -2.6, 2.6), 0.035)
  addLathe(mesh, { ...light, gloss: 0.5, glow: 0.06 }, [
    [0.17, 0.06],
    [0.17, 0.98],
    [0.13, 1.02],
    [0, 0.97],
  ])
  addTube(
    mesh,
    dark,
    [
      [0, 0.96, 0],
      [0.01, 1.1, 0],
    ],
    0.02,
  )
  addLathe(mesh, { ...of(0.9, 0.14, 75), glow: 1.1 }, [
    [0, 1.06],
    [0.07, 1.13],
    [0.085, 1.2],
    [0.05, 1.32],
    [0, 1.44],
  ])
  addLathe(mesh, { ...of(0.99, 0.05, 95), glow: 1.2 }, [
    [0, 1.07],
    [0.03, 1.12],
    [0, 1.22],
  ])
}

/** A pencil that lies on the table. */
export function pencil(mesh: Mesh, { main, of, metal }: Paint): void {
  const paint = {
    ...main,
    colour: typeof main.colour === 'function' ? main.colour(0, 0, 0) : main.colour,
    gloss: 0.7,
  }
  const line = (from: number, to: number): [number, number, number][] => [
    [from, 0.13, 0],
    [to, 0.13, 0],
  ]
  addTube(mesh, paint, line(-0.72, 0.5), 0.13, {}, 6)
  addTube(mesh, of(0.84, 0.06, 75), line(0.5, 0.82), [0.13, 0.045], {}, 8)
  addTube(mesh, of(0.25, 0.01, 0), line(0.81, 0.95), [0.045, 0.004], {}, 8)
  addTube(mesh, metal, line(-0.9, -0.7), 0.135, {}, 12)
  addTube(mesh, of(0.72, 0.12, 15, 0.1), line(-1.06, -0.9), 0.125, {}, 12)
  addBall(mesh, of(0.72, 0.12, 15, 0.1), [0.05, 0.125, 0.125], { move: [-1.06, 0.13, 0] })
}

/** A key that lies flat. */
export function key(mesh: Mesh, { metal }: Paint): void {
  const ring = Array.from({ length: 21 }, (_, i): [number, number, number] => {
    const angle = (i / 20) * Math.PI * 2
    return [-0.55 + Math.cos(angle) * 0.3, 0.09, Math.sin(angle) * 0.3]
  })
  addTube(mesh, metal, ring, 0.085, {}, 8)
  addTube(
    mesh,
    metal,
    [
      [-0.26, 0.09, 0],
      [0.95, 0.09, 0],
    ],
    0.08,
    {},
    8,
  )
  addTube(
    mesh,
    metal,
    [
      [-0.2, 0.09, 0],
      [-0.08, 0.09, 0],
    ],
    0.12,
    {},
    10,
  )
  const tooth = (x: number, long: number): void =>
    addBox(mesh, metal, [0.11, 0.13, long], { move: [x, 0.09, long / 2] })
  tooth(0.88, 0.36)
  tooth(0.7, 0.26)
  tooth(0.54, 0.36)
}

/** An alarm clock with two bells. */
export function clock(mesh: Mesh, { main, metal, dark, of }: Paint): void {
  const body = {
    ...main,
    colour: typeof main.colour === 'function' ? main.colour(0, 0, 0) : main.colour,
    gloss: 0.9,
  }
  const upright = { turn: [Math.PI / 2, 0, 0] as const, move: [0, 0.56, 0] as const }
  addLathe(
    mesh,
    body,
    [
      [0.3, -0.16],
      [0.44, -0.14],
      [0.46, 0],
      [0.45, 0.15],
      [0.38, 0.15],
    ],
    upright,
  )
  addLathe(
    mesh,
    of(0.98, 0.01, 90, 0.1),
    [
      [0.4, 0.13],
      [0, 0.13],
    ],
    upright,
  )
  for (let hour = 0; hour < 12; hour++) {
    const angle = (hour / 12) * Math.PI * 2
    addBox(mesh, dark, [hour % 3 === 0 ? 0.06 : 0.035, hour % 3 === 0 ? 0.09 : 0.05, 0.01], {
      turn: [0, 0, -angle],
      move: [Math.sin(angle) * 0.32, 0.56 + Math.cos(angle) * 0.32, 0.14],
    })
  }
  addBox(mesh, dark, [0.045, 0.24, 0.012], { turn: [0, 0, 1.05], move: [-0.1, 0.62, 0.15] })
  addBox(mesh, dark, [0.035, 0.3, 0.012], { turn: [0, 0, -1.05], move: [0.13, 0.63, 0.152] })
  for (const side of [-1, 1]) {
    addLathe(
      mesh,
      metal,
      [
        [0.19, 0],
        [0.17, 0.08],
        [0.09, 0.15],
        [0, 0.17],
      ],
      { turn: [0, 0, -0.55 * side], move: [0.26 * side, 0.98, 0], around: 16 },
    )
    addTube(
      mesh,
      metal,
      [
        [0.24 * side, 0.2, 0],
        [0.34 * side, 0, 0],
      ],
      [0.05, 0.06],
    )
  }
  addTube(
    mesh,
    metal,
    [
      [0, 1, 0],
      [0, 1.16, 0],
    ],
    0.03,
  )
  addBall(mesh, metal, [0.06, 0.05, 0.05], { move: [0, 1.18, 0] })
}

/** Spectacles with their bows. */
export function spectacles(mesh: Mesh, { dark, of }: Paint): void {
  const frame = { ...dark, gloss: 0.9 }
  for (const side of [-1, 1]) {
    addTube(mesh, frame, arc([0.36 * side, 0.27], [0.27, 0.24], 0, Math.PI * 2, 18), 0.045, {}, 8)
    addLathe(
      mesh,
      { ...of(0.75, 0.04, 230), gloss: 1 },
      [
        [0.25, 0],
        [0, 0.01],
      ],
      { turn: [Math.PI / 2, 0, 0], move: [0.36 * side, 0.27, 0] },
    )
    addTube(
      mesh,
      frame,
      [
        [0.62 * side, 0.34, 0],
        [0.64 * side, 0.34, -0.1],
        [0.6 * side, 0.3, -0.75],
        [0.58 * side, 0.05, -0.95],
      ],
      0.04,
      {},
      8,
    )
  }
  addTube(mesh, frame, arc([0, 0.28], [0.11, 0.08], 0, Math.PI, 6), 0.04, {}, 8)
}
