import type { Plan } from '../../render/body.ts'
import { cactus, mushroom } from './models/garden.ts'
import { book, candle, chair, clock, hat, key, lamp, pencil, spectacles } from './models/home.ts'
import { apple, banana, bottle, doughnut, mug, pumpkin, teapot } from './models/kitchen.ts'
import { ball, boat, car, crown, die, duck, house, present, snowman, tree } from './models/toys.ts'
import type { Thing } from './names.ts'
import type { Paint } from './paint.ts'

/** Model of an object. */
export interface Model extends Plan<Paint> {
  /** Scale relative to the others. */
  size: number
  /** Rotation of the front, and maximum deviation to either side. */
  front: number
  sway: number
  /** Objects with the same value look alike and never appear together. */
  look: string
}

const anyRotation = { front: 0, sway: Math.PI }

/** Closed models have no opening; a test checks that the table does not show through. */
const closed = { isClosed: true }
const open = { isClosed: false }

/** Models of all objects. */
export const models: Readonly<Record<Thing, Model>> = {
  mug: { make: mug, size: 1.1, front: -0.3, sway: 0.8, look: 'pot', ...closed },
  teapot: { make: teapot, size: 0.95, front: 0, sway: 0.6, look: 'pot', ...open },
  bottle: { make: bottle, size: 0.85, ...anyRotation, look: 'tall', ...open },
  apple: { make: apple, size: 0.9, front: 0, sway: 0.9, look: 'round', ...open },
  banana: { make: banana, size: 1, front: 0.2, sway: 0.5, look: 'banana', ...open },
  doughnut: { make: doughnut, size: 1.1, ...anyRotation, look: 'doughnut', ...closed },
  pumpkin: { make: pumpkin, size: 0.95, ...anyRotation, look: 'round', ...open },
  book: { make: book, size: 0.82, front: 0.5, sway: 0.5, look: 'box', ...closed },
  lamp: { make: lamp, size: 0.95, ...anyRotation, look: 'tall', ...open },
  chair: { make: chair, size: 0.95, front: 0, sway: 0.75, look: 'chair', ...closed },
  hat: { make: hat, size: 1, ...anyRotation, look: 'hat', ...open },
  candle: { make: candle, size: 0.92, front: -0.3, sway: 0.7, look: 'tall', ...open },
  mushroom: { make: mushroom, size: 1.05, ...anyRotation, look: 'mushroom', ...closed },
  pencil: { make: pencil, size: 0.85, front: 0.25, sway: 0.35, look: 'long', ...open },
  key: { make: key, size: 0.9, front: 0.15, sway: 0.4, look: 'long', ...open },
  cactus: { make: cactus, size: 0.95, front: 0, sway: 0.5, look: 'plant', ...open },
  clock: { make: clock, size: 0.95, front: 0, sway: 0.5, look: 'clock', ...closed },
  spectacles: { make: spectacles, size: 1, front: 0, sway: 0.5, look: 'spectacles', ...closed },
  car: { make: car, size: 0.85, front: 0.5, sway: 0.5, look: 'car', ...open },
  house: { make: house, size: 1, front: 0.4, sway: 0.4, look: 'box', ...open },
  die: { make: die, size: 1, front: 0.5, sway: 0.5, look: 'box', ...closed },
  ball: { make: ball, size: 0.95, ...anyRotation, look: 'round', ...closed },
  snowman: { make: snowman, size: 0.85, front: 0, sway: 0.6, look: 'snowman', ...closed },
  duck: { make: duck, size: 0.95, front: -0.2, sway: 0.7, look: 'duck', ...closed },
  boat: { make: boat, size: 0.9, front: -0.2, sway: 0.5, look: 'boat', ...open },
  tree: { make: tree, size: 0.95, ...anyRotation, look: 'plant', ...closed },
  crown: { make: crown, size: 0.95, ...anyRotation, look: 'crown', ...open },
  present: { make: present, size: 0.9, front: 0.4, sway: 0.6, look: 'box', ...closed },
}
