// How long people wait for a picture over HTTP while others come too.
// Run: node bench/captcha/wait.ts
import { kinds } from '@passport/puzzles'
import { hashAlone, speedOfProcessor } from '../floors.ts'
import { printTable } from '../table.ts'
import { atMost, printFigures, printVerdict } from '../verdict.ts'
import { startTarget, type Target } from './target.ts'

const SECONDS = 8
/** Enough for the pool to draw all that it keeps ready of each kind. */
const FILL_MS = 8000

interface Wait {
  rate: number
  times: number[]
  work: number
  refused: number
}

/** Asks for pictures of all kinds in turn at a steady rate, however long the replies take. */
async function load(target: Target, rate: number): Promise<Wait> {
  const result: Wait = { rate, times: [], work: 0, refused: 0 }
  const decisions = await Promise.all(
    Array.from({ length: rate * SECONDS }, (_, i) => target.decide(kinds[i % kinds.length])),
  )
  const started = performance.now()
  await Promise.all(
    decisions.map(async (decision, i) => {
      const due = started + (i * 1000) / rate
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      const reply = await target.get(decision)
      result.times.push(reply.ms)
      if (reply.status !== 200) result.refused += 1
      else if (reply.data.subtype === 'pow') result.work += 1
    }),
  )
  return result
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const inMs = (ms: number): string => `${ms.toFixed(1)} ms`

const speed = speedOfProcessor((await hashAlone()).processorMs)
const waits: Wait[] = []
const target = await startTarget()
try {
  // As people who came before would leave it: every kind was asked for, and the pool is full.
  await Promise.all(kinds.map(async (kind) => await target.get(await target.decide(kind))))
  await new Promise((resolve) => setTimeout(resolve, FILL_MS))
  // A server that has just started is still compiling.
  await load(target, 20)
  waits.push(await load(target, 20), await load(target, 40))
} finally {
  await target.close()
}
printTable(
  `Waiting for a challenge over HTTP, ${SECONDS} s each, all kinds in turn`,
  ['rate', 'p50', 'p95', 'p99', 'pictures', 'work instead', 'refused'],
  waits.map(({ rate, times, work, refused }) => [
    `${rate}/s`,
    inMs(percentile(times, 0.5)),
    inMs(percentile(times, 0.95)),
    inMs(percentile(times, 0.99)),
    String(times.length - work - refused),
    String(work),
    String(refused),
  ]),
)
const times = waits[0]?.times ?? []
printFigures('The captcha: its goals', [
  {
    what: 'wait at 20 a second, p50',
    value: percentile(times, 0.5),
    unit: ' ms',
    goal: atMost(60, speed),
  },
  {
    what: 'wait at 20 a second, p99',
    value: percentile(times, 0.99),
    unit: ' ms',
    goal: atMost(300, speed),
  },
])
printVerdict()
