import { mask, StructError, validate, type Struct } from 'superstruct'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { fieldErrors } from '#protocol/errors.ts'
import { PassportError } from '../lib/passport-error.ts'

/**
 * Reads fields by a struct, ignoring unknown ones; `remembers` what short values come to, for fields
 * that most calls have in common and that are no secret. @throws the error of the first wrong field.
 */
export function readFields<Value>(
  values: Readonly<Record<string, unknown>>,
  // oxlint-disable-next-line typescript/no-explicit-any
  struct: Struct<Value, any>,
  remembers = false,
): Value {
  const odd = Object.keys(values).find((name) => isOdd(values[name]))
  if (odd !== undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field: odd, rule: 'format' }] })
  }
  try {
    return (readQuickly(values, struct, remembers) as Value | undefined) ?? mask(values, struct)
  } catch (error) {
    if (!(error instanceof StructError)) throw error
    const fields = error.failures().map(({ key, value, refinement }) => ({
      field: String(key),
      rule: value === undefined ? 'required' : (refinement ?? 'format'),
    }))
    const own = fields.find(({ field }) => Object.hasOwn(fieldErrors, field))
    const named = own && fieldErrors[own.field]
    const name: ErrorName =
      (own?.rule === 'required' ? named?.missing : undefined) ?? named?.malformed ?? 'bad_parameter'
    throw new PassportError(name, { fields })
  }
}

/** Deeper than any call of ours nests, and far from what the stack of a reader holds. */
const MOST_LEVELS = 32

// The one character that PostgreSQL cannot keep in a text; JSON may hide it deep inside.
function isOdd(value: unknown, level = 0): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return level === MOST_LEVELS || Object.values(value).some((one) => isOdd(one, level + 1))
}

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

const optionals = new WeakMap<AnyStruct, ReadonlySet<string>>()

const readings = new WeakMap<AnyStruct, Map<unknown, string | number>>()
/** Values of a field that are remembered, and how long they may be. */
const MOST_READINGS = 100
const MOST_CHARACTERS = 16

function remember(field: AnyStruct, value: unknown, result: unknown): void {
  if (typeof result !== 'string' && typeof result !== 'number') return
  if (typeof value === 'object') return
  if (typeof value === 'string' && value.length > MOST_CHARACTERS) return
  let known = readings.get(field)
  if (known === undefined || known.size >= MOST_READINGS) {
    known = new Map()
    readings.set(field, known)
  }
  known.set(value, result)
}

// Most of the common parameters are left out of most calls. superstruct walks them all the same;
// here only those that were sent, or have to be, are read. Undefined where anything is wrong.
function readQuickly(
  values: Readonly<Record<string, unknown>>,
  struct: AnyStruct,
  remembers: boolean,
): Record<string, unknown> | undefined {
  if (struct.type !== 'object') return undefined
  const schema = struct.schema as Record<string, AnyStruct>
  let optional = optionals.get(struct)
  if (optional === undefined) {
    optional = new Set(Object.keys(schema).filter((name) => schema[name]?.is(undefined)))
    optionals.set(struct, optional)
  }
  const read: Record<string, unknown> = {}
  for (const name in schema) {
    const value = values[name]
    if (value === undefined && optional.has(name)) continue
    const field = schema[name]
    if (field === undefined) return undefined
    const known = remembers ? readings.get(field)?.get(value) : undefined
    if (known !== undefined) {
      read[name] = known
      continue
    }
    const [error, result] = validate(value, field, { coerce: true, mask: true })
    if (error !== undefined) return undefined
    if (remembers) remember(field, value, result)
    read[name] = result
  }
  const broken = struct.refiner(read, { branch: [read], path: [] })
  return [...broken].length === 0 ? read : undefined
}

/** @throws bad_parameter unless exactly one of the row's `oneOf` fields was sent. */
export function ensureOneOf(row: Endpoint, values: Readonly<Record<string, unknown>>): void {
  if (row.oneOf.length === 0) return
  const sent = row.oneOf.filter((name) => values[name] !== undefined)
  if (sent.length !== 1) {
    throw new PassportError('bad_parameter', {
      fields: row.oneOf.map((field) => ({ field, rule: 'one_of' })),
    })
  }
}
