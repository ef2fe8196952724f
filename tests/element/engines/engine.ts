import type { BrowserLauncher } from '@web/test-runner'

/** Actions on a page that scripts cannot do themselves, named as in Playwright. */
export interface Hands {
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

/** A browser of another make. */
export interface Engine extends BrowserLauncher {
  /** The runner presses keys and moves the mouse of what it takes for Playwright. */
  type: 'playwright'
  getPage(sessionId: string): Hands
  openTab(sessionId: string): Promise<Tab>
}

/** These browsers have no window to look at. */
export function refuseToDebug(): Promise<never> {
  return Promise.reject(new Error('these browsers cannot be watched'))
}
