import { array, is, number, object, tuple, type Struct } from 'superstruct'
import type { Language } from '../glyphs/language.ts'
import type { Style } from '../style.ts'

/** Difficulty: 0 by default, up to 2 after repeated wrong answers. */
export type Level = 0 | 1 | 2

/** Request to a kind. */
export interface DrawRequest {
  language: Language
  level: Level
  style: Style
}

/** Marked points in units of the picture, in order. */
export const pointsAnswer = object({ points: array(tuple([number(), number()])) })

/** One kind of puzzle. */
export interface PuzzleKind<Drawn> {
  /** Draws a new random puzzle. */
  draw(request: DrawRequest): Promise<Drawn>
  /** Returns whether an answer is right; malformed answers are wrong. */
  verify(solution: unknown, answer: unknown): boolean
  /** Minimum time of a person, from the reply with the puzzle to the answer. */
  minimumMs: number
}

/** Returns a `verify` function that compares only well-formed solutions and answers. */
export function verifier<Solution, Answer>(
  solutionShape: Struct<Solution>,
  answerShape: Struct<Answer>,
  isRight: (solution: Solution, answer: Answer) => boolean,
): (solution: unknown, answer: unknown) => boolean {
  return (solution, answer) =>
    is(solution, solutionShape) && is(answer, answerShape) && isRight(solution, answer)
}
