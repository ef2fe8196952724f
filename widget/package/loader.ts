import { css } from 'virtual:shell'
import { startTelemetry } from '../src/base/start-telemetry.ts'
import { drawAll } from '../src/loader/draw.ts'
import { loadMessages } from '../src/messages/load-messages.ts'

/** Options that hold for all elements of a page. */
export interface LoadOptions {
  /** Origin of the account server for elements without `server`; empty for the page's own. */
  server?: string
  /**
   * Public half of the root key of that server. With it, keys for sealing that the server did not
   * sign are refused; a server that serves the script itself writes it in.
   */
  sealRoot?: string
}

let loading: Promise<void> | undefined

/**
 * Draws the first screen into the elements of the page and defines `<passport-login>`; a second call
 * joins the first. Does nothing where there is no page, such as where markup is made.
 */
export function loadPassportLogin(options: LoadOptions = {}): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  loading ??= load(options).catch((error: unknown) => {
    // The next call tries again; the form that is drawn works as a plain post.
    loading = undefined
    throw error
  })
  return loading
}

async function load({ server = '', sealRoot = '' }: LoadOptions): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  drawAll(server, loadMessages, sheet)
  try {
    const { start } = await import('../src/main.ts')
    await start({ server, sealRoot, sheet, loadMessages, startTelemetry })
  } catch (error) {
    drawAll(server, loadMessages, sheet, true)
    throw error
  }
}
