// What building the site takes with many posts, beside a plain Astro blog of the same posts in the
// same run. BENCH_POSTS says how many per language, such as 1000,10000, or 1 for what does not grow
// with them; BENCH_DEV=0 and BENCH_FINISH=0 leave out the development servers and what follows a build.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { copyOfPlainBlog, copyOfSite, forget, type Copy } from './site-build/copies.ts'
import { build, develop, finish, type Cost } from './site-build/measure.ts'
import { printTable } from './table.ts'

const KIB_PER_MIB = 1024
const sizes = (process.env.BENCH_POSTS ?? '1000').split(',').map(Number)
const withDev = process.env.BENCH_DEV !== '0'
const withFinish = process.env.BENCH_FINISH !== '0'

for (const count of sizes) await compare(count)

async function compare(count: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-build-'))
  try {
    const site = copyOfSite(path.join(folder, 'site'), count)
    const plain = copyOfPlainBlog(path.join(folder, 'plain'), site)
    const rows: string[][] = []
    for (const [what, prepare] of [
      ['cold', forget],
      ['warm', (): void => {}],
      ['one post edited', edit],
    ] as const) {
      prepare(plain)
      const theirs = await build(plain)
      prepare(site)
      const ours = await build(site)
      rows.push(rowOf(what, ours, theirs))
      if (withFinish && what !== 'warm') rows.push(await finishRow(site))
      console.log(`${count} posts, ${what}: done`)
    }
    printTable(
      `Building ${count} posts in each language, processor seconds and peak memory`,
      ['build', 'site s', 'plain Astro s', 'ratio', 'site MiB', 'plain Astro MiB'],
      rows,
    )
    if (withDev) await compareDev(count, site, plain)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareDev(count: number, site: Copy, plain: Copy): Promise<void> {
  forget(plain)
  const theirs = await develop(plain)
  forget(site)
  const ours = await develop(site)
  printTable(
    `Developing with ${count} posts in each language, milliseconds`,
    ['what', 'site', 'plain Astro'],
    [
      ['server ready', ours.readyMs.toFixed(0), theirs.readyMs.toFixed(0)],
      ['first post shown', ours.firstPageMs.toFixed(0), theirs.firstPageMs.toFixed(0)],
      ['from an edit to the page', ours.editMs.toFixed(0), theirs.editMs.toFixed(0)],
    ],
  )
}

async function finishRow(site: Copy): Promise<string[]> {
  const { cpuSeconds } = await finish(site)
  return ['and search index, compression', cpuSeconds.toFixed(1), '', '', '', '']
}

function edit({ post }: Copy): void {
  appendFileSync(post, '\nOne more sentence.\n')
}

function rowOf(what: string, ours: Cost, theirs: Cost): string[] {
  return [
    what,
    ours.cpuSeconds.toFixed(1),
    theirs.cpuSeconds.toFixed(1),
    (ours.cpuSeconds / theirs.cpuSeconds).toFixed(2),
    toMiB(ours),
    toMiB(theirs),
  ]
}

function toMiB({ peakKiB }: Cost): string {
  return (peakKiB / KIB_PER_MIB).toFixed(0)
}
