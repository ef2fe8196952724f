/** Deepest nesting of JSON that is read; our own clients send three levels. */
const MAX_DEPTH = 32

/**
 * Parses JSON of strangers. Throws SyntaxError, also for the key `toString`, since a value with it
 * cannot be printed in an error, and for text that cannot be stored; RangeError where it is nested too
 * deeply for recursive code.
 */
export function parseUntrustedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  ensureReadable(value, 0)
  return value
}

function ensureReadable(value: unknown, depth: number): void {
  if (typeof value === 'string') ensureStorable(value)
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) throw new RangeError('the JSON is nested too deeply')
  if (Object.hasOwn(value, 'toString')) throw new SyntaxError('the JSON has a key "toString"')
  for (const [name, one] of Object.entries(value)) {
    ensureStorable(name)
    ensureReadable(one, depth + 1)
  }
}

function ensureStorable(text: string): void {
  if (!isStorable(text)) throw new SyntaxError('the JSON has a text that cannot be stored')
}

/**
 * Returns whether a text can be stored: PostgreSQL takes no null character, and half a surrogate pair
 * would come back as another character.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
