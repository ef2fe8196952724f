/** Deepest nesting of JSON that is read; our own clients send three levels. */
const MAX_DEPTH = 32

/** Parses JSON. Throws SyntaxError, or RangeError where it is nested too deeply for recursive code. */
export function parseShallowJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  ensureShallow(value, 0)
  return value
}

function ensureShallow(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth === MAX_DEPTH) throw new RangeError('the JSON is nested too deeply')
  for (const one of Object.values(value)) ensureShallow(one, depth + 1)
}
