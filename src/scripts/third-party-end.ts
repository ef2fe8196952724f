/** Where a visit ends: at a page, or with a message to the page that opened the popup. */
export interface Ending {
  /** As the server allowed it. */
  next: string | undefined
  /** Origin of the page that waits for this popup. */
  opener: string | undefined
}

interface Report {
  isDone: boolean
  /** Proof for one sensitive step. */
  ticket?: string
}

/** Time in which a popup that may close itself does so. */
const CLOSING_MS = 300

/** Goes on to where the person wanted to be, or tells the page that waits and closes. */
export function finish({ page }: { page: HTMLElement }, ending: Ending, ticket?: string): void {
  if (ending.opener === undefined) {
    location.replace(ending.next ?? '/')
    return
  }
  report(ending.opener, { isDone: true, ...(ticket === undefined ? {} : { ticket }) })
  close()
  // Some browsers keep a window whose way led over another site.
  setTimeout(() => {
    page.dataset['state'] = 'done'
  }, CLOSING_MS)
}

/** Tells the page that waits; another page that may have opened this window hears nothing. */
export function report(to: string | undefined, outcome: Report): void {
  if (to === undefined) return
  const message = { type: 'passport-third-party', ...outcome }
  if (to === location.origin) {
    // Reaches it even where the way over the other site has cut the two windows apart.
    const channel = new BroadcastChannel(message.type)
    channel.postMessage(message)
    channel.close()
  } else if (opener instanceof Object) {
    ;(opener as Window).postMessage(message, to)
  }
}
