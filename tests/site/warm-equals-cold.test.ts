import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfSite, forget } from '../support/copy-site.ts'
import { edits, type Pick } from './site-edits.ts'

const POSTS = 6
const EDITS_AT_ONCE = 6
/** More rounds, such as 20, try more edits; SEED repeats those of a run that failed. */
const rounds = Number(process.env.ROUNDS ?? 1)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const ROUND_MS = 240_000

test(
  `builds the same after edits as from scratch (SEED=${seed})`,
  { timeout: (rounds + 1) * ROUND_MS },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'warm-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const copy = copyOfSite(folder, POSTS)
    const pick = picker(seed)
    build(folder)
    for (let round = 0; round < rounds; round++) {
      const names = Object.keys(edits)
        .toSorted(() => pick(3) - 1)
        .slice(0, EDITS_AT_ONCE)
      for (const name of names) edits[name]?.(folder, pick)
      const warm = build(folder)
      forget(copy)
      expect(warm, names.join(', ')).toEqual(build(folder))
    }
  },
)

/** Builds, and returns a digest of each file. */
function build(folder: string): Record<string, string> {
  const run = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--silent'],
    {
      cwd: folder,
      encoding: 'utf8',
      // Vitest sets DEV, which Astro would take for `astro dev`.
      env: { ...process.env, DEV: '', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    },
  )
  if (run.status !== 0) throw new Error(`the site does not build:\n${run.stdout}${run.stderr}`)
  const built = path.join(folder, 'dist/site')
  const files = readdirSync(built, { recursive: true, withFileTypes: true })
  const digests = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [
      path.relative(built, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ])
  return Object.fromEntries(digests)
}

// mulberry32
function picker(start: number): Pick {
  let state = start
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
