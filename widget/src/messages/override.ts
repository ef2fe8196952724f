import type { Texts } from './texts.ts'

/**
 * Puts a page's own words in the place of ours: by the names of `en.ts` for what the element says at
 * first, by the name of a table and those in it for what later screens say, and by name or number of
 * an error for what the server says. What is not of the kind that it replaces is left out, so that a
 * slip does not blank a screen.
 */
export function override(texts: Texts, wanted: object): Texts {
  const known = new Set(Object.keys(texts.messages))
  const errors = Object.entries(wanted).filter(
    ([name, value]) => !known.has(name) && typeof value === 'string',
  )
  const merged = new Map<object, unknown>()
  return {
    ...texts,
    messages: merge(texts.messages, wanted),
    errors: Object.fromEntries(errors),
    own(name, words) {
      const given: unknown = Reflect.get(wanted, name)
      if (!isTable(given)) return words
      // The same words stay the same object, or every render would look like news.
      if (!merged.has(words)) merged.set(words, merge(words, given))
      return merged.get(words) as typeof words
    },
  }
}

function merge<Words extends object>(ours: Words, theirs: object): Words {
  const words = Array.isArray(ours) ? [...ours] : { ...ours }
  for (const [name, value] of Object.entries(ours)) {
    const given: unknown = Reflect.get(theirs, name)
    if (typeof given !== typeof value || given === null) continue
    Reflect.set(words, name, isTable(value) && isTable(given) ? merge(value, given) : given)
  }
  // A copy of ours in which like was put in the place of like.
  return words as Words
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
