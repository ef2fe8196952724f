/** Where the form of an element stands: in the page itself, or in a root of its own if it has one. */
export function placeOf(element: HTMLElement): HTMLElement | ShadowRoot {
  return element.shadowRoot ?? element
}

/** The form that is in a place already. */
export function drawnIn(place: ParentNode): Element | undefined {
  return Array.from(place.children).find((child) => child.matches('[data-part=root]'))
}
