import { object, validate, type Struct } from 'superstruct'
import { isStorable, parseUntrustedJson } from '#protocol/untrusted-json.ts'

/** Fields of a query string or body; of a repeated one, the last value counts. */
export interface Fields {
  /** Without prototype, so that names such as `constructor` find nothing. */
  readonly values: Readonly<Record<string, unknown>>
  readonly repeated: readonly string[]
  /** Names that were sent but are left out, because every object has them. */
  readonly builtIn: readonly string[]
}

/** A request without fields; frozen, because all such requests share it. */
export const emptyFields: Fields = Object.freeze({
  values: Object.freeze(createRecord()),
  repeated: Object.freeze([]),
  builtIn: Object.freeze([]),
})

/** Parses `name=value&…`. Throws URIError for broken escapes and text that cannot be stored. */
export function parseForm(text: string): Fields {
  if (text === '') return emptyFields
  const values = createRecord()
  const repeated: string[] = []
  const builtIn: string[] = []
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    if (!isStorable(name) || !isStorable(value)) throw new URIError('the form holds no text')
    if (name in values) repeated.push(name)
    if (isBuiltIn(name)) builtIn.push(name)
    else values[name] = value
  }
  return { values, repeated, builtIn }
}

/** Parses a JSON object. Throws SyntaxError, TypeError or RangeError for anything else. */
export function parseJson(text: string): Fields {
  if (text === '') return emptyFields
  const parsed = parseUntrustedJson(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new TypeError('the body is not an object')
  }
  const values = createRecord()
  const builtIn: string[] = []
  for (const [name, value] of Object.entries(parsed)) {
    if (isBuiltIn(name)) builtIn.push(name)
    else values[name] = value
  }
  return { values, repeated: [], builtIn }
}

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/**
 * Leaves out empty texts, as a form sends them for what nobody filled in, except where the payload takes
 * an empty one: there it is a value, which for instance removes a description. An empty list is never
 * left out, since nobody types one: where it may not be empty, the payload refuses it.
 */
export function givenFields(
  values: Readonly<Record<string, unknown>>,
  payload: AnyStruct = nothing,
): Record<string, unknown> {
  const given = createRecord()
  for (const name in values) {
    if (values[name] !== '' || fieldsSentEmpty(payload).has(name)) given[name] = values[name]
  }
  return given
}

const nothing: AnyStruct = object({})
const sentEmpty = new WeakMap<AnyStruct, ReadonlySet<string>>()

function fieldsSentEmpty(payload: AnyStruct): ReadonlySet<string> {
  let names = sentEmpty.get(payload)
  if (names === undefined) {
    const fields = Object.entries((payload.schema ?? {}) as Record<string, AnyStruct>)
    const sent = fields.filter(
      ([, field]) =>
        field.type === 'array' || validate('', field, { coerce: true })[0] === undefined,
    )
    names = new Set(sent.map(([name]) => name))
    sentEmpty.set(payload, names)
  }
  return names
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
