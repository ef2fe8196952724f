import {
  array,
  enums,
  literal,
  nonempty,
  number,
  object,
  size,
  string,
  tuple,
  type Infer,
} from 'superstruct'
import type { KindName } from './kind-codes.ts'

/** Maximum number of points in an answer. */
export const MOST_POINTS = 8

/** WebP in base64; on dense screens it has more pixels than `geom` has units. */
const webp = nonempty(string())

const slidePuzzle = object({
  subtype: literal('slide'),
  /** Size of the picture and of the square piece, and vertical position of the piece, in units. */
  geom: object({ w: number(), h: number(), size: number(), y: number() }),
  /** The picture has several gaps with the outline of the piece. */
  parts: object({ bg: webp, piece: webp }),
})

/** Left edge of the piece in units of the picture. */
const slideAnswer = object({ x: number() })

const textPuzzle = object({
  subtype: literal('text'),
  /** Size of the picture, number of characters to mark, and size of the prompt. */
  geom: object({
    w: number(),
    h: number(),
    count: number(),
    prompt: object({ w: number(), h: number() }),
  }),
  /** The prompt shows the characters to mark in order, from left to right. */
  parts: object({ bg: webp, prompt: webp }),
})

const threeDPuzzle = object({
  subtype: literal('3d'),
  /** `named` asks for the object in `ask`, `pair` for two equal objects. */
  variant: enums(['named', 'pair']),
  /** Name of the object in the caller's language; empty for a pair. */
  ask: string(),
  /** Size of the picture and number of objects to mark. */
  geom: object({ w: number(), h: number(), count: number() }),
  parts: object({ bg: webp }),
})

/** Marked points in units of the picture, in order. */
const points = object({ points: size(array(tuple([number(), number()])), 1, MOST_POINTS) })

const whirlPuzzle = object({
  subtype: literal('whirl'),
  /** Diameter of the disc in units; rotating by `step` degrees is precise enough. */
  geom: object({ size: number(), step: number() }),
  parts: object({ disc: webp }),
})

/** Clockwise rotation in degrees of any range. */
const whirlAnswer = object({ deg: number() })

/** Puzzle and answer of each kind; see `docs/recipes/add-a-captcha-kind.md` for a new one. */
export const kinds = {
  slide: { puzzle: slidePuzzle, answer: slideAnswer },
  text: { puzzle: textPuzzle, answer: points },
  '3d': { puzzle: threeDPuzzle, answer: points },
  whirl: { puzzle: whirlPuzzle, answer: whirlAnswer },
} as const satisfies Record<KindName, object>

/** Puzzle of a kind on the wire. */
export type PuzzleOf<Name extends KindName> = Infer<(typeof kinds)[Name]['puzzle']>

/** Answer to a puzzle of a kind. */
export type AnswerOf<Name extends KindName> = Infer<(typeof kinds)[Name]['answer']>
