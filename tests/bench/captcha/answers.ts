import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { glyphsOf } from '../../../server/captcha/glyphs/glyphs.ts'
import { decode } from './image.ts'
import { attackSlide } from './slide.ts'
import { attackText } from './text.ts'
import { attackThings } from './things.ts'
import { attackWhirl } from './whirl.ts'

/** A challenge with a picture. */
export type Puzzle = Exclude<Challenge, { subtype: 'pow' }>

/** What all attacks answer to one picture, and what it looks like. */
export interface Attacked {
  kind: ModeName
  /** By attack; several answers are tried alone. */
  answers: Record<string, object[]>
  look: Uint32Array
}

async function answersTo(puzzle: Puzzle): Promise<Record<string, object[]>> {
  switch (puzzle.subtype) {
    case 'slide':
      return await attackSlide(puzzle)
    case 'text':
      return await attackText(puzzle, await glyphsOf('en'))
    case '3d':
      return await attackThings(puzzle)
    case 'whirl':
      return await attackWhirl(puzzle)
  }
}

const LOOK_PX = 16
const WORD = 32
/** Of 240 comparisons so few differ only between a picture and its twin. */
export const ALIKE = 10

/** Whether each place is lighter than the one to its left: the same for a picture and its like. */
async function lookOf({ parts }: Puzzle): Promise<Uint32Array> {
  const { light } = await decode('bg' in parts ? parts.bg : parts.disc, LOOK_PX, LOOK_PX)
  const words = new Uint32Array((LOOK_PX * LOOK_PX) / WORD)
  for (let i = 1; i < light.length; i++) {
    if (i % LOOK_PX === 0 || (light[i] ?? 0) <= (light[i - 1] ?? 0)) continue
    const word = Math.floor(i / WORD)
    words[word] = (words[word] ?? 0) | (1 << (i % WORD))
  }
  return words
}

/** In how many comparisons two pictures differ. */
export function apart(a: Uint32Array, b: Uint32Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) {
    let bits = (a[i] ?? 0) ^ (b[i] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Looks at one picture; `isAttacked` is false where only its like is looked for. */
export async function attackPuzzle(puzzle: Puzzle, isAttacked: boolean): Promise<Attacked> {
  return {
    kind: puzzle.subtype,
    answers: isAttacked ? await answersTo(puzzle) : {},
    look: await lookOf(puzzle),
  }
}
