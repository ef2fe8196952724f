// Lighthouse on every page of the built site, in both languages, as a phone on a slow network sees
// it. Ends with 1 when a page is below 100 anywhere. LIGHTHOUSE_PAGES="/login,/ja" takes only those,
// LIGHTHOUSE_CATEGORIES="accessibility,seo" looks for less, on a machine that is too busy for times.
//
// Lighthouse makes a phone of a desktop by taking its scripts for four times slower, which is right
// for a fast desktop only. Here the machine is measured before each visit, and a slow one is slowed
// down less, so that the phone is about the same everywhere; both figures stand in the table. It is
// never more than four, Lighthouse's own. See docs/measurements.md. Every phone has a font for Japanese,
// so the machine needs one too (fonts-noto-cjk): without any, the layout of a page takes three times
// as long, since each of its signs is looked for in all fonts.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright'
import { BROWSER_FLAGS, findBrowser } from '../scripts/lib/browser.ts'
import { root } from '../scripts/lib/prepare.mjs'
import { readConfig } from '../server/config/config.ts'
import { startServer } from '../server/start.ts'
import { freePort } from '../tests/support/free-port.ts'
import { importPeer } from './import-peer.ts'
import { measurePhone, type Phone } from './phone.ts'
import { printTable } from './table.ts'

const ALL = ['performance', 'accessibility', 'best-practices', 'seo']
const CATEGORIES = process.env.LIGHTHOUSE_CATEGORIES?.split(',') ?? ALL
const FULL = 100
/** A machine that does other things as well may lose a point; then the middle of some visits counts. */
const VISITS = 3

/** Used part of a report; the types of lighthouse are not installed. */
interface Result {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>
}

type Lighthouse = (
  url: string,
  flags: Readonly<Record<string, unknown>>,
) => Promise<{ lhr: Result } | undefined>

const { default: lighthouse } = await importPeer<{ default: Lighthouse }>('lighthouse')

interface Scores extends Phone {
  page: string
  scores: number[]
  /** Titles of the audits that lowered the score. */
  reasons: string[]
  layoutShift: number
  paintMs: number
  blockingMs: number
}

const folder = mkdtempSync(path.join(tmpdir(), 'passport-lighthouse-'))
const server = await startServer(
  readConfig({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    CALLS_PER_ADDRESS_10S: '1000000',
  }),
)
const port = await freePort()
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
})

try {
  if (!hasJapaneseFont()) console.log('No font for Japanese here: pages in it may lose a point.\n')
  const results: Scores[] = []
  for (const page of pagesToSee()) {
    const seen = await see(page)
    results.push(seen)
    console.log(`${seen.scores.join(' ')}  ${page}  ${seen.reasons.join('; ')}`)
  }
  report(results)
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}

// Other systems than Linux come with one.
function hasJapaneseFont(): boolean {
  if (process.platform !== 'linux') return true
  return execFileSync('fc-list', [':lang=ja'], { encoding: 'utf8' }) !== ''
}

function pagesToSee(): string[] {
  const requested = process.env.LIGHTHOUSE_PAGES?.split(',')
  const all = readdirSync(path.join(root, 'dist/site'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `/${name.replaceAll(path.sep, '/').replace(/(?:(?:^|\/)index)?\.html$/, '')}`)
    .toSorted()
  return requested === undefined ? all : all.filter((page) => requested.includes(page))
}

async function see(page: string): Promise<Scores> {
  const visits: Scores[] = []
  let reason = ''
  for (let visit = 0; visit < VISITS; visit++) {
    const seen = await once(page)
    if (typeof seen === 'string') reason = seen
    else visits.push(seen)
    if (visit === 0 && visits.some(isFull)) break
  }
  const sorted = visits.toSorted((one, other) => sum(one) - sum(other))
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error(`Lighthouse fails at ${page}: ${reason}`)
  return middle
}

/** Scores of one visit, or why there are none: on a busy machine a trace may come to nothing. */
async function once(page: string): Promise<Scores | string> {
  const phone = await measurePhone(browser)
  const run = await lighthouse(server.origin + page, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...CATEGORIES],
    disableFullPageScreenshot: true,
    throttling: { cpuSlowdownMultiplier: phone.slowdown },
  })
  const result = run?.lhr
  if (result === undefined) return 'it says nothing'
  if (result.runtimeError) return result.runtimeError.message
  return {
    ...phone,
    page,
    scores: CATEGORIES.map((name) => Math.round((result.categories[name]?.score ?? 0) * FULL)),
    reasons: CATEGORIES.flatMap((name) => reasonsOf(result, name)),
    layoutShift: result.audits['cumulative-layout-shift']?.numericValue ?? 0,
    paintMs: result.audits['largest-contentful-paint']?.numericValue ?? 0,
    blockingMs: result.audits['total-blocking-time']?.numericValue ?? 0,
  }
}

function reasonsOf(result: Result, name: string): string[] {
  const category = result.categories[name]
  if (category === undefined || category.score === 1) return []
  return category.auditRefs
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ''}`.trim())
}

function report(results: readonly Scores[]): void {
  printTable(
    'Lighthouse, mobile preset, simulated slow network',
    ['page', ...CATEGORIES, 'LCP ms', 'TBT ms', 'CLS', 'machine', 'slowed'],
    results.map(({ page, scores, paintMs, blockingMs, layoutShift, machineIndex, slowdown }) => [
      page,
      ...scores.map(String),
      paintMs.toFixed(0),
      blockingMs.toFixed(0),
      layoutShift.toFixed(3),
      machineIndex.toFixed(0),
      `${slowdown.toFixed(1)}×`,
    ]),
  )
  const missed = results.filter((one) => !isFull(one))
  for (const { page, reasons } of missed) console.log(`${page}: ${reasons.join('; ')}`)
  console.log(`\n${results.length - missed.length} of ${results.length} pages have ${FULL} in all.`)
  if (missed.length > 0) process.exitCode = 1
}

function isFull(seen: Scores): boolean {
  return sum(seen) === FULL * CATEGORIES.length
}

function sum({ scores }: Scores): number {
  return scores.reduce((total, score) => total + score, 0)
}
