import type { Browser } from 'puppeteer-core'
import type { Tab } from './engine.ts'

/** A page of its own in a browser that puppeteer drives. */
export async function puppeteerTab(browser: Browser): Promise<Tab> {
  const page = await browser.newPage()
  return {
    open: (address) => page.goto(address),
    run: (expression) => page.evaluate(expression),
    close: () => page.close(),
  }
}
