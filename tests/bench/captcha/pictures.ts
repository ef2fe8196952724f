import type { ModeName } from '#protocol/captcha/modes.ts'
import { checkAnswer } from '../../../server/captcha/check.ts'
import { ALIKE, apart, type Puzzle } from './answers.ts'
import type { Attackers } from './attackers.ts'
import { interval } from './image.ts'
import type { Target } from './target.ts'

/** How often one attack got through; `count` is answers that were tried. */
export interface Score {
  kind: string
  attack: string
  pictures: number
  count: number
  hits: number
  low: number
  high: number
}

/** Pictures are remembered by what they look like, to find out whether one comes twice. */
export interface Looks {
  seen: Uint32Array[]
  /** Pictures that look like an earlier one. */
  again: number
  bytes: number[]
}

const BUSY_MS = 100

/** Fetches a picture of a kind over HTTP; a drained pool answers work, then it is asked again. */
async function fetchPuzzle(target: Target, kind: ModeName, about?: string): Promise<Puzzle> {
  for (;;) {
    const call = about === undefined ? {} : { target: about }
    const { data } = await target.get(await target.decide(kind, call))
    if ('subtype' in data && data.subtype !== 'pow') return data
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
  }
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

/** As many callers as the pool lets wait, so that it never runs dry for good. */
const CALLERS = 2
/** Pictures that wait for an attacker, per caller. */
const AHEAD = 8

/** Fetches so many pictures of a kind and does something with each. */
async function forEachPicture(
  target: Target,
  { kind, count, about }: { kind: ModeName; count: number; about?: string | undefined },
  use: (puzzle: Puzzle) => Promise<void>,
): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const pending = new Set<Promise<void>>()
      while (left-- > 0) {
        const puzzle = await fetchPuzzle(target, kind, about)
        const done = use(puzzle).finally(() => pending.delete(done))
        pending.add(done)
        if (pending.size >= AHEAD) await Promise.race(pending)
      }
      await Promise.all(pending)
    }),
  )
}

/** Attacks so many pictures of one kind. */
export async function attackKind(
  target: Target,
  attackers: Attackers,
  looks: Looks,
  order: { kind: ModeName; count: number; about?: string | undefined },
): Promise<Score[]> {
  const { kind, count, about } = order
  const tally = new Map<string, { tried: number; hits: number }>()
  await forEachPicture(target, order, async (puzzle) => {
    looks.bytes.push(JSON.stringify(puzzle).length)
    const { answers, look } = await attackers.attack(puzzle)
    looks.seen.push(look)
    const stored = target.answerOf(puzzle.id)
    for (const [name, list] of Object.entries(answers)) {
      const sum = tally.get(name) ?? { tried: 0, hits: 0 }
      tally.set(name, {
        tried: sum.tried + list.length,
        hits: sum.hits + list.filter((answer) => checkAnswer(kind, stored, answer)).length,
      })
    }
  })
  return [...tally].map(([attack, { tried, hits }]): Score => {
    const [low, high] = interval(hits, tried)
    const name = about === undefined ? kind : `${kind}, hard`
    return { kind: name, attack, pictures: count, count: tried, hits, low, high }
  })
}

/** Fetches further pictures only to see whether they look like others. */
export async function lookAt(
  target: Target,
  attackers: Attackers,
  looks: Looks,
  order: { kind: ModeName; count: number },
): Promise<void> {
  await forEachPicture(target, order, async (puzzle) => {
    const { look } = await attackers.attack(puzzle, false)
    looks.seen.push(look)
  })
}

/** Counts the pictures that look like an earlier one. */
export function countAgain(looks: Looks): number {
  const { seen } = looks
  looks.again = seen.filter((look, i) => {
    for (let j = 0; j < i; j++) {
      const other = seen[j]
      if (other && apart(look, other) < ALIKE) return true
    }
    return false
  }).length
  return looks.again
}
