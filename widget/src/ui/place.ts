/** Returns what contains the form of an element: its shadow root, or the element itself. */
export function placeOf(element: HTMLElement): HTMLElement | ShadowRoot {
  return element.shadowRoot ?? element
}

/** Returns the form that the build or the server has drawn already. */
export function drawnIn(place: ParentNode): Element | undefined {
  return Array.from(place.children).find((child) => child.matches('[data-part=root]'))
}
