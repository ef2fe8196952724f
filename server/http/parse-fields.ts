import { parseUntrustedJson } from '#protocol/untrusted-json.ts'

/** Fields of a query string or body; of a repeated one, the last value counts. */
export interface Fields {
  /** Without prototype, so that names such as `constructor` find nothing. */
  readonly values: Readonly<Record<string, unknown>>
  readonly repeated: readonly string[]
}

/** A request without fields; frozen, because all such requests share it. */
export const emptyFields: Fields = Object.freeze({
  values: Object.freeze(createRecord()),
  repeated: Object.freeze([]),
})

/** Parses `name=value&…`, leaving out empty values. Throws URIError for broken escapes. */
export function parseForm(text: string): Fields {
  if (text === '') return emptyFields
  const values = createRecord()
  const repeated: string[] = []
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    if (name in values) repeated.push(name)
    if (value !== '' && !isBuiltIn(name)) values[name] = value
  }
  return { values, repeated }
}

/** Parses a JSON object. Throws SyntaxError, TypeError or RangeError for anything else. */
export function parseJson(text: string): Fields {
  if (text === '') return emptyFields
  const parsed = parseUntrustedJson(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new TypeError('the body is not an object')
  }
  const values = createRecord()
  for (const [name, value] of Object.entries(parsed)) {
    if (!isBuiltIn(name)) values[name] = value
  }
  return { values, repeated: [] }
}

function decode(text: string): string {
  return text.includes('%') || text.includes('+')
    ? decodeURIComponent(text.replaceAll('+', ' '))
    : text
}

// Other code may copy the fields into ordinary objects, whose prototype `__proto__` would change.
function isBuiltIn(name: string): boolean {
  return name in Object.prototype
}

function createRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}
