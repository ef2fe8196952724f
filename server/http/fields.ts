import { mask, StructError, type Struct } from 'superstruct'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { fieldErrors } from '#protocol/errors.ts'
import { PassportError } from '../passport-error.ts'

/** Reads fields by a struct, ignoring unknown ones; @throws the error of the first wrong field. */
export function readFields<Value>(
  values: Readonly<Record<string, unknown>>,
  // oxlint-disable-next-line typescript/no-explicit-any
  struct: Struct<Value, any>,
): Value {
  try {
    return mask(values, struct)
  } catch (error) {
    if (!(error instanceof StructError)) throw error
    const fields = error.failures().map(({ key, value, refinement }) => ({
      field: String(key),
      rule: value === undefined ? 'required' : (refinement ?? 'format'),
    }))
    const own = fields.find(({ field }) => Object.hasOwn(fieldErrors, field))
    const name: ErrorName = (own && fieldErrors[own.field]) ?? 'bad_parameter'
    throw new PassportError(name, { fields })
  }
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
