import type { AnswerOf, ModeName, PuzzleOf } from '#protocol/captcha/modes.ts'
import type { Mode } from './mode.ts'
import { slide } from './slide.ts'

/** Every kind that is drawn. */
export const modes: { readonly [Name in ModeName]: Mode<Name> } = { slide }

/** A puzzle with its answer, ready to be sent out once. */
export type Drawn = {
  [Name in ModeName]: { name: Name; puzzle: PuzzleOf<Name>; answer: AnswerOf<Name> }
}[ModeName]

/** Draws a puzzle of a kind: tens of milliseconds of one core, so do it off the main thread. */
export async function drawPuzzle(name: ModeName): Promise<Drawn> {
  return { name, ...(await modes[name].make()) }
}
