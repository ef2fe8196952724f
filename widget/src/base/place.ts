/** Returns what contains the form of an element: its shadow root, or the element itself. */
export function placeOf(element: HTMLElement): HTMLElement | ShadowRoot {
  return element.shadowRoot ?? element
}

/** Returns the root of the form, which the build or the server may have drawn already. */
export function drawnIn(place: ParentNode): HTMLElement | undefined {
  return Array.from(place.children).find((child): child is HTMLElement =>
    child.matches('[data-part=root]'),
  )
}

/** Puts an empty root, whose markup `renderMarkup` repeats, in the place of what the page wrote there. */
export function addRoot(place: HTMLElement | ShadowRoot, prefix: string): HTMLElement {
  const root = document.createElement('div')
  root.className = 'pl-root'
  root.dataset['part'] = 'root'
  root.id = prefix
  place.replaceChildren(root)
  return root
}
