import type { Messages } from './messages.ts'

/**
 * Puts a page's own messages in the place of ours: those of `common` by their names, others by area
 * and name, and what the server says by name or number of an error. A value of another type than
 * ours is left out, so that a slip does not blank a screen.
 */
export function override(messages: Messages, wanted: object): Messages {
  const errors = Object.entries(wanted).filter(
    ([name, value]) => !(name in messages.common) && typeof value === 'string',
  )
  return {
    ...merge(messages, wanted),
    language: messages.language,
    common: merge(messages.common, wanted),
    wanted,
    errors: Object.fromEntries(errors),
  }
}

/** Puts values of the same name and type in the place of ours. */
export function merge<Ours extends object>(ours: Ours, theirs: object): Ours {
  const merged = Array.isArray(ours) ? [...ours] : { ...ours }
  for (const [name, value] of Object.entries(ours)) {
    const given: unknown = Reflect.get(theirs, name)
    if (typeof given !== typeof value || given === null) continue
    Reflect.set(merged, name, isObject(value) && isObject(given) ? merge(value, given) : given)
  }
  // A copy of ours in which like was put in the place of like.
  return merged as Ours
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
