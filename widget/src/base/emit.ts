import type { PassportEventName, PassportEvents } from './events.ts'

/** Dispatches an event of an element; false when the page prevented its default. */
export function emit<Name extends PassportEventName>(
  element: HTMLElement,
  name: Name,
  detail: PassportEvents[Name],
): boolean {
  return dispatch(element, name, detail)
}

/** The same for an event of any name. */
export function dispatch(element: HTMLElement, name: string, detail: unknown): boolean {
  return element.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }),
  )
}
