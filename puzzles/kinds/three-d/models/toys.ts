import {
  addBall,
  addBox,
  addFlat,
  addLathe,
  addSlab,
  addTube,
  arc,
  type Mesh,
} from '../../../render/mesh.ts'
import type { Paint } from '../paint.ts'

/** A small car. */
export function car(mesh: Mesh, { main, second, light, dark, of }: Paint): void {
  const body = {
    ...main,
    colour: typeof main.colour === 'function' ? main.colour(0, 0, 0) : main.colour,
    gloss: 1,
  }
  addBox(mesh, body, [1.5, 0.3, 0.68], { move: [0, 0.32, 0], narrow: [0.96, 0.92] })
  addBox(mesh, { ...of(0.3, 0.03, 240), gloss: 1 }, [0.86, 0.28, 0.62], {
    move: [-0.08, 0.6, 0],
    narrow: [0.68, 0.84],
  })
  addBox(mesh, body, [0.6, 0.05, 0.53], { move: [-0.08, 0.76, 0], narrow: [0.92, 0.92] })
  for (const x of [-0.46, 0.46]) {
    for (const z of [-0.33, 0.33]) {
      const side = Math.sign(z)
      addLathe(
        mesh,
        dark,
        [
          [0, -0.08],
          [0.15, -0.08],
          [0.19, -0.05],
          [0.19, 0.05],
          [0.15, 0.08],
          [0.11, 0.085],
        ],
        { turn: [(Math.PI / 2) * side, 0, 0], move: [x, 0.19, z], around: 16 },
      )
      addLathe(
        mesh,
        light,
        [
          [0.11, 0.08],
          [0, 0.1],
        ],
        { turn: [(Math.PI / 2) * side, 0, 0], move: [x, 0.19, z], around: 12 },
      )
    }
  }
  for (const z of [-0.22, 0.22])
    addBall(mesh, { ...of(0.96, 0.06, 100), glow: 0.4 }, [0.04, 0.07, 0.08], {
      move: [0.74, 0.36, z],
    })
  addBox(mesh, second, [0.06, 0.08, 0.66], { move: [0.76, 0.22, 0] })
}

/** A house with a roof, a door and windows. */
export function house(mesh: Mesh, { light, second, dark, of }: Paint): void {
  addBox(mesh, light, [0.9, 0.62, 0.72], { move: [0, 0.31, 0] })
  const roof = { ...second, gloss: 0.2 }
  addFlat(mesh, roof, [
    [-0.54, 0.56, 0.46],
    [0.54, 0.56, 0.46],
    [0.54, 1.05, 0],
    [-0.54, 1.05, 0],
  ])
  addFlat(mesh, roof, [
    [0.54, 0.56, -0.46],
    [-0.54, 0.56, -0.46],
    [-0.54, 1.05, 0],
    [0.54, 1.05, 0],
  ])
  for (const x of [-0.45, 0.45])
    addFlat(mesh, light, [
      [x, 0.6, 0.36],
      [x, 0.6, -0.36],
      [x, 1, 0],
    ])
  addBox(mesh, of(0.45, 0.1, 30), [0.13, 0.34, 0.13], { move: [0.26, 1, -0.16] })
  addBox(mesh, dark, [0.2, 0.36, 0.03], { move: [0, 0.18, 0.36] })
  for (const x of [-0.29, 0.29])
    addBox(mesh, { ...of(0.85, 0.1, 95), glow: 0.25 }, [0.18, 0.18, 0.03], {
      move: [x, 0.36, 0.36],
    })
  for (const x of [-0.46, 0.46])
    addBox(mesh, { ...of(0.85, 0.1, 95), glow: 0.25 }, [0.03, 0.18, 0.2], {
      move: [x * 0.98, 0.36, 0],
    })
}

/** A die with its pips. */
export function die(mesh: Mesh, { light, dark }: Paint): void {
  const half = 0.38
  addBox(mesh, { ...light, gloss: 0.7 }, [half * 2, half * 2, half * 2], { move: [0, half, 0] })
  const pip = (x: number, y: number, z: number): void => {
    const away = (value: number): number =>
      Math.abs(value) > 0.9 ? half * Math.sign(value) : value * half
    const radii = [x, y, z].map((value) => (Math.abs(value) > 0.9 ? 0.012 : 0.078))
    addBall(mesh, dark, [radii[0] ?? 0, radii[1] ?? 0, radii[2] ?? 0], {
      move: [away(x), half + away(y), away(z)],
    })
  }
  const q = 0.52
  for (const [x, z] of [
    [-q, -q],
    [q, q],
    [-q, q],
    [q, -q],
    [0, 0],
  ] as const)
    pip(x, 1, z)
  for (const [x, y] of [
    [-q, -q],
    [0, 0],
    [q, q],
  ] as const)
    pip(x, y, 1)
  for (const [y, z] of [
    [-q, q],
    [q, -q],
  ] as const)
    pip(1, y, z)
  for (const [y, z] of [
    [-q, -q],
    [q, q],
    [-q, q],
    [q, -q],
  ] as const)
    pip(-1, y, z)
  for (const y of [-q, 0, q]) for (const x of [-q, q]) pip(x, y, -1)
}

