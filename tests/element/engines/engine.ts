import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner'

/** A step of the mouse, in pixels of the page. */
export interface MouseStep {
  type: 'move' | 'down' | 'up' | 'click'
  position?: [x: number, y: number]
}

/** A browser of another make that can do what no page can. */
export interface Engine extends BrowserLauncher {
  press(sessionId: string, key: string): Promise<void>
  mouse(sessionId: string, step: MouseStep): Promise<void>
}

/** These browsers have no window to look at. */
export function refuseToDebug(): Promise<never> {
  return Promise.reject(new Error('these browsers cannot be watched'))
}

/** Has the engines press keys and move the mouse when a test asks for it. */
export function inputPlugin(engines: readonly Engine[]): TestRunnerPlugin {
  return {
    name: 'engine-input',
    async executeCommand({ command, payload, session }) {
      const engine = engines.find((one) => one === session.browser)
      if (engine === undefined) return undefined
      if (command === 'send-keys') {
        await engine.press(session.id, (payload as { press: string }).press)
        return true
      }
      if (command === 'send-mouse') {
        await engine.mouse(session.id, payload as unknown as MouseStep)
        return true
      }
      return undefined
    },
  }
}
