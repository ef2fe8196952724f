// The loader: draws the first screen at once, then fetches the rest.
import { css } from 'virtual:shell'
import type { User } from '#protocol/objects.ts'
import { drawAll } from './loader/draw.ts'
import { loadMessages } from './messages/load-messages.ts'

const server = new URL(import.meta.url).origin
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

/** Fetches what makes the element work; a page with one in a shadow root of its own calls it. */
export function load(): void {
  void import('./main.ts').then(
    ({ start }) =>
      start({
        server,
        // Public half of the root key that signs sealing keys; the server writes it in when serving.
        sealRoot: '__PASSPORT_SEAL_ROOT__',
        sheet,
        loadMessages,
      }),
    // The browser has said on the console what did not load; the plain form still works.
    () => drawAll(server, loadMessages, sheet, true),
  )
}

/** Who is signed in, or undefined for nobody; for pages without an element. */
export async function session(aid: number): Promise<User | undefined> {
  return (await import('./session-calls.ts')).session(server, aid)
}

/** Ends the session of this browser; for pages without an element. */
export async function signOut(aid: number): Promise<void> {
  await (await import('./session-calls.ts')).signOut(server, aid)
}

// A page that shows nobody a form pays for none.
if (drawAll(server, loadMessages, sheet)) load()
else
  new MutationObserver((_, observer) => {
    if (drawAll(server, loadMessages, sheet)) {
      observer.disconnect()
      load()
    }
  }).observe(document, { childList: true, subtree: true })
