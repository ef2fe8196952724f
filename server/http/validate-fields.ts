import { mask, StructError, validate, type Struct } from 'superstruct'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { fieldErrors } from '#protocol/field-errors.ts'
import { isStorable } from '#protocol/untrusted-json.ts'
import { PassportError } from '../lib/passport-error.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the fields that a struct names, coerced by it. Set `isCached` for fields that most calls
 * send alike and that hold no secret. Throws the error of the first invalid field.
 */
export function validateFields<Value>(
  values: Values,
  // oxlint-disable-next-line typescript/no-explicit-any
  struct: Struct<Value, any>,
  isCached = false,
): Value {
  // Fields of a body were checked when it was parsed; this is for sealed ones and those of a path.
  const field = Object.keys(values).find((name) => {
    const value = values[name]
    return typeof value === 'string' && !isStorable(value)
  })
  if (field !== undefined) {
    throw new PassportError('bad_parameter', { fields: [{ field, rule: 'format' }] })
  }
  try {
    return (validateSent(values, struct, isCached) as Value | undefined) ?? mask(values, struct)
  } catch (error) {
    throw error instanceof StructError ? toPassportError(error) : error
  }
}

/** Throws bad_parameter unless exactly one of the endpoint's `oneOf` fields was sent. */
export function ensureOneOf({ oneOf }: Endpoint, values: Values): void {
  if (oneOf.length === 0) return
  const sent = oneOf.filter((name) => values[name] !== undefined)
  if (sent.length !== 1) {
    throw new PassportError('bad_parameter', {
      fields: oneOf.map((field) => ({ field, rule: 'one_of' })),
    })
  }
}

function toPassportError(error: StructError): PassportError {
  // What is inside a field is named by its place, such as `roles.0`.
  const fields = error.failures().map(({ path, value, refinement }) => ({
    field: path.join('.'),
    rule: value === undefined ? 'required' : (refinement ?? 'format'),
  }))
  const first = fields.find(({ field }) => Object.hasOwn(fieldErrors, field))
  const named = first && fieldErrors[first.field]
  const name: ErrorName =
    (first?.rule === 'required' ? named?.missing : undefined) ?? named?.malformed ?? 'bad_parameter'
  return new PassportError(name, { fields })
}

// Superstruct visits every field of a struct, while most calls leave most common parameters out.
// This visits only those that were sent or are required. Returns undefined when one is invalid.
function validateSent(
  values: Values,
  struct: AnyStruct,
  isCached: boolean,
): Record<string, unknown> | undefined {
  if (struct.type !== 'object') return undefined
  const schema = struct.schema as Record<string, AnyStruct>
  const optional = optionalFieldsOf(struct, schema)
  const validated: Record<string, unknown> = {}
  for (const name in schema) {
    const value = values[name]
    if (value === undefined && optional.has(name)) continue
    const field = schema[name]
    if (field === undefined) return undefined
    const cached = isCached ? results.get(field)?.get(value) : undefined
    if (cached !== undefined) {
      validated[name] = cached
      continue
    }
    const [error, result] = validate(value, field, { coerce: true, mask: true })
    if (error !== undefined) return undefined
    if (isCached) cacheResult(field, value, result)
    validated[name] = result
  }
  const failures = struct.refiner(validated, { branch: [validated], path: [] })
  return [...failures].length === 0 ? validated : undefined
}

const optionalFields = new WeakMap<AnyStruct, ReadonlySet<string>>()

function optionalFieldsOf(
  struct: AnyStruct,
  schema: Record<string, AnyStruct>,
): ReadonlySet<string> {
  let optional = optionalFields.get(struct)
  if (optional === undefined) {
    optional = new Set(Object.keys(schema).filter((name) => schema[name]?.is(undefined)))
    optionalFields.set(struct, optional)
  }
  return optional
}

const results = new WeakMap<AnyStruct, Map<unknown, string | number>>()
/** Cached values per field. */
const MAX_RESULTS = 100
/** Longest value that is cached. */
const MAX_CACHED_LENGTH = 16

function cacheResult(field: AnyStruct, value: unknown, result: unknown): void {
  if (typeof result !== 'string' && typeof result !== 'number') return
  if (typeof value === 'object') return
  if (typeof value === 'string' && value.length > MAX_CACHED_LENGTH) return
  let cache = results.get(field)
  if (cache === undefined || cache.size >= MAX_RESULTS) {
    cache = new Map()
    results.set(field, cache)
  }
  cache.set(value, result)
}
