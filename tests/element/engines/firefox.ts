import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core'
import { refuseToDebug, type Engine } from './engine.ts'

/** Firefox, over WebDriver BiDi. */
export function firefox(executablePath: string): Engine {
  const pages = new Map<string, Page>()
  let browser: Promise<Browser> | undefined
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
      browser ??= puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
      const page = await (await browser).newPage()
      pages.set(id, page)
      await page.setViewport({ width: 1000, height: 800 })
      await page.goto(url)
    },
    startDebugSession: refuseToDebug,
    isActive: (id) => pages.has(id),
    getBrowserUrl: (id) => pageOf(id).url(),
    async stopSession(id) {
      const page = pageOf(id)
      pages.delete(id)
      await page.close()
      return {}
    },
    async stop() {
      await (await browser)?.close()
    },
    getPage(id) {
      const { keyboard, mouse } = pageOf(id)
      // The names of keys are those of the DOM in both.
      return { keyboard: { press: async (key) => await keyboard.press(key as KeyInput) }, mouse }
    },
  }
}
