import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openBreachedList } from '../../server/passwords/breached-list.ts'
import { printTable } from '../table.ts'

const ENTRIES = 10_000_000
const LOOK_UPS = 200_000

const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
const download = path.join(folder, 'download')
const list = path.join(folder, 'list')

/** Makes the list of ten million leaked passwords, and looks others up in it. */
export function measureLeakedList(): void {
  try {
    writeDownload()
    const start = performance.now()
    const memory = build() / 1024
    const seconds = (performance.now() - start) / 1000
    const isListed = openBreachedList(list)
    const times: number[] = []
    let falseHits = 0
    for (let at = 0; at < LOOK_UPS; at++) {
      const before = performance.now()
      if (isListed(`a password that has not leaked ${at}`)) falseHits++
      times.push(performance.now() - before)
    }
    times.sort((one, other) => one - other)
    const microseconds = (share: number): string =>
      ((times[Math.floor(share * LOOK_UPS)] ?? 0) * 1000).toFixed(0)
    printTable(
      `The list of leaked passwords, ${ENTRIES} entries, ${LOOK_UPS} look-ups`,
      ['made in s', 'most memory MiB', 'file MiB', 'p50 µs', 'p99 µs', 'false hits'],
      [
        [
          seconds.toFixed(0),
          memory.toFixed(0),
          (statSync(list).size / 2 ** 20).toFixed(0),
          microseconds(0.5),
          microseconds(0.99),
          String(falseHits),
        ],
      ],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// In a process of its own, whose peak of memory it returns in KiB.
function build(): number {
  const builder = new URL('../../server/passwords/build-breached-list.ts', import.meta.url).href
  const script = `import { buildBreachedList } from '${builder}'
await buildBreachedList(...${JSON.stringify([download, list, 1])})
console.log(process.resourceUsage().maxRSS)`
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

// Hashes that are evenly spread, in order, as those of real passwords are.
function writeDownload(): void {
  const file = openSync(download, 'w')
  const step = 2 ** 48 / ENTRIES
  for (let first = 0; first < ENTRIES; first += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, at) => {
      const value = Math.floor((first + at + Math.random()) * step)
      return `${value.toString(16).padStart(12, '0').toUpperCase()}${'0'.repeat(28)}:1\n`
    })
    writeSync(file, lines.join(''))
  }
  closeSync(file)
}
