import { placeOf } from './place.ts'

const FIELDS = 'input[name]:not([type=hidden], [type=file], [type=checkbox])'
const SECRETS = '[autocomplete$=-password], [autocomplete=one-time-code]'

/**
 * Remembers typed text and focus of a form that may be drawn anew. Returns a function that restores
 * both, the focus only while nothing else has it. Passwords and codes only if `isShort`.
 */
export function keepTyped(element: HTMLElement, drawn: ParentNode, isShort = true): () => void {
  const fields = Array.from(
    drawn.querySelectorAll<HTMLInputElement>(isShort ? FIELDS : `${FIELDS}:not(${SECRETS})`),
    (field) => ({
      // By its first word: a page may leave out passkeys, which are the second.
      selector: `input[name="${field.name}"][autocomplete^="${field.autocomplete.split(' ')[0]}"]`,
      text: field.value,
      range: field.matches(':focus') && ([field.selectionStart, field.selectionEnd] as const),
    }),
  )
  return () => {
    for (const { selector, text, range } of fields) {
      const field = placeOf(element).querySelector<HTMLInputElement>(selector)
      if (!field) continue
      field.value ||= text
      if (!range || !hasNoFocus()) continue
      field.focus()
      // Fields of some types have no range, and setting one there throws.
      if (range[0] !== null && field.selectionStart !== null) field.setSelectionRange(...range)
    }
  }
}

/** Whether nothing of the page has the focus. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
