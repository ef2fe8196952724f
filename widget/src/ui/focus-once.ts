/** A ref that focuses an element when it appears. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
