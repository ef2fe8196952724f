// What attackers get through in an hour, by the server's own counters on a clock that is set by hand.
// Run: node bench/captcha/budgets.ts
import type { Drawn } from '@passport/puzzles'
import type { Challenge } from '../../protocol/captcha/challenge.ts'
import { defaultLimits } from '../../server/captcha/captcha-limits.ts'
import { defaultWork } from '../../server/captcha/proof-of-work.ts'
import { createTestCaptcha } from '../../tests/captcha/server.ts'

/** Processor time of one key in native code, measured on one core; see docs/measurements.md. */
const KEY_SECONDS = 0.04
const CORE_HOUR_DOLLARS = 0.04
const HOUR_SECONDS = 3600
/** Longer than any answer has to take. */
const ROUND_SECONDS = 2
const NETWORKS = 1000

const puzzle: Drawn = {
  puzzle: {
    subtype: 'slide',
    geom: { w: 320, h: 160, size: 52, y: 40 },
    parts: { bg: 'UklGRg', piece: 'UklGRg' },
  },
  solution: { x: 100 },
}
const [RIGHT, WRONG] = [{ x: 100 }, { x: 250 }]

interface Attack {
  addresses: number
  /** Share of pictures that are solved; `work` asks for work instead. */
  solved: number | 'work'
  /** Level of the whole site. */
  least: 0 | 2
}

/** Attacks for an hour from addresses of one /24, each as often as it is let. */
async function attack({
  addresses,
  solved,
  least,
}: Attack): Promise<{ passes: number; keys: number }> {
  const server = await createTestCaptcha({
    limits: defaultLimits,
    site: { least, busyPerMinute: 1e9 },
    work: { ...defaultWork, n: 2 },
    pool: { take: async () => puzzle, close: async () => {} },
  })
  const { captcha, open, solve, wait } = server
  const free = Array.from({ length: addresses }, () => 0)
  let [passes, keys, made] = [0, 0, 0]
  for (let second = 0; second < HOUR_SECONDS; second += ROUND_SECONDS) {
    const pending: { fp: string; from: typeof server.asker; challenge: Challenge; at: number }[] =
      []
    for (const [at, freeFrom] of free.entries()) {
      if (freeFrom > second) continue
      // A browser of its own for each try, about another recipient.
      const decision = await open({ webId: `verify_${++made}`, requestDigest: String(made) })
      const from = { ...server.asker, address: `192.0.2.${at}` }
      const mode = solved === 'work' ? 'pow' : 'any'
      const outcome = await captcha.get({ ...decision, region: 'sg', mode }, from)
      if ('challenge' in outcome) {
        pending.push({ fp: decision.fp, from, challenge: outcome.challenge, at })
      } else if (outcome.error === 'too_often') free[at] = second + outcome.retryAfterSeconds
    }
    wait(ROUND_SECONDS * 1000)
    for (const { fp, from, challenge } of pending) {
      keys += (challenge.pow.max + 1) / 2
      const isRight = solved === 'work' || Math.random() < solved
      const answer = challenge.subtype === 'pow' ? undefined : isRight ? RIGHT : WRONG
      const verdict = await solve({ fp }, challenge, answer, from)
      if (verdict.result === 'pass') passes += 1
    }
  }
  await captcha.close()
  return { passes, keys }
}

const attackers = [
  ['guesses pictures (4 of 100)', 0.04],
  ['has a network (70 of 100)', 0.7],
  ['has people (all)', 1],
  ['asks for work', 'work'],
] as const
const places = [
  ['one address', 1, 0, 1],
  ['a /24', 256, 0, 1],
  ['1,000 networks', 256, 2, NETWORKS],
] as const

const rows: Record<string, string>[] = []
for (const [who, solved] of attackers) {
  for (const [where, addresses, least, times] of places) {
    const { passes, keys } = await attack({ addresses, solved, least })
    const coreHours = (keys * KEY_SECONDS) / HOUR_SECONDS
    rows.push({
      attacker: who,
      from: where,
      'passes an hour': (passes * times).toLocaleString('en'),
      'core seconds a pass': passes === 0 ? '' : ((keys * KEY_SECONDS) / passes).toFixed(2),
      'dollars a thousand':
        passes === 0 ? '' : ((coreHours / passes) * 1000 * CORE_HOUR_DOLLARS).toFixed(4),
    })
  }
}
console.table(rows)
