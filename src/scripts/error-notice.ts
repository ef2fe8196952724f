import './early-errors.ts'

/**
 * Shows the page's error notice after an error of our scripts, unless a section shows its own error.
 */
export function watchErrors(): void {
  const notice = document.querySelector<HTMLElement>('.page-broken')
  if (notice === null) return
  const showNotice = (event: Event): void => {
    if (!isOurs(event)) return
    setTimeout(() => {
      notice.hidden = document.querySelector('.state-panel:not([hidden], .known-out)') !== null
    })
  }
  for (const event of window.earlyErrors?.seen() ?? []) showNotice(event)
  addEventListener('error', showNotice)
  addEventListener('unhandledrejection', showNotice)
  const [reload, close] = notice.querySelectorAll('button')
  reload?.addEventListener('click', () => location.reload())
  close?.addEventListener('click', () => {
    notice.hidden = true
  })
}

// Errors of browser extensions are not ours; neither are files that a content blocker removed.
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
