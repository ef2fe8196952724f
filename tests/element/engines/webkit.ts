import { spawn, type ChildProcess } from 'node:child_process'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { endTree } from '../../../scripts/engines/end-tree.ts'
import { refuseToDebug, type Engine } from './engine.ts'
import { webkitTools } from '../../../scripts/lib/engines.ts'
import { freePort } from '../../support/free-port.ts'

const START_MS = 20_000
/** Time for a browser to end by itself. */
const END_MS = 10_000

/** Keys without a letter, as WebDriver writes them (W3C WebDriver, 17.4.2). */
const KEYS: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  Backspace: '\uE003',
  Shift: '\uE008',
  Control: '\uE009',
}

/** WebKitGTK, over plain W3C WebDriver; every test file gets a browser of its own. */
export function webkit(): Engine {
  const sessions = new Map<string, { driver: ChildProcess; address: string }>()
  let screen: ReturnType<typeof openScreen> | undefined

  const pathOf = (id: string, command: string): string =>
    `${sessions.get(id)?.address ?? ''}${command}`
  const act = async (id: string, device: object): Promise<unknown> =>
    await call('POST', pathOf(id, '/actions'), { actions: [device] })

  const point = async (id: string, ...actions: object[]): Promise<unknown> =>
    await act(id, { type: 'pointer', id: 'mouse', actions })

  return {
    name: 'WebKitGTK',
    type: 'playwright',
    concurrency: 1,
    async startSession(id, url) {
      screen ??= openScreen()
      const { driver, origin } = await openDriver((await screen).display)
      // Registered now, so that it is ended in any case.
      sessions.set(id, { driver, address: origin })
      const { sessionId } = (await call('POST', `${origin}/session`, {
        capabilities: { alwaysMatch: {} },
      })) as { sessionId: string }
      sessions.set(id, { driver, address: `${origin}/session/${sessionId}` })
      await call('POST', pathOf(id, '/window/rect'), { x: 0, y: 0, width: 1000, height: 900 })
      await call('POST', pathOf(id, '/url'), { url })
    },
    startDebugSession: refuseToDebug,
    isActive: (id) => sessions.has(id),
    getBrowserUrl: async (id) => String(await call('GET', pathOf(id, '/url'))),
    async stopSession(id) {
      const session = sessions.get(id)
      sessions.delete(id)
      if (session === undefined) return {}
      await Promise.race([
        call('DELETE', session.address).catch(() => undefined),
        wait(END_MS, undefined, { ref: false }),
      ])
      endTree(session.driver.pid)
      return {}
    },
    async stop() {
      const opened = await screen
      opened?.process.kill()
    },
    async openTab(id) {
      // A driver has one session, and a session one current window: meanwhile that is this one.
      const back = await call('GET', pathOf(id, '/window'))
      const path = pathOf(id, '')
      const { handle } = (await call('POST', `${path}/window/new`, { type: 'tab' })) as {
        handle: string
      }
      await call('POST', `${path}/window`, { handle })
      return {
        open: async (url) => await call('POST', `${path}/url`, { url }),
        async run(expression) {
          const script = `return ${expression}`
          return await call('POST', `${path}/execute/sync`, { script, args: [] })
        },
        async close() {
          await call('DELETE', `${path}/window`)
          await call('POST', `${path}/window`, { handle: back })
        },
      }
    },
    getPage: (id) => ({
      keyboard: {
        async press(key) {
          const keys = key.split('+').map((name) => KEYS[name] ?? name)
          const down = keys.map((value) => ({ type: 'keyDown', value }))
          const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
          await act(id, { type: 'key', id: 'keyboard', actions: [...down, ...up] })
        },
      },
      mouse: {
        move: async (x, y) => await point(id, move(x, y)),
        click: async (x, y) => await point(id, move(x, y), DOWN, UP),
        down: async () => await point(id, DOWN),
        up: async () => await point(id, UP),
      },
    }),
  }
}

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`WebKitWebDriver: ${JSON.stringify(value)}`)
  return value
}

/** A driver that answers; it has one session, and a session one browser. */
async function openDriver(display: string): Promise<{ driver: ChildProcess; origin: string }> {
  const port = await freePort()
  const driver = spawn(webkitTools.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const origin = `http://127.0.0.1:${port}`
  const end = Date.now() + START_MS
  for (;;) {
    try {
      await call('GET', `${origin}/status`)
      return { driver, origin }
    } catch (error) {
      if (Date.now() > end) throw error
      await wait(100)
    }
  }
}

/** A screen that nobody sees; it says its number once it is there. */
async function openScreen(): Promise<{ process: ChildProcess; display: string }> {
  const size = ['-screen', '0', '1280x1024x24']
  const screen = spawn(webkitTools.screen, ['-displayfd', '1', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = await new Promise<Buffer>((resolve, reject) => {
    screen.stdout.once('data', resolve)
    screen.once('error', reject)
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { process: screen, display: `:${output.toString().trim()}` }
}

const DOWN = { type: 'pointerDown', button: 0 }
const UP = { type: 'pointerUp', button: 0 }

function move(x: number, y: number): object {
  return { type: 'pointerMove', duration: 0, x, y }
}
