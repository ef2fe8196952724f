// What it takes to show a form and to have it work, beside a peer, in one interleaved run.
import process from 'node:process'
import puppeteer from 'puppeteer-core'
import { BROWSER_FLAGS, findBrowser } from '../scripts/lib/browser.ts'
import { measureGrowth, networks, visit, type Visit } from './element/measure.ts'
import { described, pageNames, servePages, type PageName } from './element/pages.ts'
import { median, printTable } from './table.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 9)
const KB = 1024

const server = await servePages()
const browser = await puppeteer.launch({
  executablePath: await findBrowser(console.log),
  args: BROWSER_FLAGS,
})

/** The medians of a page on a network. */
type Results = Record<PageName, Visit>

try {
  const results: Results[] = []
  for (const conditions of networks) {
    const visits = new Map<PageName, Visit[]>(pageNames.map((name) => [name, []]))
    for (let run = 0; run < RUNS; run++) {
      for (const name of pageNames) {
        visits.get(name)?.push(await visit(browser, `${server.origin}/${name}`, conditions))
      }
    }
    const medians = Object.fromEntries(
      pageNames.map((name) => [name, medianOf(visits.get(name) ?? [])]),
    ) as Results
    results.push(medians)
    printVisits(conditions.name, medians)
  }
  const [free, slow] = results
  if (free !== undefined && slow !== undefined) printGoals(free, slow)
  await printGrowth()
} finally {
  await browser.close()
  server.close()
}

function medianOf(visits: readonly Visit[]): Visit {
  const of = (key: keyof Visit): number => median(visits.map((one) => one[key]))
  return {
    fieldMs: of('fieldMs'),
    readyMs: of('readyMs'),
    blockingMs: of('blockingMs'),
    requests: of('requests'),
    scripts: of('scripts'),
    scriptBytes: of('scriptBytes'),
    heapBytes: of('heapBytes'),
  }
}

function printVisits(network: string, results: Results): void {
  printTable(
    `CPU x4, network: ${network}; medians of ${RUNS} visits with an empty cache`,
    ['page', 'field', 'ready', 'blocking', 'requests', 'scripts', 'script bytes', 'heap'],
    pageNames.map((name) => {
      const one = results[name]
      return [
        described[name],
        ...[one.fieldMs, one.readyMs, one.blockingMs].map((ms) => `${Math.round(ms)} ms`),
        String(one.requests),
        String(one.scripts),
        `${(one.scriptBytes / KB).toFixed(1)} KB`,
        `${(one.heapBytes / KB / KB).toFixed(1)} MB`,
      ]
    }),
  )
}

function printGoals(free: Results, slow: Results): void {
  const goals: [what: string, is: number, goal: number, unit: string][] = [
    ['field, rendered, of the peer', free.rendered.fieldMs / free.hanko.fieldMs, 0.4, ''],
    ['field, script tag, of the peer', free.script.fieldMs / free.hanko.fieldMs, 0.5, ''],
    ['field, rendered, of the peer, slow 4G', slow.rendered.fieldMs / slow.hanko.fieldMs, 0.35, ''],
    ['field, script tag, of the peer, slow 4G', slow.script.fieldMs / slow.hanko.fieldMs, 0.45, ''],
    ['field, rendered, of the plain form', free.rendered.fieldMs / free.form.fieldMs, 1.5, ''],
    ["ready, script tag, of the peer's field", free.script.readyMs / free.hanko.fieldMs, 0.8, ''],
    ['the same, slow 4G', slow.script.readyMs / slow.hanko.fieldMs, 1, ''],
    ["blocking, of the peer's", free.script.blockingMs / free.hanko.blockingMs, 1.5, ''],
    ['the same, slow 4G', slow.script.blockingMs / slow.hanko.blockingMs, 1.5, ''],
    ["blocking, lite, of the peer's", free.lite.blockingMs / free.hanko.blockingMs, 1, ''],
    ['the same, slow 4G', slow.lite.blockingMs / slow.hanko.blockingMs, 1, ''],
    ['scripts until ready', free.script.scripts, 4, ''],
    ['scripts until ready, lite', free.lite.scripts, 4, ''],
  ]
  printTable(
    'Goals',
    ['what', 'is', 'goal', 'verdict'],
    goals.map(([what, is, goal, unit]) => [
      what,
      `${is.toFixed(2)}${unit}`,
      `at most ${goal}${unit}`,
      is <= goal ? 'reached' : 'missed',
    ]),
  )
}

async function printGrowth(): Promise<void> {
  const rows: string[][] = []
  for (const name of ['script', 'lite'] as const) {
    const { before, after } = await measureGrowth(browser, `${server.origin}/${name}`)
    const nodes = after.nodes - before.nodes
    const listeners = after.listeners - before.listeners
    rows.push([
      described[name],
      String(nodes),
      String(listeners),
      `${((after.heapBytes - before.heapBytes) / KB).toFixed(0)} KB`,
      nodes <= 0 && listeners <= 0 ? 'reached' : 'missed',
    ])
  }
  printTable(
    'Growth over 200 elements mounted, moved and removed and 200 only made; the goal is none',
    ['page', 'nodes', 'listeners', 'heap', 'verdict'],
    rows,
  )
}
