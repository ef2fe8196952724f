// How much sooner a page opens whose link was pointed at before it was pressed, on a slow network.
// Ends within 90 seconds, with as many visits as the machine has made by then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.ts'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/start.ts'
import { median, printTable } from './table.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 9)
/** No round of visits begins later than this. */
const LAST_ROUND_MS = 60_000
const NETWORK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
/** Between pointing at a link and pressing it; people take 200 ms and more. */
const RESTS_MS = [0, 300, 600] as const
const PAGES = ['Blog', 'Pricing', 'Changelog']

/** Milliseconds from pressing a link. */
interface Opening {
  /** Until the text of the page is there. */
  textMs: number
  paintMs: number
}

const data = mkdtempSync(path.join(tmpdir(), 'hover-'))
const server = await startServer(readConfig({ PORT: '0', DATA_DIR: data, LOG_LEVEL: 'silent' }))
const browser = await chromium.launch({
  executablePath: await findBrowser(console.log),
  args: BROWSER_FLAGS,
})
try {
  const opened = new Map(RESTS_MS.map((rest) => [rest, [] as Opening[]]))
  const begun = performance.now()
  let rounds = 0
  for (; rounds < RUNS && (rounds === 0 || performance.now() - begun < LAST_ROUND_MS); rounds++) {
    for (const name of PAGES) {
      for (const rest of RESTS_MS) opened.get(rest)?.push(await open(browser, name, rest))
    }
  }
  report(opened, rounds * PAGES.length)
} finally {
  await browser.close()
  await server.close()
  rmSync(data, { recursive: true, force: true })
}

function report(opened: ReadonlyMap<number, readonly Opening[]>, visits: number): void {
  const rows = RESTS_MS.map((rest) => ({
    rest,
    textMs: median((opened.get(rest) ?? []).map(({ textMs }) => textMs)),
    paintMs: median((opened.get(rest) ?? []).map(({ paintMs }) => paintMs)),
  }))
  const [bare] = rows
  const last = rows.at(-1)
  if (bare === undefined || last === undefined) return
  printTable(
    `Pressing a link of the home page on slow 4G, median of ${visits} visits`,
    ['pointed at before', 'text there ms', 'ratio', 'first paint ms', 'ratio'],
    rows.map(({ rest, textMs, paintMs }) => [
      rest === 0 ? 'not at all' : `${rest} ms`,
      textMs.toFixed(0),
      (textMs / bare.textMs).toFixed(2),
      paintMs.toFixed(0),
      (paintMs / bare.paintMs).toFixed(2),
    ]),
  )
  console.log(
    `A link that was pointed at for ${last.rest} ms has its text ${(bare.textMs - last.textMs).toFixed(0)} ms sooner, and is seen ${(bare.paintMs - last.paintMs).toFixed(0)} ms sooner.`,
  )
}

async function open(on: Browser, name: string, restMs: number): Promise<Opening> {
  const context = await on.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  // The page that holds the link is not what is measured.
  await page.goto(server.origin, { waitUntil: 'load' })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  const link = page.getByRole('banner').getByRole('link', { name, exact: true })
  const box = await link.boundingBox()
  if (box === null) throw new Error(`${name} is not in sight`)
  const target = new URL((await link.getAttribute('href')) ?? '', server.origin).href
  if (restMs > 0) {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await pause(restMs)
    await page.mouse.down()
    await page.mouse.up()
  } else {
    // As a tap or a key does it: nothing pointed at the link before.
    await link.evaluate((element: HTMLElement) => element.click())
  }
  await page.waitForURL(target)
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const paintMs = Number(await paint.jsonValue())
  const textMs = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return entry instanceof PerformanceNavigationTiming ? entry.responseEnd : Number.NaN
  })
  await context.close()
  return { textMs, paintMs }
}
