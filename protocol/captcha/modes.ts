import { literal, nonempty, number, object, string, type Infer } from 'superstruct'

/** Kinds of puzzle as decisions name them. */
export type Subtype = 'text' | '3d' | 'whirl' | 'slide'

/** The code that stands for each kind in a decision. */
export const subtypeCodes: Readonly<Record<Subtype, string>> = {
  text: '3059',
  '3d': '3060',
  whirl: '99996',
  slide: '99999',
}

/** The kind behind a decision's code: whatever is not one of the other three is slide. */
export function subtypeOf(code: string | number): Subtype {
  switch (String(code)) {
    case subtypeCodes.text:
      return 'text'
    case subtypeCodes['3d']:
      return '3d'
    case subtypeCodes.whirl:
      return 'whirl'
    default:
      return 'slide'
  }
}

const slidePuzzle = object({
  subtype: literal('slide'),
  /** Size of the picture, of the square piece, and the row it slides along: pixels of the picture. */
  geom: object({ w: number(), h: number(), size: number(), y: number() }),
  /** WebP in base64. The picture holds opaque gaps; the piece has the outline of all of them. */
  parts: object({ bg: nonempty(string()), piece: nonempty(string()) }),
})

/** What a solved slide sends: the left edge of the piece in pixels of the picture. */
const slideAnswer = object({ x: number() })

/**
 * The kinds that are drawn, with what each sends and takes. What else a further kind takes is in
 * `docs/recipes/add-a-captcha-kind.md`.
 */
export const modes = {
  slide: { puzzle: slidePuzzle, answer: slideAnswer },
} as const

/** A kind that is drawn. */
export type ModeName = keyof typeof modes

/** What a puzzle of a kind sends. */
export type PuzzleOf<Name extends ModeName> = Infer<(typeof modes)[Name]['puzzle']>

/** What answers a puzzle of a kind. */
export type AnswerOf<Name extends ModeName> = Infer<(typeof modes)[Name]['answer']>
