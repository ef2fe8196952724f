// Measures processor time and bytes of each kind, compared with svg-captcha.
// Run: npm run cost, in puzzles/
import { createRequire } from 'node:module'
import process from 'node:process'
import { draw, kinds } from '../../puzzles/index.ts'

// Installed below this folder for benchmarks only, so its types are stated here.
const svgCaptcha = createRequire(import.meta.url)('svg-captcha') as {
  create: () => { data: string }
}

/** Pictures per kind before measuring, until the code is compiled. */
const WARM_UP = 40
const ROUNDS = 6
const DRAWN = 10
const DRAWN_BY_PEER = 100
/** Goal on a machine where the peer draws `PEER_RATE` pictures a second; lower on slower machines. */
const MIN_RATE = 45
const PEER_RATE = 5400
const MAX_BYTES = 12_000

const style = { secret: 'of a benchmark', folder: '', warn: console.warn }

function contestant(name: string, perRound: number, drawOne: () => Promise<string>) {
  return { name, perRound, drawOne, cpuMs: 0, bytes: 0 }
}

const ours = kinds.map((kind) =>
  contestant(kind, DRAWN, async () => {
    const { puzzle } = await draw(kind, { language: 'en', level: 0, style })
    return JSON.stringify(puzzle)
  }),
)
const peer = contestant('svg-captcha', DRAWN_BY_PEER, async () => svgCaptcha.create().data)

for (const { drawOne } of [...ours, peer]) for (let i = 0; i < WARM_UP; i++) await drawOne()
// Alternating, because the speed of the machine varies.
for (let round = 0; round < ROUNDS; round++) {
  for (const one of [...ours, peer]) {
    const before = process.cpuUsage()
    for (let i = 0; i < one.perRound; i++) one.bytes += (await one.drawOne()).length
    const { user, system } = process.cpuUsage(before)
    one.cpuMs += (user + system) / 1000
  }
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, n) => sum + n, 0) / numbers.length
const costs = [...ours, peer].map(({ name, perRound, cpuMs, bytes }) => ({
  name,
  cpuMs: cpuMs / (perRound * ROUNDS),
  bytes: bytes / (perRound * ROUNDS),
}))
const ownCosts = costs.slice(0, -1)
const mean = {
  name: 'mean of our kinds',
  cpuMs: meanOf(ownCosts.map(({ cpuMs }) => cpuMs)),
  bytes: meanOf(ownCosts.map(({ bytes }) => bytes)),
}
const rateOf = ({ cpuMs }: { cpuMs: number }): number => 1000 / cpuMs
console.log('Drawing one puzzle')
console.table(
  Object.fromEntries(
    [...costs, mean].map((cost) => [
      cost.name,
      {
        'processor ms': cost.cpuMs.toFixed(1),
        'a second and core': rateOf(cost).toFixed(0),
        'JSON kB': (cost.bytes / 1000).toFixed(1),
      },
    ]),
  ),
)
const speed = Math.min(1, Math.max(...costs.slice(-1).map(rateOf)) / PEER_RATE)
const goals: readonly [goal: string, isMet: boolean][] = [
  [`at least ${(MIN_RATE * speed).toFixed(0)} a second and core`, rateOf(mean) >= MIN_RATE * speed],
  [`at most ${MAX_BYTES / 1000} kB`, mean.bytes <= MAX_BYTES],
]
for (const [goal, isMet] of goals) console.log(`${goal}: ${isMet ? 'yes' : 'NO'}`)
