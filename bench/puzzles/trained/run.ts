// Measures attacks by small networks trained on this generator, which takes minutes on one core.
// Run: node bench/puzzles/trained/run.ts [training pictures] [test pictures] [kind]
import process from 'node:process'
import { draw, verify, type Drawn, type Kind, type StyleOptions } from '../../../puzzles/index.ts'
import { interval } from '../image.ts'
import { learnSlide } from './slide.ts'
import { learnText } from './text.ts'
import { learnThreeD } from './three-d.ts'
import { learnWhirl } from './whirl.ts'

const LEARNT = Number(process.argv[2] ?? 1500)
const TRIED = Number(process.argv[3] ?? 400)
const ONLY = process.argv[4]

function styleOf(secret: string): StyleOptions {
  return { secret, folder: '', warn: console.warn }
}

const ownStyle = styleOf('of the attacker')
const otherStyle = styleOf('of somebody else')
const results: Record<string, string>[] = []

async function attack<K extends Kind>(
  kind: K,
  learn: (
    count: number,
    draw: () => Promise<Drawn<K>>,
  ) => Promise<(puzzle: Drawn<K>['puzzle']) => Promise<object>>,
): Promise<void> {
  if (ONLY !== undefined && ONLY !== kind) return
  const drawIn = (style: StyleOptions) => draw(kind, { language: 'en', level: 0, style })
  const before = process.cpuUsage()
  const solve = await learn(LEARNT, () => drawIn(ownStyle))
  const seconds = process.cpuUsage(before).user / 1e6
  for (const style of [ownStyle, otherStyle]) {
    let hits = 0
    for (let i = 0; i < TRIED; i++) {
      const { puzzle, solution } = await drawIn(style)
      if (verify(kind, solution, await solve(puzzle), Infinity)) hits += 1
    }
    const [low, high] = interval(hits, TRIED)
    const percent = (n: number): string => `${(n * 100).toFixed(1)}%`
    results.push({
      kind,
      'learnt from': String(LEARNT),
      processor: `${seconds.toFixed(0)} s`,
      style: style === ownStyle ? 'the same' : 'another',
      tried: String(TRIED),
      solved: percent(hits / TRIED),
      '95% interval': `${percent(low)} to ${percent(high)}`,
    })
  }
}

await attack('slide', learnSlide)
await attack('text', learnText)
await attack('3d', learnThreeD)
await attack('whirl', learnWhirl)
console.log('Solved by a small convolutional network that was trained on our generator')
console.table(results)
