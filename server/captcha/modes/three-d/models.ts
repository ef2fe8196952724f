import type { Mesh } from '../../solid/mesh.ts'
import { cactus, mushroom } from './models/garden.ts'
import { book, candle, chair, clock, hat, key, lamp, pencil, spectacles } from './models/home.ts'
import { apple, banana, bottle, doughnut, mug, pumpkin, teapot } from './models/kitchen.ts'
import { ball, boat, car, crown, die, duck, house, present, snowman, tree } from './models/toys.ts'
import type { Paint } from './paint.ts'
import type { Thing } from './names.ts'

/** How a thing is made and set on the table. */
export interface Model {
  make(paint: Paint): Mesh
  /** How large it is drawn, beside the others. */
  size: number
  /** Front of the thing, and how far it may be turned away from the viewer to either side. */
  front: number
  sway: number
  /** Things of one look that could be taken for each other never stand together. */
  look: string
}

const anyWay = { front: 0, sway: Math.PI }

/** Every thing that can be asked for. */
export const models: Readonly<Record<Thing, Model>> = {
  mug: { make: mug, size: 1.1, front: -0.3, sway: 0.8, look: 'pot' },
  teapot: { make: teapot, size: 0.95, front: 0, sway: 0.6, look: 'pot' },
  bottle: { make: bottle, size: 0.85, ...anyWay, look: 'tall' },
  apple: { make: apple, size: 0.9, front: 0, sway: 0.9, look: 'round' },
  banana: { make: banana, size: 1, front: 0.2, sway: 0.5, look: 'banana' },
  doughnut: { make: doughnut, size: 1.1, ...anyWay, look: 'doughnut' },
  pumpkin: { make: pumpkin, size: 0.95, ...anyWay, look: 'round' },
  book: { make: book, size: 0.82, front: 0.5, sway: 0.5, look: 'box' },
  lamp: { make: lamp, size: 0.95, ...anyWay, look: 'tall' },
  chair: { make: chair, size: 0.95, front: 0, sway: 0.75, look: 'chair' },
  hat: { make: hat, size: 1, ...anyWay, look: 'hat' },
  candle: { make: candle, size: 0.92, front: -0.3, sway: 0.7, look: 'tall' },
  mushroom: { make: mushroom, size: 1.05, ...anyWay, look: 'mushroom' },
  pencil: { make: pencil, size: 0.85, front: 0.25, sway: 0.35, look: 'long' },
  key: { make: key, size: 0.9, front: 0.15, sway: 0.4, look: 'long' },
  cactus: { make: cactus, size: 0.95, front: 0, sway: 0.5, look: 'plant' },
  clock: { make: clock, size: 0.95, front: 0, sway: 0.5, look: 'clock' },
  spectacles: { make: spectacles, size: 1, front: 0, sway: 0.5, look: 'spectacles' },
  car: { make: car, size: 0.85, front: 0.5, sway: 0.5, look: 'car' },
  house: { make: house, size: 1, front: 0.4, sway: 0.4, look: 'box' },
  die: { make: die, size: 1, front: 0.5, sway: 0.5, look: 'box' },
  ball: { make: ball, size: 0.95, ...anyWay, look: 'round' },
  snowman: { make: snowman, size: 0.85, front: 0, sway: 0.6, look: 'snowman' },
  duck: { make: duck, size: 0.95, front: -0.2, sway: 0.7, look: 'duck' },
  boat: { make: boat, size: 0.9, front: -0.2, sway: 0.5, look: 'boat' },
  tree: { make: tree, size: 0.95, ...anyWay, look: 'plant' },
  crown: { make: crown, size: 0.95, ...anyWay, look: 'crown' },
  present: { make: present, size: 0.9, front: 0.4, sway: 0.6, look: 'box' },
}
