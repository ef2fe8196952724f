// Attacks a started server over HTTP as strangers would. Run: npm run bench:captcha [-- percent of the usual pictures]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { printTable } from '../table.ts'
import { startAttackers } from './attackers.ts'
import { attackKind, countAgain, lookAt, provoke, type Looks, type Score } from './pictures.ts'
import { attackProtocol } from './protocol.ts'
import { startTarget } from './target.ts'

/** Highest upper end of the interval that the goals allow, by kind and attack. */
const goals: Readonly<Record<string, number>> = {
  'slide random place': 0.06,
  'slide outline match': 0.4,
  'slide edge correlation': 0.4,
  'slide content correlation': 0.4,
  'slide outline and seam': 0.75,
  'whirl any turn': 0.06,
  'whirl bright side up': 0.25,
  'whirl blue side up': 0.25,
  'whirl smooth side up': 0.25,
  'whirl greyest side up': 0.25,
  'whirl evenest side up': 0.25,
  'whirl edge axis, smooth side up': 0.25,
  'whirl things in rows, shorter row up': 0.25,
  'whirl layers of light, bright side up': 0.25,
  'whirl most edges, bright side up': 0.25,
  'whirl traces of turning, bright side up': 0.25,
  'text any places': 0.01,
  'text templates of the typefaces': 0.1,
  '3d any place': 0.06,
  '3d, hard any two patches': 0.1,
  '3d, hard the two patches of like form': 0.1,
  '3d, hard any two places': 0.06,
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function row({ kind, attack, hits, pictures, count, low, high }: Score): string[] {
  const goal = goals[`${kind} ${attack}`]
  return [
    kind,
    attack,
    pictures === count ? String(pictures) : `${pictures} (${count} guesses)`,
    percent(hits / count),
    `${percent(low)} to ${percent(high)}`,
    goal === undefined ? '' : `≤ ${percent(goal)}: ${high <= goal ? 'holds' : '**missed**'}`,
  ]
}

/** More than the least of 300 where a goal lies near to what attacks achieve. */
const counts: Readonly<Record<ModeName, number>> = { slide: 900, text: 400, '3d': 400, whirl: 500 }
const PAIRS = 500
/** Pictures that are compared with each other in all. */
const COMPARED = 5000
const share = Number(process.argv[2] ?? 100) / 100
const started = performance.now()
const target = await startTarget()
const attackers = startAttackers()
const looks: Looks = { seen: [], again: 0, bytes: [] }
const scores: Score[] = []
const seconds = (): number => Math.round((performance.now() - started) / 1000)
try {
  const breaches = await attackProtocol(target)
  printTable(
    `Attacks on the protocol, over HTTP (${seconds()} s)`,
    ['attack', 'tries', 'got through', 'allowed', ''],
    breaches.map(({ attack, tries, through, allowed, note = '' }) => [
      attack,
      String(tries),
      String(through),
      String(allowed),
      `${through <= allowed ? 'holds' : '**MISSED**'} ${note}`.trim(),
    ]),
  )
  for (const kind of ['slide', 'text', '3d', 'whirl'] as const) {
    const count = Math.ceil(counts[kind] * share)
    scores.push(...(await attackKind(target, attackers, looks, { kind, count })))
  }
  const about = 'a mailbox under attack'
  await provoke(target, about)
  const count = Math.ceil(PAIRS * share)
  scores.push(...(await attackKind(target, attackers, looks, { kind: '3d', count, about })))
  printTable(
    `Attacks on pictures as they are served; 95 % intervals by Wilson (${seconds()} s)`,
    ['kind', 'attack', 'pictures', 'success', 'interval', 'goal'],
    scores.map(row),
  )
  const bytes = looks.bytes.reduce((sum, n) => sum + n, 0) / looks.bytes.length / 1024
  for (const kind of ['whirl', 'slide'] as const) {
    const missing = Math.ceil(COMPARED * share) - looks.seen.length
    const further = kind === 'whirl' ? Math.ceil(missing / 2) : missing
    await lookAt(target, attackers, looks, { kind, count: Math.max(0, further) })
  }
  const again = countAgain(looks)
  console.log(
    `\n13: of ${looks.seen.length} pictures ${again} look like an earlier one. ${bytes.toFixed(1)} KiB of JSON on average. ${seconds()} s in all.`,
  )
  console.log(
    '16: the loader is attacked in tests/captcha/loader.test.ts. 17: no movement is ever looked at, so none is to be forged.',
  )
  writeFileSync(
    path.join(import.meta.dirname, '../../../.cache/captcha-attacks.json'),
    `${JSON.stringify({ breaches, scores, pictures: looks.seen.length, again, seconds: seconds() }, null, 2)}\n`,
  )
  const isHeld = breaches.every(({ through, allowed }) => through <= allowed) && again === 0
  if (!isHeld) process.exitCode = 1
} finally {
  await attackers.close()
  await target.close()
}
