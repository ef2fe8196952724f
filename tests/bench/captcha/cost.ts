// What the check costs: processor time and bytes of each kind beside a peer from the registry, and
// how long people wait for a picture while others come too.
import process from 'node:process'
import svgCaptcha from 'svg-captcha'
import { modes } from '#protocol/captcha/modes.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { drawPuzzle } from '../../../server/captcha/modes/modes.ts'
import { setStyle } from '../../../server/captcha/raster/encode.ts'
import { styleAt } from '../../../server/captcha/raster/style.ts'
import { printTable } from '../table.ts'
import { startTarget, type Target } from './target.ts'

/** As after half a minute of work: until then the engine is still compiling. */
const WARM_UP = 40
const DRAWN = 60
const SECONDS = 8
/** Pictures the pool holds of each kind, and how much longer than their processor time they may take. */
const READY = 32
const SLACK = 2
const names = Object.keys(modes) as ModeName[]

interface Cost {
  name: string
  cpuMs: number
  bytes: number
}

async function measure(name: string, draw: () => Promise<number>): Promise<Cost> {
  for (let i = 0; i < WARM_UP; i++) await draw()
  const before = process.cpuUsage()
  let bytes = 0
  for (let i = 0; i < DRAWN; i++) bytes += await draw()
  const { user, system } = process.cpuUsage(before)
  return { name, cpuMs: (user + system) / 1000 / DRAWN, bytes: bytes / DRAWN }
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

function share(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)} ms`
}

// As an installation draws: its own style makes pictures a little larger.
setStyle(styleAt('of a benchmark', Date.now()))
const costs: Cost[] = []
for (const name of names) {
  costs.push(
    await measure(name, async () => {
      const { puzzle } = await drawPuzzle(name, { language: 'en', level: 0 })
      return JSON.stringify(puzzle).length
    }),
  )
}
const mean = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.length
const meanBytes = costs.reduce((sum, { bytes }) => sum + bytes, 0) / costs.length
const peer = await measure('peer: svg-captcha', async () => svgCaptcha.create().data.length)
const all = [...costs, { name: 'all in turn', cpuMs: mean, bytes: meanBytes }, peer]
printTable(
  'Drawing one challenge, with all its parts packed',
  ['kind', 'processor', 'a second and core', 'JSON'],
  all.map(({ name, cpuMs, bytes }) => [
    name,
    `${cpuMs.toFixed(1)} ms`,
    (1000 / cpuMs).toFixed(0),
    `${(bytes / 1024).toFixed(1)} KiB (${(bytes / 1000).toFixed(1)} kB)`,
  ]),
)

const target = await startTarget()
try {
  // As people who came before would leave it: every kind was asked for, and the pool is full.
  await Promise.all(names.map(async (name) => await target.get(await target.decide(name))))
  await new Promise((resolve) => setTimeout(resolve, READY * names.length * mean * SLACK))
  const waits = [await load(target, 20), await load(target, 40)]
  printTable(
    `Waiting for a challenge over HTTP, ${SECONDS} s each, all kinds in turn`,
    ['rate', 'p50', 'p95', 'p99', 'pictures', 'work instead', 'refused'],
    waits.map(({ rate, times, work, refused }) => [
      `${rate}/s`,
      share(times, 0.5),
      share(times, 0.95),
      share(times, 0.99),
      String(times.length - work - refused),
      String(work),
      String(refused),
    ]),
  )
} finally {
  await target.close()
}
