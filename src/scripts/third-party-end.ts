/** Destination of the person: a page, or the page that opened this popup. */
export interface Ending {
  /** Return URL that the server accepted. */
  next: string | undefined
  /** Origin of the page that opened this popup; undefined outside of popups. */
  opener: string | undefined
}

/** Time after which a popup that could not close itself shows that it is done. */
const CLOSING_MS = 300

/** Redirects to the return URL, or reports to the opening page and closes the popup. */
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
  // Some browsers do not close a window that has visited another site.
  setTimeout(() => {
    page.dataset['state'] = 'done'
  }, CLOSING_MS)
}

// Only pages of this origin can receive the message.
function tell(origin: string, outcome: { isDone: true; ticket?: string }): void {
  const message = { type: 'passport-third-party', ...outcome }
  if (origin === location.origin) {
    // Works even if the provider's opener policy has separated the windows.
    const channel = new BroadcastChannel(message.type)
    channel.postMessage(message)
    channel.close()
  } else if (opener instanceof Object) {
    ;(opener as Window).postMessage(message, origin)
  }
}
