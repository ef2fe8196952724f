// What a program does that was trained on pictures of its own copy of this generator: networks of
// one hidden layer, minutes on one core. Not part of the other benchmark, as it takes longer.
// Run: node tests/bench/captcha/trained/run.ts [pictures to learn from] [pictures to try] [kind]
import process from 'node:process'
import { checkAnswer } from '../../../../server/captcha/check.ts'
import { setStyle } from '../../../../server/captcha/raster/encode.ts'
import { styleAt } from '../../../../server/captcha/raster/style.ts'
import { printTable } from '../../table.ts'
import { interval } from '../image.ts'
import { learnSlide } from './slide.ts'
import { learnText } from './text.ts'
import { learnThings } from './things.ts'
import { learnWhirl } from './whirl.ts'

const LEARNT = Number(process.argv[2] ?? 1500)
const TRIED = Number(process.argv[3] ?? 400)
const ONLY = process.argv[4]
const now = Date.now()
const kinds = { slide: learnSlide, text: learnText, '3d': learnThings, whirl: learnWhirl }

const rows: string[][] = []
for (const [kind, learn] of Object.entries(kinds)) {
  if (ONLY !== undefined && ONLY !== kind) continue
  setStyle(styleAt('of the attacker', now))
  const before = process.cpuUsage()
  const { name, attempt } = await learn(LEARNT)
  const seconds = process.cpuUsage(before).user / 1e6
  for (const [style, secret] of [
    ['the same', 'of the attacker'],
    ['another', 'of somebody else'],
  ] as const) {
    setStyle(styleAt(secret, now))
    let hits = 0
    for (let i = 0; i < TRIED; i++) {
      const { answer, given } = await attempt()
      if (checkAnswer(name, JSON.stringify(answer), given)) hits += 1
    }
    const [low, high] = interval(hits, TRIED)
    const percent = (n: number): string => `${(n * 100).toFixed(1)} %`
    rows.push([
      name,
      String(LEARNT),
      `${seconds.toFixed(0)} s`,
      style,
      String(TRIED),
      percent(hits / TRIED),
      `${percent(low)} to ${percent(high)}`,
    ])
  }
}
printTable(
  'Solved by a network that was trained on our generator',
  ['kind', 'learnt from', 'processor', 'style', 'tried', 'solved', '95 % interval'],
  rows,
)
