import { createServer, type Server } from 'node:http'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import { BROWSER_FLAGS } from '../../../scripts/lib/browser.ts'
import type { Engine, Tab } from '../engines/engine.ts'
import { puppeteerTab } from '../engines/puppeteer-tab.ts'

/** Well below the twenty seconds that the test runner waits for a command. */
const WAIT_MS = 5000
const ELSEWHERE = '/elsewhere.html'
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }

interface Source {
  serve(context: {
    path: string
    query: unknown
    url: string
  }): Promise<{ body: string; type: string; headers?: Record<string, string> } | undefined>
}

/**
 * Opens a page at the top of a window, leaves it for another and comes back, as browsers do it by
 * themselves: pages of the test runner hold sockets open, and frames have no such history, so these
 * pages come from a server of their own.
 */
export function keptPages(
  port: number,
  sources: readonly Source[],
): {
  name: string
  serverStart(): void
  serverStop(): void
  executeCommand(call: {
    command: string
    payload?: unknown
    session: { id: string; browser: object }
  }): Promise<unknown>
} {
  let server: Server | undefined
  let opened: { tab: Tab; close(): Promise<unknown> } | undefined
  const origin = `http://localhost:${port}`
  return {
    name: 'kept-pages',
    serverStart() {
      server = createServer((request, response) => {
        void answer(sources, request.url ?? '/').then(({ body, headers }) =>
          response.writeHead(200, headers).end(body),
        )
      }).listen(port)
    },
    serverStop() {
      server?.close()
      server?.closeAllConnections()
    },
    async executeCommand({ command, payload, session }) {
      switch (command) {
        case 'tab-open': {
          const { address } = payload as { address: string }
          opened = await openTab(session)
          await opened.tab.open(origin + address)
          return true
        }
        case 'tab-until':
          return await holds(opened?.tab, (payload as { expression: string }).expression)
        case 'tab-read':
          return await opened?.tab.run((payload as { expression: string }).expression)
        case 'tab-come-back':
          await opened?.tab.open(origin + ELSEWHERE)
          await opened?.tab.run('setTimeout(() => history.back())')
          return true
        case 'tab-close':
          await opened?.close()
          return true
        default:
          return undefined
      }
    },
  }
}

async function answer(
  sources: readonly Source[],
  url: string,
): Promise<{ body: string; headers: Record<string, string> }> {
  const path = new URL(url, 'http://localhost').pathname
  if (path !== ELSEWHERE) {
    for (const source of sources) {
      const found = await source.serve({ path, query: {}, url })
      if (!found) continue
      const { body, type, headers } = found
      return { body, headers: { ...headers, 'content-type': TYPES[type] ?? `text/${type}` } }
    }
  }
  return {
    body: '<!doctype html><title>Elsewhere</title>',
    headers: { 'content-type': 'text/html' },
  }
}

async function openTab(session: {
  id: string
  browser: object
}): Promise<{ tab: Tab; close(): Promise<unknown> }> {
  if ('openTab' in session.browser) {
    // The launchers of other engines open it; Playwright's knows nothing of pages that are kept.
    const tab = await (session.browser as Engine).openTab(session.id)
    return { tab, close: () => tab.close() }
  }
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: BROWSER_FLAGS,
  })
  return { tab: await puppeteerTab(browser), close: () => browser.close() }
}

/** Whether something becomes true in a while. */
async function holds(tab: Tab | undefined, expression: string): Promise<boolean> {
  const end = Date.now() + WAIT_MS
  // While a page goes and another comes there is nobody to answer.
  while ((await tab?.run(expression).catch(() => false)) !== true) {
    if (Date.now() > end) return false
    await wait(50)
  }
  return true
}
