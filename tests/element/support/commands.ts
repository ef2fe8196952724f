const socket: string = '/__web-dev-server__web-socket.js'
const { sendMessageWaitForResponse } = (await import(socket)) as {
  sendMessageWaitForResponse(message: object): Promise<{ executed: boolean; result?: unknown }>
}
const sessionId = new URL(location.href).searchParams.get('wtr-session-id')

/** Has the test runner do to the browser what no page can. */
async function run(command: string, payload: object): Promise<unknown> {
  const { executed, result } = await sendMessageWaitForResponse({
    type: 'wtr-command',
    sessionId,
    command,
    payload,
  })
  if (!executed) throw new Error(`the test runner does not know ${command}`)
  return result
}

/** Longest time for what a test waits for in a tab. */
const STEP_MS = 40_000

/** Presses a key as a person does, with all that browsers do by themselves. */
export async function press(key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await run('send-keys', { press: key })
}

/** Drags the mouse from one place to another, in steps. */
export async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const round = (place: [number, number]): number[] => place.map(Math.round)
  await run('send-mouse', { type: 'move', position: round(from) })
  await run('send-mouse', { type: 'down', button: 'left' })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const at: [number, number] = [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ]
    await run('send-mouse', { type: 'move', position: round(at) })
  }
  await run('send-mouse', { type: 'up', button: 'left' })
}

/** Clicks a place of the page. */
export async function clickAt([x, y]: [number, number]): Promise<void> {
  await run('send-mouse', {
    type: 'click',
    position: [Math.round(x), Math.round(y)],
    button: 'left',
  })
}

/** Emulates preferences of the person's system; `null` removes one. */
export async function emulate(media: {
  forcedColors?: 'active' | 'none'
  reducedMotion?: 'reduce' | 'no-preference'
}): Promise<void> {
  await run('emulate-media', media)
}

/**
 * Opens a page of `/pages/` at the top of a window. Each function runs in that page, again and again
 * until it answers `true`, and knows nothing of the test.
 */
export async function inTab(address: string, steps: (() => boolean)[]): Promise<void> {
  await run('tab-open', { address })
  try {
    await settle(steps)
  } finally {
    await run('tab-close', {})
  }
}

/** Why the browser loaded a page anew to which somebody returned, where it says so. */
const WHY_NOT_KEPT = `JSON.stringify([
  location.pathname,
  performance.getEntriesByType('navigation')[0]?.type,
  performance.getEntriesByType('navigation')[0]?.notRestoredReasons,
])`

/** Opens a page, leaves it and returns to it; the functions run before and after. */
export async function leaveAndReturn(
  address: string,
  { before, after }: { before: (() => boolean)[]; after: (() => boolean)[] },
): Promise<void> {
  await run('tab-open', { address })
  try {
    await settle(before)
    await run('tab-come-back', {})
    try {
      await settle(after)
    } catch (error) {
      const reasons = await run('tab-read', { expression: WHY_NOT_KEPT })
      throw new Error(`after the return: ${String(reasons)}`, { cause: error })
    }
  } finally {
    await run('tab-close', {})
  }
}

async function settle(steps: (() => boolean)[]): Promise<void> {
  for (const one of steps) {
    const end = performance.now() + STEP_MS
    // The runner waits for a shorter time at once.
    while (!(await run('tab-until', { expression: `(${String(one)})()` }))) {
      if (performance.now() > end) throw new Error(`waited in vain: ${String(one)}`)
    }
  }
}
