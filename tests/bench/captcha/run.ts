// Attacks a started server over HTTP as strangers would. Run: npm run bench:captcha [-- percent of the usual pictures]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { modes } from '#protocol/captcha/modes.ts'
import type { ModeName } from '#protocol/captcha/modes.ts'
import { printTable } from '../table.ts'
import { attackKind, provoke, type Looks, type Score } from './pictures.ts'
import { attackProtocol } from './protocol.ts'
import { startTarget } from './target.ts'

/** Highest upper end of the interval that the goals allow, by kind and attack. */
const goals: Readonly<Record<string, number>> = {
  'slide random place': 0.06,
  'slide outline match': 0.4,
  'slide edge correlation': 0.4,
  'slide content correlation': 0.4,
  'slide outline and seam, written for this puzzle': 0.75,
  'whirl any turn': 0.06,
  'whirl bright side up': 0.25,
  'whirl blue side up': 0.25,
  'whirl smooth side up': 0.25,
  'whirl edge axis, smooth side up': 0.25,
  'text any places': 0.01,
  'text templates of the typefaces': 0.1,
  '3d any place': 0.06,
  '3d, hard any two patches': 0.1,
  '3d, hard the two patches of like form': 0.1,
  '3d, hard any two places': 0.06,
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function row({ kind, attack, hits, count, low, high }: Score): string[] {
  const goal = goals[`${kind} ${attack}`]
  return [
    kind,
    String(count),
    attack,
    percent(hits / count),
    `${percent(low)} to ${percent(high)}`,
    goal === undefined ? '' : `≤ ${percent(goal)}`,
    goal === undefined ? '' : high <= goal ? 'holds' : 'missed',
  ]
}

/** More than the least of 300 where the goal lies near to chance. */
const counts: Readonly<Record<ModeName, number>> = { slide: 400, text: 400, '3d': 300, whirl: 400 }
const PAIRS = 300
const share = Number(process.argv[2] ?? 100) / 100
const started = performance.now()
const target = await startTarget()
const looks: Looks = { seen: [], again: 0, bytes: [] }
const scores: Score[] = []
try {
  const breaches = await attackProtocol(target)
  printTable(
    'Attacks on the protocol, over HTTP',
    ['attack', 'tries', 'through', 'allowed', ''],
    breaches.map(({ attack, tries, through, allowed, note = '' }) => [
      attack,
      String(tries),
      String(through),
      String(allowed),
      `${through <= allowed ? 'holds' : 'MISSED'} ${note}`.trim(),
    ]),
  )
  for (const kind of Object.keys(modes) as ModeName[]) {
    scores.push(...(await attackKind(target, kind, Math.ceil(counts[kind] * share), looks)))
  }
  await provoke(target, 'a mailbox under attack')
  scores.push(...(await attackKind(target, '3d', PAIRS * share, looks, 'a mailbox under attack')))
  printTable(
    'Attacks on pictures as they are served; 95 % intervals by Wilson',
    ['kind', 'pictures', 'attack', 'success', 'interval', 'goal', ''],
    scores.map(row),
  )
  const mean = looks.bytes.reduce((sum, n) => sum + n, 0) / looks.bytes.length / 1024
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `\n${looks.seen.length} pictures, ${looks.again} look like an earlier one; ${mean.toFixed(1)} KiB of JSON on average; ${seconds} s`,
  )
  writeFileSync(
    path.join(import.meta.dirname, '../../../.cache/captcha-attacks.json'),
    `${JSON.stringify({ breaches, scores, again: looks.again }, null, 2)}\n`,
  )
  const isHeld = breaches.every(({ through, allowed }) => through <= allowed) && looks.again === 0
  if (!isHeld) process.exitCode = 1
} finally {
  await target.close()
}
