/** Leads to the search by `/`, Ctrl K or ⌘ K, on every page that links to it. */
export function searchByKey(): void {
  // On the window, after those of the page that have a use of their own for the key.
  addEventListener('keydown', (event) => {
    const { altKey, ctrlKey, isComposing, key, metaKey, shiftKey } = event
    const isSlash = key === '/' && !ctrlKey && !metaKey
    const isK = key === 'k' && ctrlKey !== metaKey && !shiftKey
    if (event.defaultPrevented || isComposing || altKey || !(isSlash || isK)) return
    if (isTyping(event.composedPath()[0]) || document.querySelector(':modal') !== null) return
    const field = document.querySelector<HTMLElement>('.search input')
    const link = document.querySelector<HTMLElement>('.to-search')
    if (field === null && link === null) return
    event.preventDefault()
    if (field === null) link?.click()
    else field.focus()
  })
}

function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
