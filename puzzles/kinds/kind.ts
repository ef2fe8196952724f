import { array, is, number, object, tuple, type Struct } from 'superstruct'
import type { Style } from '../style.ts'

/** Languages that puzzles have characters and names of things in. */
export const languages = ['zh', 'en', 'ja'] as const

/** A language that puzzles are drawn in. */
export type Language = (typeof languages)[number]

/** Difficulty: 0 is what everybody gets, 2 is for whoever keeps failing. */
export type Level = 0 | 1 | 2

/** What a kind draws for. */
export interface DrawRequest {
  language: Language
  level: Level
  style: Style
}

/** Marked places in units of the picture, in the order they were marked. */
export const pointsAnswer = object({ points: array(tuple([number(), number()])) })

/** One kind of puzzle. */
export interface PuzzleKind<Drawn> {
  /** Draws a puzzle that was never drawn before. */
  draw(request: DrawRequest): Promise<Drawn>
  /** Returns whether an answer is right; anything of another shape is wrong. */
  verify(solution: unknown, answer: unknown): boolean
  /** Nobody solves it faster, counted from the reply that carried it. */
  minimumMs: number
}

/** Returns a comparison that only sees what has the shapes of its kind. */
export function verifier<Solution, Answer>(
  solutionShape: Struct<Solution>,
  answerShape: Struct<Answer>,
  isRight: (solution: Solution, answer: Answer) => boolean,
): (solution: unknown, answer: unknown) => boolean {
  return (solution, answer) =>
    is(solution, solutionShape) && is(answer, answerShape) && isRight(solution, answer)
}
