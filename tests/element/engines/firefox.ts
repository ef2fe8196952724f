import { setTimeout as wait } from 'node:timers/promises'
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core'
import { endTree } from '../../../scripts/engines/end-tree.ts'
import { refuseToDebug, type Engine } from './engine.ts'
import { puppeteerTab } from './puppeteer-tab.ts'

/** Time for a browser to end by itself. */
const END_MS = 10_000

/** Firefox, over WebDriver BiDi; every test file gets a browser of its own. */
export function firefox(executablePath: string): Engine {
  const pages = new Map<string, Page>()
  const pageOf = (id: string): Page => {
    const page = pages.get(id)
    if (page === undefined) throw new Error(`there is no session ${id}`)
    return page
  }
  return {
    name: 'Firefox',
    type: 'playwright',
    concurrency: 1,
    async startSession(id, url) {
      // A viewport of Puppeteer also turns the screen, which Firefox ESR 140 cannot do.
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        defaultViewport: null,
        args: ['--width=1000', '--height=885'],
      })
      const page = await browser.newPage()
      pages.set(id, page)
      await page.goto(url)
    },
    startDebugSession: refuseToDebug,
    isActive: (id) => pages.has(id),
    getBrowserUrl: (id) => pageOf(id).url(),
    async stopSession(id) {
      const page = pageOf(id)
      pages.delete(id)
      const browser = page.browser()
      const child = browser.process()
      await Promise.race([browser.close(), wait(END_MS, undefined, { ref: false })])
      if (child?.exitCode === null) endTree(child.pid)
      return {}
    },
    openTab: (id) => puppeteerTab(pageOf(id).browser()),
    getPage(id) {
      const page = pageOf(id)
      const { keyboard, mouse } = page
      return {
        keyboard: { press },
        mouse: {
          move: (x, y) => mouse.move(x, y),
          down: () => mouse.down(),
          up: () => mouse.up(),
          async click(x, y) {
            await takeKeys(page)
            await mouse.click(x, y)
          },
        },
      }

      /** Several keys at once are written as `Shift+Tab`; their names are those of the DOM. */
      async function press(keys: string): Promise<void> {
        const names = keys.split('+') as KeyInput[]
        for (const name of names) await keyboard.down(name)
        for (const name of names.toReversed()) await keyboard.up(name)
      }
    },
  }
}

/**
 * Tab goes on from a page into the toolbar, which then has the keys. A person's click takes them
 * back; one over BiDi does not, but leaving the page for another one and coming back does.
 */
async function takeKeys(page: Page): Promise<void> {
  if (await page.evaluate(() => document.hasFocus())) return
  const other = await page.browser().newPage()
  await other.close()
  await page.bringToFront()
}
