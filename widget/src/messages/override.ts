import type { Texts } from './texts.ts'

/**
 * Puts a page's own words in the place of ours: by the names of `en.ts` for what the element says,
 * and by name or number of an error for what the server says. What is not of the kind that it
 * replaces is left out, so that a slip does not blank a screen.
 */
export function override(texts: Texts, wanted: object): Texts {
  const given = Object.entries(wanted)
  const known = new Map<string, unknown>(Object.entries(texts.messages))
  const messages = given.filter(([name, value]) => typeof known.get(name) === typeof value)
  const errors = given.filter(([name, value]) => !known.has(name) && typeof value === 'string')
  return {
    ...texts,
    messages: { ...texts.messages, ...Object.fromEntries(messages) },
    errors: Object.fromEntries(errors),
  }
}
