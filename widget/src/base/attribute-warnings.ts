import { closestMatch } from 'leven'
import { attributeNames, type AttributeError } from './settings.ts'

/** Maximum edit distance of a mistyped word. */
const MAX_EDITS = 3

const logged = new Set<string>()

/** Logs invalid values and probably mistyped attributes once. */
export function warnOfAttributes(
  errors: readonly AttributeError[],
  unknownNames: readonly string[],
): void {
  for (const { attribute, value, message, words = [] } of errors) {
    const wrong = value.split(/[\s,]+/).find((word) => !words.includes(word)) ?? value
    const match = nearest(wrong, words)
    const hint = match === undefined ? '' : ` Did you mean "${match}"?`
    warnOnce(`${attribute}="${value}" cannot be used: ${message}.${hint}`)
  }
  for (const name of unknownNames) {
    const match = nearest(name, attributeNames)
    // Other attributes belong to the page.
    if (match !== undefined) warnOnce(`there is no attribute "${name}". Did you mean "${match}"?`)
  }
}

function nearest(typed: string, words: readonly string[]): string | undefined {
  const maxDistance = Math.min(MAX_EDITS, Math.floor(typed.length / 2))
  return typed === '' ? undefined : closestMatch(typed.toLowerCase(), words, { maxDistance })
}

function warnOnce(text: string): void {
  if (logged.has(text)) return
  logged.add(text)
  console.warn(`passport-login: ${text}`) // oxlint-disable-line no-console
}
