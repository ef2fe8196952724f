// What the check costs: processor time and bytes of each kind beside a peer from the registry, and
// how long people wait for a picture while others come too. Goals are read beside what the peer does
// on this machine in the same run, as it is not as fast in one hour as in the next.
import process from 'node:process'
import svgCaptcha from 'svg-captcha'
import { modes } from '#protocol/captcha/modes.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { drawPuzzle } from '../../../server/captcha/modes/modes.ts'
import { setStyle } from '../../../server/captcha/raster/encode.ts'
import { styleAt } from '../../../server/captcha/raster/style.ts'
import { speedOf } from '../floors.ts'
import { printTable } from '../table.ts'
import { printFigures, printVerdict, type Goal } from '../verdict.ts'
import { startTarget, type Target } from './target.ts'

/** As after half a minute of work: until then the engine is still compiling. */
const WARM_UP = 40
/** All kinds and the peer in turn, so many of each, so often. */
const ROUNDS = 6
const DRAWN = 10
const DRAWN_BY_PEER = 100
const SECONDS = 8
/** Pictures the pool holds of each kind, and how much longer than their processor time they may take. */
const READY = 32
const SLACK = 2
const names = Object.keys(modes) as ModeName[]

/** Where a challenge comes from, and what it has taken so far. */
interface Pencil {
  name: string
  /** Draws one; answers its bytes. */
  draw(): Promise<number>
  perRound: number
  drawn: number
  cpuMs: number
  bytes: number
}

function pencil(name: string, perRound: number, draw: () => Promise<number>): Pencil {
  return { name, draw, perRound, drawn: 0, cpuMs: 0, bytes: 0 }
}

async function drawRound(one: Pencil): Promise<void> {
  const before = process.cpuUsage()
  for (let i = 0; i < one.perRound; i++) one.bytes += await one.draw()
  const { user, system } = process.cpuUsage(before)
  one.cpuMs += (user + system) / 1000
  one.drawn += one.perRound
}

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
    Array.from({ length: rate * SECONDS }, (_, i) => target.decide(names[i % names.length])),
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

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const inMs = (ms: number): string => `${ms.toFixed(1)} ms`
const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length

// As an installation draws: its own style makes pictures a little larger.
setStyle(styleAt('of a benchmark', Date.now()))
const ours = names.map((name) =>
  pencil(name, DRAWN, async () => {
    const { puzzle } = await drawPuzzle(name, { language: 'en', level: 0 })
    return JSON.stringify(puzzle).length
  }),
)
const peer = pencil('peer: svg-captcha', DRAWN_BY_PEER, async () => svgCaptcha.create().data.length)
for (const one of [...ours, peer]) for (let i = 0; i < WARM_UP; i++) await one.draw()
for (let round = 0; round < ROUNDS; round++) {
  for (const one of [...ours, peer]) await drawRound(one)
}
const costs = [...ours, peer].map(({ name, drawn, cpuMs, bytes }) => {
  return { name, cpuMs: cpuMs / drawn, bytes: bytes / drawn }
})
const [peerCost] = costs.splice(-1)
const all = {
  name: 'all in turn',
  cpuMs: meanOf(costs.map(({ cpuMs }) => cpuMs)),
  bytes: meanOf(costs.map(({ bytes }) => bytes)),
}
printTable(
  'Drawing one challenge, with all its parts packed',
  ['kind', 'processor', 'a second and core', 'JSON'],
  [...costs, all, ...(peerCost ? [peerCost] : [])].map(({ name, cpuMs, bytes }) => [
    name,
    inMs(cpuMs),
    (1000 / cpuMs).toFixed(0),
    `${(bytes / 1024).toFixed(1)} KiB (${(bytes / 1000).toFixed(1)} kB)`,
  ]),
)

const waits: Wait[] = []
const target = await startTarget()
try {
  // As people who came before would leave it: every kind was asked for, and the pool is full.
  await Promise.all(names.map(async (name) => await target.get(await target.decide(name))))
  await new Promise((resolve) => setTimeout(resolve, READY * names.length * all.cpuMs * SLACK))
  // A server that has just started is still compiling, too.
  await load(target, 20)
  waits.push(await load(target, 20), await load(target, 40))
  printTable(
    `Waiting for a challenge over HTTP, ${SECONDS} s each, all kinds in turn`,
    ['rate', 'p50', 'p95', 'p99', 'pictures', 'work instead', 'refused'],
    waits.map(({ rate, times, work, refused }) => [
      `${rate}/s`,
      inMs(share(times, 0.5)),
      inMs(share(times, 0.95)),
      inMs(share(times, 0.99)),
      String(times.length - work - refused),
      String(work),
      String(refused),
    ]),
  )
} finally {
  await target.close()
}

const perSecond = 1000 / (peerCost?.cpuMs ?? Number.NaN)
const speed = speedOf('letters', perSecond)
const goal = (is: Goal['is'], number: number): Goal => ({ of: 'value', is, number, speed })
const times = waits[0]?.times ?? []
printFigures('The check: its goals, beside what svg-captcha does here', [
  { what: 'svg-captcha, a second and core', value: perSecond, unit: '/s', ratio: 1 },
  {
    what: 'challenges of all kinds, a second and core',
    value: 1000 / all.cpuMs,
    unit: '/s',
    ratio: 1000 / all.cpuMs / perSecond,
    goal: goal('least', 45),
  },
  {
    what: 'challenge as JSON',
    value: all.bytes / 1000,
    unit: ' kB',
    goal: { of: 'value', is: 'most', number: 12 },
  },
  {
    what: 'wait at 20 a second, p50',
    value: share(times, 0.5),
    unit: ' ms',
    goal: goal('most', 3),
  },
  {
    what: 'wait at 20 a second, p99',
    value: share(times, 0.99),
    unit: ' ms',
    goal: goal('most', 25),
  },
])
printVerdict()
