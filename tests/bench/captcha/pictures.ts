import { createHash } from 'node:crypto'
import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { checkAnswer } from '../../../server/captcha/check.ts'
import { glyphsOf } from '../../../server/captcha/glyphs/glyphs.ts'
import { interval } from './image.ts'
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
  seen: Map<string, number>
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
async function fetchPuzzle(target: Target, kind: ModeName): Promise<Puzzle> {
  for (;;) {
    const { data } = await target.get(await target.decide(kind))
    if ('subtype' in data && data.subtype !== 'pow') return data
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
  }
}

/** Attacks so many pictures of one kind. */
export async function attackKind(
  target: Target,
  kind: ModeName,
  count: number,
  looks: Looks,
): Promise<Score[]> {
  const hits = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const puzzle = await fetchPuzzle(target, kind)
    looks.bytes.push(JSON.stringify(puzzle).length)
    const look = createHash('sha256').update(JSON.stringify(puzzle.parts)).digest('hex')
    looks.seen.set(look, (looks.seen.get(look) ?? 0) + 1)
    const stored = target.answerOf(puzzle.id)
    for (const [name, answer] of Object.entries(await answersTo(puzzle))) {
      hits.set(name, (hits.get(name) ?? 0) + (checkAnswer(kind, stored, answer) ? 1 : 0))
    }
  }
  return [...hits].map(([attack, n]): Score => {
    const [low, high] = interval(n, count)
    return { kind, attack, count, hits: n, low, high }
  })
}
