import type { ModeName, PuzzleOf } from '#protocol/captcha/modes.ts'
import type { Mode, Wish } from './mode.ts'
import { slide } from './slide/slide.ts'
import { text } from './text/text.ts'
import { things } from './three-d/things.ts'
import { whirl } from './whirl/whirl.ts'

/** Every kind that is drawn. */
export const modes = { slide, text, '3d': things, whirl } as const

type KeyOf<Name extends ModeName> = (typeof modes)[Name] extends Mode<Name, infer Key> ? Key : never

/** A puzzle with its answer, ready to be sent out once. */
export type Drawn = {
  [Name in ModeName]: { name: Name; puzzle: PuzzleOf<Name>; answer: KeyOf<Name> }
}[ModeName]

/** Draws a puzzle of a kind: tens of milliseconds of one core, so do it off the main thread. */
export async function drawPuzzle(name: ModeName, wish: Wish): Promise<Drawn> {
  switch (name) {
    case 'slide':
      return { name, ...(await slide.make(wish)) }
    case 'text':
      return { name, ...(await text.make(wish)) }
    case '3d':
      return { name, ...(await things.make(wish)) }
    case 'whirl':
      return { name, ...(await whirl.make(wish)) }
  }
}
