import type { BrowserLauncher } from '@web/test-runner'

/** Actions on a page that scripts cannot do themselves, named as in Playwright. */
export interface PageActions {
  keyboard: { press(key: string): Promise<unknown> }
  mouse: {
    move(x: number, y: number): Promise<unknown>
    click(x: number, y: number): Promise<unknown>
    down(): Promise<unknown>
    up(): Promise<unknown>
  }
}

/** A page of its own, with a history. */
export interface Tab {
  open(address: string): Promise<unknown>
  /** Answers what an expression is there. */
  run(expression: string): Promise<unknown>
  close(): Promise<unknown>
}

/** A browser other than Chromium. */
export interface Engine extends BrowserLauncher {
  /** The runner only presses keys and moves the mouse of launchers of this type. */
  type: 'playwright'
  getPage(sessionId: string): PageActions
  openTab(sessionId: string): Promise<Tab>
}

/** Rejects debugging: these browsers have no window. */
export function refuseToDebug(): Promise<never> {
  return Promise.reject(new Error('these browsers cannot be watched'))
}
