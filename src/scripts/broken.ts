import './early-errors.ts'

/**
 * The error boundary of the page: says that a script of ours failed, wherever it is, with a way to
 * go on. A part of the page that says so in its own place needs no second notice.
 */
export function tellBroken(): void {
  const notice = document.querySelector<HTMLElement>('.page-broken')
  if (notice === null) return
  const look = (event: Event): void => {
    if (!isOurs(event)) return
    setTimeout(() => {
      notice.hidden = document.querySelector('.state-panel:not([hidden], .known-out)') !== null
    })
  }
  for (const event of window.earlyErrors?.seen() ?? []) look(event)
  addEventListener('error', look)
  addEventListener('unhandledrejection', look)
  const [reload, close] = notice.querySelectorAll('button')
  reload?.addEventListener('click', () => location.reload())
  close?.addEventListener('click', () => {
    notice.hidden = true
  })
}

// Extensions run scripts of their own on every page, and a filter may keep files from it.
function isOurs(event: Event): boolean {
  const ours = `${location.origin}/`
  if (event instanceof ErrorEvent) {
    return event.error instanceof Error && event.filename.startsWith(ours)
  }
  return (
    event instanceof PromiseRejectionEvent &&
    event.reason instanceof Error &&
    event.reason.stack?.includes(ours) === true
  )
}
