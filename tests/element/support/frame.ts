/** Maximum wait for a condition, generous for a busy machine. */
const WAIT_MS = 40_000
/** Maximum wait for a proof of work, which takes some seconds by itself. */
export const WORK_MS = 150_000

/** Records of `watch.js` on every test page. */
export interface Watched {
  violations: string[]
  errors: string[]
  events: { name: string; detail: Record<string, unknown> }[]
}

let visits = 0

/** A page in a frame of its own. */
export interface Frame {
  window: Window & typeof globalThis & { watched: Watched }
  document: Document
  element: HTMLElement
  close(): void
}

/**
 * Opens a test page and waits until the element works; `drawn` is as soon as its first form is there,
 * since Firefox says `load` only when all that the loader imports has come.
 */
export async function openFrame(
  address: string,
  options: { until?: 'drawn' | 'loaded' | 'ready'; width?: number } = {},
): Promise<Frame> {
  const frame = document.createElement('iframe')
  frame.width = String(options.width ?? 600)
  frame.height = '800'
  // WebKit else may show the slow page of the visit before, whose files have come.
  visits += 1
  frame.src =
    options.until === 'drawn'
      ? `${address}${address.includes('?') ? '&' : '?'}visit=${visits}`
      : address
  document.body.append(frame)
  if (options.until === 'drawn') {
    const form = 'passport-login form'
    await until(() => Boolean(frame.contentDocument?.querySelector(form)), 'the early form')
  } else {
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true })
    })
  }
  const window = frame.contentWindow as Frame['window']
  const { document: inner } = window
  const ours = 'passport-login, passport-account'
  await until(() => inner.querySelector(ours) !== null, `an element on ${address}`)
  const element = find<HTMLElement>(inner, ours)
  const opened = { window, document: inner, element, close: () => frame.remove() }
  if (options.until === undefined || options.until === 'ready') await readiness(opened)
  return opened
}

/** Releases the main file of a slow page, which waits for this. */
export async function releaseSlowFile(): Promise<void> {
  await fetch('/go-on')
}

/** Waits until the element of a frame works. */
export async function readiness({ window }: Pick<Frame, 'window'>): Promise<void> {
  await releaseSlowFile()
  await until(() => window.watched.events.some(({ name }) => name === 'passport-ready'), 'ready')
}

/** Waits for something to become true, as long as a slow machine needs unless told otherwise. */
export async function until(holds: () => boolean, what: string, withinMs = WAIT_MS): Promise<void> {
  const end = performance.now() + withinMs
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 10)
    })
  }
}

/** Waits for one event of an element. */
export function next(target: EventTarget, name: string): Promise<CustomEvent> {
  return new Promise((resolve) => {
    target.addEventListener(name, (event) => resolve(event as CustomEvent), { once: true })
  })
}

/** The input, button or other node that is there by the selector. */
export function find<Kind extends HTMLElement>(root: ParentNode, selector: string): Kind {
  const found = root.querySelector<Kind>(selector)
  if (found === null) throw new Error(`nothing matches ${selector}`)
  return found
}
