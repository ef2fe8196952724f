import { glyphsOf } from '../../puzzles/glyphs/glyphs.ts'
import type { Drawn } from '../../puzzles/index.ts'
import { decode } from './image.ts'
import { attackSlide } from './slide.ts'
import { attackText } from './text.ts'
import { attackThreeD } from './three-d.ts'
import { attackWhirl } from './whirl.ts'

/** Puzzle of any kind. */
export type Puzzle = Drawn['puzzle']

/** Answers of all attacks on one picture, and its fingerprint. */
export interface Attacked {
  /** Answers by attack; several answers are tried separately. */
  answers: Record<string, object[]>
  fingerprint: Uint32Array
}

async function answersTo(puzzle: Puzzle): Promise<Record<string, object[]>> {
  switch (puzzle.subtype) {
    case 'slide':
      return await attackSlide(puzzle)
    case 'text':
      return await attackText(puzzle, await glyphsOf('en'))
    case '3d':
      return await attackThreeD(puzzle)
    case 'whirl':
      return await attackWhirl(puzzle)
  }
}

const FINGERPRINT_PX = 16
const WORD = 32
/** Maximum fingerprint distance, of 240, between a picture and its copy. */
export const MAX_COPY_DISTANCE = 10

/** Returns one bit per point: whether it is lighter than its left neighbour. */
async function fingerprintOf({ parts }: Puzzle): Promise<Uint32Array> {
  const { light } = await decode(
    'bg' in parts ? parts.bg : parts.disc,
    FINGERPRINT_PX,
    FINGERPRINT_PX,
  )
  const words = new Uint32Array((FINGERPRINT_PX * FINGERPRINT_PX) / WORD)
  for (let i = 1; i < light.length; i++) {
    if (i % FINGERPRINT_PX === 0 || (light[i] ?? 0) <= (light[i - 1] ?? 0)) continue
    const word = Math.floor(i / WORD)
    words[word] = (words[word] ?? 0) | (1 << (i % WORD))
  }
  return words
}

/** Returns the number of different bits of two fingerprints. */
export function fingerprintDistance(a: Uint32Array, b: Uint32Array): number {
  let count = 0
  for (let i = 0; i < a.length; i++) {
    let bits = (a[i] ?? 0) ^ (b[i] ?? 0)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Attacks one picture, or returns only its fingerprint if `isAttacked` is false. */
export async function attackPuzzle(puzzle: Puzzle, isAttacked: boolean): Promise<Attacked> {
  return {
    answers: isAttacked ? await answersTo(puzzle) : {},
    fingerprint: await fingerprintOf(puzzle),
  }
}
