import type { ModeName, PuzzleOf } from '#protocol/captcha/modes.ts'
import { drawPuzzle } from '../../../../server/captcha/modes/modes.ts'

/** A program that has learnt to solve one kind. */
export interface Solver {
  name: ModeName
  /** Draws a picture that it has never seen, and solves it without the answer. */
  attempt(): Promise<{ answer: object; given: object }>
}

/** A puzzle of a kind, as everybody gets it. */
export async function drawFor<Name extends ModeName>(
  name: Name,
): Promise<{ puzzle: PuzzleOf<Name>; answer: object }> {
  const { puzzle, answer } = await drawPuzzle(name, { language: 'en', level: 0 })
  // The name decides the kind, which the compiler cannot follow through a union.
  return { puzzle: puzzle as PuzzleOf<Name>, answer }
}
