import type { Struct } from 'superstruct'
import type { AnswerOf, ModeName, PuzzleOf } from '#protocol/captcha/modes.ts'
import type { Language } from '#protocol/common-params.ts'

/** How much a puzzle asks for: 0 is what everybody gets, 2 is for whoever keeps failing. */
export type Level = 0 | 1 | 2

/** What a puzzle is drawn for. */
export interface Wish {
  /** Decides which characters a text puzzle shows. */
  language: Language
  level: Level
}

/** One kind of puzzle as the server knows it; `Key` is what it keeps to judge answers by. */
export interface Mode<Name extends ModeName, Key> {
  key: Struct<Key>
  /** Draws a puzzle that was never drawn before. */
  make(wish: Wish): Promise<{ puzzle: PuzzleOf<Name>; answer: Key }>
  check(expected: Key, given: AnswerOf<Name>): boolean
  /** Nobody solves it faster, counted from the reply that carried it. */
  minimumMs: number
}
