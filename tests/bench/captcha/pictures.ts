import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { checkAnswer } from '../../../server/captcha/check.ts'
import { glyphsOf } from '../../../server/captcha/glyphs/glyphs.ts'
import { decode, interval, light } from './image.ts'
import { attackSlide } from './slide.ts'
import type { Target } from './target.ts'
import { attackText } from './text.ts'
import { attackThings } from './things.ts'
import { attackWhirl } from './whirl.ts'

/** How often one attack got through. */
export interface Score {
  kind: string
  attack: string
  count: number
  hits: number
  low: number
  high: number
}

/** Drawn pictures are remembered by what they look like, to find out whether one comes twice. */
export interface Looks {
  seen: Uint8Array[]
  /** Pictures that look like an earlier one. */
  again: number
  bytes: number[]
}

type Puzzle = Exclude<Challenge, { subtype: 'pow' }>

async function answersTo(puzzle: Puzzle): Promise<Record<string, object>> {
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

const BUSY_MS = 250

/** Fetches a picture of a kind over HTTP; a drained pool answers work, then it is asked again. */
async function fetchPuzzle(target: Target, kind: ModeName, about?: string): Promise<Puzzle> {
  for (;;) {
    const call = about === undefined ? {} : { target: about }
    const { data } = await target.get(await target.decide(kind, call))
    if ('subtype' in data && data.subtype !== 'pow') return data
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
  }
}

const LOOK_PX = 16
/** Of 240 comparisons so few differ only between a picture and its twin. */
const ALIKE = 10

/** Whether each place is lighter than the one to its left: the same for a picture and its like. */
async function lookOf({ parts }: Puzzle): Promise<Uint8Array> {
  const image = await decode('bg' in parts ? parts.bg : parts.disc, LOOK_PX, LOOK_PX)
  return Uint8Array.from({ length: LOOK_PX * (LOOK_PX - 1) }, (_, i) => {
    const [x, y] = [i % (LOOK_PX - 1), Math.floor(i / (LOOK_PX - 1))]
    return light(image, x + 1, y) > light(image, x, y) ? 1 : 0
  })
}

function apart(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, bit, i) => sum + (bit === b[i] ? 0 : 1), 0)
}

const WRONG_ANSWERS = 9

/** Answers wrongly about one address until puzzles about it are of the hardest level. */
export async function provoke(target: Target, about: string): Promise<void> {
  for (let i = 0; i < WRONG_ANSWERS; i++) {
    const decision = await target.decide('slide', { target: about })
    const { data } = await target.get(decision, 'pow')
    await target.verify(data.id, decision.fp, { counter: 0, sig: '' })
  }
}

/** Attacks so many pictures of one kind. */
export async function attackKind(
  target: Target,
  kind: ModeName,
  count: number,
  looks: Looks,
  about?: string,
): Promise<Score[]> {
  const hits = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const puzzle = await fetchPuzzle(target, kind, about)
    looks.bytes.push(JSON.stringify(puzzle).length)
    const look = await lookOf(puzzle)
    if (looks.seen.some((other) => apart(look, other) < ALIKE)) looks.again += 1
    looks.seen.push(look)
    const stored = target.answerOf(puzzle.id)
    for (const [name, answer] of Object.entries(await answersTo(puzzle))) {
      hits.set(name, (hits.get(name) ?? 0) + (checkAnswer(kind, stored, answer) ? 1 : 0))
    }
  }
  return [...hits].map(([attack, n]): Score => {
    const [low, high] = interval(n, count)
    return { kind: about === undefined ? kind : `${kind}, hard`, attack, count, hits: n, low, high }
  })
}
