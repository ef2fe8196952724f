// Loader: draws the first screen at once, then fetches the rest.
import { css } from 'virtual:shell'
import type { User } from '#protocol/objects.ts'
import { startTelemetry } from './base/start-telemetry.ts'
import { collectErrors } from './base/early-errors.ts'
import { drawAll } from './loader/draw.ts'
import { loadMessages } from './messages/load-messages.ts'

const server = new URL(import.meta.url).origin
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

/** Delay after which most pages have created their shadow roots. */
const LOOK_AGAIN_MS = 2000

const early = collectErrors()
let isLoaded = false
let stopLooking = (): void => undefined

/** Loads the element; pages with one in a closed shadow root call it. */
export function load(): void {
  isLoaded = true
  stopLooking()
  import('./main.ts')
    .then(({ start }) =>
      start({
        server,
        // Public half of the root key that signs sealing keys; the server fills it in.
        sealRoot: '__PASSPORT_SEAL_ROOT__',
        sheet,
        loadMessages,
        startTelemetry: (settings) => startTelemetry(settings, early),
      }),
    )
    .catch((error: unknown) => {
      reportError(error)
      // The plain form still works.
      drawAll(server, loadMessages, sheet, true)
      trackFailedStart()
    })
}

/** Starts telemetry on a page whose element did not start. */
function trackFailedStart(): void {
  const element = document.querySelector('passport-login')
  const isOn = element?.getAttribute('telemetry')
  startTelemetry(
    {
      aid: Number(element?.getAttribute('aid')),
      isOn: isOn == null ? undefined : !/^(?:off|false)$/.test(isOn),
      server,
      place: 'element',
    },
    early,
  )
}

/** Returns the signed-in person, if any; for pages without an element. */
export async function session(aid: number): Promise<User | undefined> {
  return (await import('./base/session-calls.ts')).session(server, aid)
}

/** Ends the session of this browser; for pages without an element. */
export async function signOut(aid: number): Promise<void> {
  await (await import('./base/session-calls.ts')).signOut(server, aid)
}

/** Returns whether an open shadow root contains an element, which no observer of the page sees. */
function isInRoot(tree: ParentNode): boolean {
  return [...tree.querySelectorAll('*')].some(
    ({ shadowRoot }) =>
      shadowRoot && (shadowRoot.querySelector('passport-login') ?? isInRoot(shadowRoot)),
  )
}

// A page without an element loads nothing more.
if (drawAll(server, loadMessages, sheet)) load()
else {
  const observer = new MutationObserver(() => {
    if (drawAll(server, loadMessages, sheet)) load()
  })
  observer.observe(document, { childList: true, subtree: true })
  stopLooking = () => observer.disconnect()
  setTimeout(() => {
    if (isLoaded) return
    if (isInRoot(document)) {
      load()
      return
    }
    // oxlint-disable-next-line no-console -- nothing else could tell
    console.info('passport-login: no element. In a closed root, call load().')
  }, LOOK_AGAIN_MS)
}