/** A beach ball. */
export function ball(mesh: Mesh, { main, second, light }: Paint): void {
  const [a, b, c] = [main, second, light].map(({ colour }) =>
    typeof colour === 'function' ? colour(0, 0, 0) : colour,
  )
  const colour = (x: number, y: number, z: number): readonly [number, number, number] => {
    if (Math.abs(y) > 0.47) return c ?? [1, 1, 1]
    const slice = Math.floor(((Math.atan2(z, x) / Math.PI + 1) / 2) * 6) % 3
    return (slice === 0 ? a : slice === 1 ? c : b) ?? [1, 1, 1]
  }
  addBall(mesh, { colour, gloss: 0.8 }, [0.5, 0.5, 0.5], { turn: [0.5, 0, 0.4], move: [0, 0.5, 0] })
}

/** A snowman with hat, scarf and nose. */
export function snowman(mesh: Mesh, { main, dark, of }: Paint): void {
  const snow = of(0.96, 0.01, 240, 0.1)
  addBall(mesh, snow, [0.4, 0.36, 0.4], { move: [0, 0.34, 0] })
  addBall(mesh, snow, [0.3, 0.28, 0.3], { move: [0, 0.82, 0] })
  addBall(mesh, snow, [0.22, 0.21, 0.22], { move: [0, 1.2, 0] })
  addLathe(mesh, main, [
    [0.2, 1.0],
    [0.27, 1.02],
    [0.27, 1.08],
    [0.2, 1.1],
  ])
  addLathe(mesh, dark, [
    [0.3, 1.37],
    [0.3, 1.4],
    [0.18, 1.41],
    [0.18, 1.66],
    [0, 1.67],
  ])
  addTube(
    mesh,
    of(0.72, 0.18, 55),
    [
      [0, 1.18, 0.2],
      [0, 1.16, 0.46],
    ],
    [0.06, 0.005],
  )
  for (const x of [-0.08, 0.08]) addBall(mesh, dark, [0.03, 0.03, 0.02], { move: [x, 1.25, 0.2] })
  for (const y of [0.74, 0.9]) addBall(mesh, dark, [0.03, 0.03, 0.02], { move: [0, y, 0.3] })
  for (const side of [-1, 1])
    addTube(
      mesh,
      of(0.35, 0.05, 60),
      [
        [0.24 * side, 0.86, 0],
        [0.46 * side, 1, 0.05],
        [0.6 * side, 1.06, 0],
      ],
      0.025,
    )
}

/** A rubber duck. */
export function duck(mesh: Mesh, { of, dark }: Paint): void {
  const yellow = of(0.88, 0.17, 96, 0.9)
  addBall(mesh, yellow, [0.52, 0.34, 0.4], { move: [0, 0.32, 0] })
  addTube(
    mesh,
    yellow,
    [
      [-0.34, 0.4, 0],
      [-0.56, 0.56, 0],
      [-0.66, 0.72, 0],
    ],
    [0.24, 0.14, 0.02],
  )
  addBall(mesh, yellow, [0.28, 0.28, 0.27], { move: [0.28, 0.82, 0] })
  addBall(mesh, of(0.7, 0.19, 50, 0.8), [0.18, 0.05, 0.13], { move: [0.58, 0.78, 0] })
  addBall(mesh, of(0.7, 0.19, 50, 0.8), [0.13, 0.04, 0.1], { move: [0.55, 0.72, 0] })
  for (const side of [-1, 1]) {
    addBall(mesh, dark, [0.045, 0.055, 0.03], { move: [0.44, 0.9, 0.19 * side] })
    addBall(mesh, yellow, [0.28, 0.16, 0.07], {
      turn: [0, 0, 0.35],
      move: [-0.08, 0.42, 0.37 * side],
    })
  }
}

