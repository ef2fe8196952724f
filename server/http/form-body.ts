/** Fields of a query or form; the last value of a repeated one counts. */
export interface Fields {
  /** Without prototype, so that no field name means anything to the language. */
  readonly values: Record<string, unknown>
  readonly repeated: readonly string[]
}

/** No fields at all. */
export const noFields: Fields = { values: emptyRecord(), repeated: [] }

/** Reads `name=value&…`; empty values count as not sent. @throws URIError for broken escapes. */
export function readForm(text: string): Fields {
  if (text === '') return noFields
  const values = emptyRecord()
  const repeated: string[] = []
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = unescape(at === -1 ? pair : pair.slice(0, at))
    const value = at === -1 ? '' : unescape(pair.slice(at + 1))
    if (name in values) repeated.push(name)
    if (value !== '' && !(name in Object.prototype)) values[name] = value
  }
  return { values, repeated }
}

/** Reads a JSON object. @throws SyntaxError, TypeError. */
export function readJson(text: string): Fields {
  if (text === '') return noFields
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new TypeError('the body is not an object')
  }
  const values = emptyRecord()
  for (const [name, value] of Object.entries(parsed)) {
    if (!(name in Object.prototype)) values[name] = value
  }
  return { values, repeated: [] }
}

function unescape(text: string): string {
  return text.includes('%') || text.includes('+')
    ? decodeURIComponent(text.replaceAll('+', ' '))
    : text
}

// Names such as `constructor` and `__proto__` are no field of ours, and every object has them: a
// record starts without them, and the readers leave them out.
function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}
