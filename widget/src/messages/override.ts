import type { Messages } from './messages.ts'

/**
 * Puts a page's own messages in the place of ours: those of `common` by their names, others by area
 * and name, and what the server says by name or number of an error. A value of another type than
 * ours is left out, so that a slip does not blank a screen.
 */
export function override(messages: Messages, replacements: object): Messages {
  const errors = Object.entries(replacements).filter(
    ([name, value]) => !(name in messages.common) && typeof value === 'string',
  )
  return {
    ...merge(messages, replacements),
    language: messages.language,
    common: merge(messages.common, replacements),
    replacements,
    errors: Object.fromEntries(errors),
  }
}

/** Puts values of the same name and type in the place of ours. */
export function merge<Ours extends object>(ours: Ours, theirs: object): Ours {
  const merged = Array.isArray(ours) ? [...ours] : { ...ours }
  for (const [name, value] of Object.entries(ours)) {
    const replacement: unknown = Reflect.get(theirs, name)
    if (typeof replacement !== typeof value || replacement === null) continue
    Reflect.set(
      merged,
      name,
      isObject(value) && isObject(replacement) ? merge(value, replacement) : replacement,
    )
  }
  // A copy of ours in which like was put in the place of like.
  return merged as Ours
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
