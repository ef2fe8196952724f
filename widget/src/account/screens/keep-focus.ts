/** Moves the focus to the section of what had it and disappears, such as the button of a removed row. */
export function keepFocus(place: HTMLElement): () => void {
  let had: Element | undefined
  let section: HTMLElement | null | undefined
  const note = ({ target }: Event): void => {
    if (!(target instanceof Element)) return
    had = target
    section = target.closest('section')
  }
  place.addEventListener('focusin', note)
  // Also looked at when a dialog closes, which gives the focus back to nothing.
  const observer = new MutationObserver(() => {
    const isLost = had?.isConnected === false && document.activeElement === document.body
    if (isLost) section?.focus({ preventScroll: true })
  })
  observer.observe(place.getRootNode(), { childList: true, subtree: true })
  return () => {
    place.removeEventListener('focusin', note)
    observer.disconnect()
  }
}
