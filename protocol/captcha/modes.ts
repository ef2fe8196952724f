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

/** Most places that one answer may name. */
export const MOST_POINTS = 8

/** WebP in base64. A picture may have more pixels than `geom` has units, for dense screens. */
const webp = nonempty(string())

const slidePuzzle = object({
  subtype: literal('slide'),
  /** Size of the picture, of the square piece, and the row it slides along, in units. */
  geom: object({ w: number(), h: number(), size: number(), y: number() }),
  /** The picture holds opaque gaps; the piece has the outline of all of them. */
  parts: object({ bg: webp, piece: webp }),
})

/** What a solved slide sends: the left edge of the piece in units of the picture. */
const slideAnswer = object({ x: number() })

const textPuzzle = object({
  subtype: literal('text'),
  /** Size of the picture, how many characters to mark, and the size of the strip that shows them. */
  geom: object({
    w: number(),
    h: number(),
    count: number(),
    prompt: object({ w: number(), h: number() }),
  }),
  /** The strip shows the wanted characters from left to right, in the order to mark them. */
  parts: object({ bg: webp, prompt: webp }),
})

const objectPuzzle = object({
  subtype: literal('3d'),
  /** `named` asks for the one thing that `ask` names, `pair` for two things that are alike. */
  variant: enums(['named', 'pair']),
  /** The thing in the caller's language; empty for a pair. */
  ask: string(),
  /** Size of the picture and how many things to mark. */
  geom: object({ w: number(), h: number(), count: number() }),
  parts: object({ bg: webp }),
})

/** Marked places in units of the picture, in the order they were marked. */
const points = object({ points: size(array(tuple([number(), number()])), 1, MOST_POINTS) })

const whirlPuzzle = object({
  subtype: literal('whirl'),
  /** Diameter of the disc in units; a step of `step` degrees is fine enough for any answer. */
  geom: object({ size: number(), step: number() }),
  parts: object({ disc: webp }),
})

/** What an upright whirl sends: how far it was turned clockwise, in degrees of any range. */
const whirlAnswer = object({ deg: number() })

/**
 * The kinds that are drawn, with what each sends and takes. What else a further kind takes is in
 * `docs/recipes/add-a-captcha-kind.md`.
 */
export const modes = {
  slide: { puzzle: slidePuzzle, answer: slideAnswer },
  text: { puzzle: textPuzzle, answer: points },
  '3d': { puzzle: objectPuzzle, answer: points },
  whirl: { puzzle: whirlPuzzle, answer: whirlAnswer },
} as const

/** A kind that is drawn. */
export type ModeName = keyof typeof modes

/** Whether a name is that of a kind we draw. */
export function isModeName(name: string): name is ModeName {
  return Object.hasOwn(modes, name)
}

/** What a puzzle of a kind sends. */
export type PuzzleOf<Name extends ModeName> = Infer<(typeof modes)[Name]['puzzle']>

/** What answers a puzzle of a kind. */
export type AnswerOf<Name extends ModeName> = Infer<(typeof modes)[Name]['answer']>
