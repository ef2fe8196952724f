// What the site's own part of a build takes beside a plain Astro blog of the same 300 posts in two
// languages, in one run: without social pictures, search index and compression.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyOfSite, forget } from '../tests/support/copy-site.ts'
import { copyOfPlainBlog, withoutSocialPictures } from './site-build/copies.ts'
import { build, type Cost, develop } from './site-build/measure.ts'
import { median } from './table.ts'
import { atMost, printFigures, printVerdict } from './verdict.ts'

const POSTS = 300
const ROUNDS = 3
const MOST_RATIO = 2
const MOST_MEMORY_RATIO = 1.3
const MOST_EDIT_MS = 1000

const folder = mkdtempSync(path.join(tmpdir(), 'site-build-'))
try {
  const site = copyOfSite(path.join(folder, 'site'), POSTS)
  const plain = copyOfPlainBlog(path.join(folder, 'plain'), site)
  withoutSocialPictures(site)
  const cold: { ours: Cost; theirs: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    forget(plain)
    forget(site)
    const costs = { theirs: await build(plain), ours: await build(site) }
    console.log(`round ${round + 1}:`, costs)
    cold.push(costs)
  }
  appendFileSync(site.post, '\nOne more sentence.\n')
  const warm = await build(site)
  forget(site)
  const { readyMs, editMs } = await develop(site)
  const of = (who: 'ours' | 'theirs', what: keyof Cost): number =>
    median(cold.map((round) => round[who][what]))
  const ratio = (what: keyof Cost): number => of('ours', what) / of('theirs', what)
  printFigures(`Building ${POSTS} posts in each language`, [
    { what: 'plain Astro, cold', value: of('theirs', 'cpuSeconds'), unit: ' s' },
    { what: 'site, cold', value: of('ours', 'cpuSeconds'), unit: ' s' },
    {
      what: 'cold, of plain Astro',
      value: ratio('cpuSeconds'),
      unit: '×',
      goal: atMost(MOST_RATIO),
    },
    { what: 'site, one post edited', value: warm.cpuSeconds, unit: ' s' },
    { what: 'plain Astro, peak', value: of('theirs', 'peakMiB'), unit: ' MiB' },
    { what: 'site, peak', value: of('ours', 'peakMiB'), unit: ' MiB' },
    {
      what: 'peak, of plain Astro',
      value: ratio('peakMiB'),
      unit: '×',
      goal: atMost(MOST_MEMORY_RATIO),
    },
    { what: 'dev server ready', value: readyMs, unit: ' ms' },
    {
      what: 'from an edit to the page',
      value: editMs,
      unit: ' ms',
      goal: atMost(MOST_EDIT_MS),
    },
  ])
  printVerdict()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
