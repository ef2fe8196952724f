// Measures the success of attacks on pictures.
// Run: node bench/puzzles/run.ts [percent of the default number of pictures]
import process from 'node:process'
import { draw, verify, type Kind, type Level } from '../../puzzles/index.ts'
import { MAX_COPY_DISTANCE, fingerprintDistance } from './answers.ts'
import { startAttackers } from './attackers.ts'
import { interval } from './image.ts'

/** Pictures by kind. */
const rounds: readonly { name: string; kind: Kind; level: Level; count: number }[] = [
  { name: 'slide', kind: 'slide', level: 0, count: 900 },
  { name: 'text', kind: 'text', level: 0, count: 400 },
  { name: '3d', kind: '3d', level: 0, count: 400 },
  { name: 'whirl', kind: 'whirl', level: 0, count: 500 },
  { name: '3d, hard', kind: '3d', level: 2, count: 500 },
]
/** Number of pictures compared with each other. */
const COMPARED = 5000
/** Maximum number of pictures that wait for a thread. */
const AHEAD = 16

const share = Number(process.argv[2] ?? 100) / 100
const style = { secret: 'of a benchmark', folder: '', warn: console.warn }
const attackers = startAttackers()
const fingerprints: Uint32Array[] = []
const tallies = new Map<string, { pictures: number; tried: number; hits: number }>()

/** Draws pictures and attacks them; without `name` only their fingerprints are taken. */
async function attack(
  kind: Kind,
  level: Level,
  count: number,
  name: string | undefined,
): Promise<void> {
  const pending = new Set<Promise<void>>()
  for (let i = 0; i < count; i++) {
    const { puzzle, solution } = await draw(kind, { language: 'en', level, style })
    const finished = attackers
      .attack(puzzle, name !== undefined)
      .then(({ answers, fingerprint }) => {
        pending.delete(finished)
        fingerprints.push(fingerprint)
        for (const [attackName, list] of Object.entries(answers)) {
          const label = `${name ?? kind}: ${attackName}`
          const tally = tallies.get(label) ?? { pictures: 0, tried: 0, hits: 0 }
          tally.pictures += 1
          tally.tried += list.length
          tally.hits += list.filter((answer) => verify(kind, solution, answer, Infinity)).length
          tallies.set(label, tally)
        }
      })
    pending.add(finished)
    if (pending.size >= AHEAD) await Promise.race(pending)
  }
  await Promise.all(pending)
}

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`

try {
  for (const { name, kind, level, count } of rounds) {
    await attack(kind, level, Math.ceil(count * share), name)
  }
  console.log('Attacks on pictures; 95% intervals by Wilson')
  console.table(
    Object.fromEntries(
      [...tallies].map(([label, { pictures, tried, hits }]) => {
        const [low, high] = interval(hits, tried)
        return [
          label,
          {
            pictures,
            answers: tried,
            success: percent(hits / tried),
            interval: `${percent(low)} to ${percent(high)}`,
          },
        ]
      }),
    ),
  )
  const missing = Math.max(0, Math.ceil(COMPARED * share) - fingerprints.length)
  for (const kind of ['whirl', 'slide'] as const) {
    await attack(kind, 0, Math.ceil(missing / 2), undefined)
  }
  const repeated = fingerprints.filter((one, i) =>
    fingerprints.slice(0, i).some((other) => fingerprintDistance(one, other) < MAX_COPY_DISTANCE),
  ).length
  console.log(`Of ${fingerprints.length} pictures ${repeated} look like an earlier one.`)
  if (repeated > 0) process.exitCode = 1
} finally {
  await attackers.close()
}
