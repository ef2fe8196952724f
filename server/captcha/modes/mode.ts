import type { AnswerOf, ModeName, PuzzleOf } from '#protocol/captcha/modes.ts'

/** One kind of puzzle as the server knows it. */
export interface Mode<Name extends ModeName> {
  /** Draws a puzzle that was never drawn before. */
  make(): Promise<{ puzzle: PuzzleOf<Name>; answer: AnswerOf<Name> }>
  check(expected: AnswerOf<Name>, given: AnswerOf<Name>): boolean
  /** Nobody solves it faster, counted from the reply that carried it. */
  minimumMs: number
}