/** A sailing boat. */
export function boat(mesh: Mesh, { main, second, light, wood }: Paint): void {
  const hull: [number, number][] = [
    [0.72, 0],
    [0.4, 0.24],
    [-0.5, 0.26],
    [-0.62, 0.16],
    [-0.62, -0.16],
    [-0.5, -0.26],
    [0.4, -0.24],
  ]
  const upper = hull.map(([x, z]) => [x, 0.34, z] as const)
  const lower = hull.map(([x, z]) => [x * 0.72, 0, z * 0.5] as const)
  hull.forEach((_, i) => {
    const j = (i + 1) % hull.length
    const [a, b, c, d] = [lower[j], lower[i], upper[i], upper[j]]
    if (a && b && c && d) addFlat(mesh, second, [a, b, c, d])
  })
  addSlab(
    mesh,
    wood,
    hull.map(([x, z]): [number, number] => [x * 0.97, z * 0.97]),
    0.02,
    { move: [0, 0.31, 0] },
  )
  addTube(
    mesh,
    wood,
    [
      [0.06, 0.3, 0],
      [0.06, 1.5, 0],
    ],
    0.035,
  )
  const sail = { ...light, gloss: 0 }
  addFlat(mesh, sail, [
    [0.0, 1.46, 0.02],
    [-0.58, 0.46, 0.1],
    [0.0, 0.42, 0.02],
  ])
  addFlat(mesh, { ...main, gloss: 0 }, [
    [0.12, 1.36, 0.02],
    [0.12, 0.42, 0.02],
    [0.62, 0.44, 0.08],
  ])
}

/** A fir tree. */
export function tree(mesh: Mesh, { of, wood }: Paint): void {
  addLathe(
    mesh,
    wood,
    [
      [0.13, 0],
      [0.1, 0.3],
    ],
    { around: 10 },
  )
  const green = of(0.5, 0.12, 148, 0.1)
  for (const [y, radius, height] of [
    [0.24, 0.52, 0.5],
    [0.56, 0.42, 0.46],
    [0.86, 0.31, 0.5],
  ] as const) {
    addLathe(
      mesh,
      green,
      [
        [radius * 0.6, y + 0.06],
        [radius, y],
        [radius * 0.5, y + height * 0.5],
        [0, y + height],
      ],
      { ribs: 8, swing: 0.07, around: 40 },
    )
  }
}

/** A crown with its points. */
export function crown(mesh: Mesh, { of }: Paint): void {
  const gold = { colour: of(0.84, 0.14, 88).colour, gloss: 0.9, isMetal: true }
  addLathe(
    mesh,
    gold,
    [
      [0.46, 0],
      [0.48, 0.04],
      [0.46, 0.08],
      [0.47, 0.3],
    ],
    { around: 32 },
  )
  addLathe(
    mesh,
    gold,
    [
      [0.45, 0.3],
      [0.44, 0.08],
    ],
    { around: 32 },
  )
  const count = 7
  for (let i = 0; i < count; i++) {
    const [a, m, b] = [i, i + 0.5, i + 1].map((n) => (n / count) * Math.PI * 2)
    const at = (angle = 0, r: number, y: number): readonly [number, number, number] => [
      Math.cos(angle) * r,
      y,
      Math.sin(angle) * r,
    ]
    addFlat(mesh, gold, [at(a, 0.465, 0.29), at(b, 0.465, 0.29), at(m, 0.53, 0.74)])
    addBall(mesh, of(0.9, 0.1, 88, 1), [0.055, 0.055, 0.055], { move: at(m, 0.53, 0.76) })
    addBall(mesh, of(0.5, 0.2, i * 130, 1), [0.05, 0.06, 0.05], { move: at(m, 0.47, 0.17) })
  }
  addBall(mesh, of(0.42, 0.16, 20, 0.1), [0.42, 0.3, 0.42], { move: [0, 0.16, 0] })
}

/** A wrapped present with a bow. */
export function present(mesh: Mesh, { main, second }: Paint): void {
  const ribbon = { ...second, gloss: 0.9 }
  addBox(mesh, main, [0.84, 0.62, 0.84], { move: [0, 0.31, 0] })
  addBox(mesh, main, [0.92, 0.16, 0.92], { move: [0, 0.66, 0] })
  for (const turn of [0, Math.PI / 2]) {
    addBox(mesh, ribbon, [0.17, 0.63, 0.87], { turn: [0, turn, 0], move: [0, 0.315, 0] })
    addBox(mesh, ribbon, [0.17, 0.17, 0.95], { turn: [0, turn, 0], move: [0, 0.665, 0] })
  }
  for (const side of [0, Math.PI]) {
    addTube(
      mesh,
      ribbon,
      arc([0.2, 0.1], [0.2, 0.13], Math.PI, Math.PI * 3),
      0.05,
      { turn: [0, side + 0.5, 0], move: [0, 0.78, 0] },
      7,
    )
  }
  addBall(mesh, ribbon, [0.09, 0.08, 0.09], { move: [0, 0.82, 0] })
}
