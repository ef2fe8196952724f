import type { Level, PuzzleKind } from './kinds/kind.ts'
import { toLanguage } from './glyphs/language.ts'
import { slide } from './kinds/slide/slide.ts'
import { text } from './kinds/text/text.ts'
import { threeD } from './kinds/three-d/three-d.ts'
import { whirl } from './kinds/whirl/whirl.ts'
import { loadStyle, plainStyle, type StyleOptions } from './style.ts'

export type { Language } from './glyphs/language.ts'
export type { Level } from './kinds/kind.ts'
export type { StyleOptions } from './style.ts'

const all = { slide, text, '3d': threeD, whirl }

/** Name of a kind. */
export type Kind = keyof typeof all

type DrawnByKind = { [K in Kind]: Awaited<ReturnType<(typeof all)[K]['draw']>> }

/** A puzzle and its solution; `subtype` of the puzzle names its kind. */
export type Drawn<K extends Kind = Kind> = DrawnByKind[K]

// Typed by kind, so that `draw` returns the type of its kind.
const puzzleKinds: { [K in Kind]: PuzzleKind<DrawnByKind[K]> } = all

/** Every kind of puzzle. */
export const kinds = Object.keys(all) as Kind[]

/** Options of a puzzle. */
export interface DrawOptions {
  /** Language of the characters; English for one without characters of its own. */
  language: string
  level: Level
  /** Style of the installation; without it, all installations draw alike. */
  style?: StyleOptions
}

/** Draws a new puzzle. It takes tens of milliseconds of processor time, so call it in a worker. */
export async function draw<K extends Kind>(
  kind: K,
  { language, level, style }: DrawOptions,
): Promise<Drawn<K>> {
  const loaded = style ? await loadStyle(style) : plainStyle
  return await puzzleKinds[kind].draw({ language: toLanguage(language), level, style: loaded })
}

/** Returns whether an answer is right and not faster than a person; malformed answers are wrong. */
export function verify(kind: Kind, solution: unknown, answer: unknown, elapsedMs: number): boolean {
  const { minimumMs, verify: isRight } = puzzleKinds[kind]
  return elapsedMs >= minimumMs && isRight(solution, answer)
}
