/** Where a visit ends: at a page, or with a message to the page that opened the popup. */
export interface Ending {
  /** As the server allowed it. */
  next: string | undefined
  /** Origin of the page that waits for this popup. */
  opener: string | undefined
}

/** Time in which a popup that may close itself does so. */
const CLOSING_MS = 300

/** Goes to where the person wanted to be, or tells the page that waits and closes the window. */
export function finish(
  page: HTMLElement,
  { next, opener: waiting }: Ending,
  ticket?: string,
): void {
  if (waiting === undefined) {
    location.replace(next ?? '/')
    return
  }
  tell(waiting, { isDone: true, ...(ticket === undefined ? {} : { ticket }) })
  close()
  // Some browsers keep a window that has been on another site.
  setTimeout(() => {
    page.dataset['state'] = 'done'
  }, CLOSING_MS)
}

// Another page that may have opened this window hears nothing.
function tell(origin: string, outcome: { isDone: true; ticket?: string }): void {
  const message = { type: 'passport-third-party', ...outcome }
  if (origin === location.origin) {
    // Works even where the other site has cut the two windows apart.
    const channel = new BroadcastChannel(message.type)
    channel.postMessage(message)
    channel.close()
  } else if (opener instanceof Object) {
    ;(opener as Window).postMessage(message, origin)
  }
}
