import { object, type Infer, type Struct } from 'superstruct'

// Fields have no common type, and the compiler cannot join those of two objects.
// oxlint-disable typescript/no-explicit-any

/** Fields of a payload by their names. */
export type Fields = Record<string, Struct<any, any>>

type Values<Of extends Fields> = Infer<ReturnType<typeof object<Of>>>

/** Values of common fields and of own ones. */
export type Joined<Common extends Fields, Own extends Fields> = Values<Common> & Values<Own>

/** Returns the struct of an object with common fields and own ones. */
export function joinFields<Common extends Fields, Own extends Fields>(
  common: Common,
  own: Own | undefined,
): Struct<Joined<Common, Own>, any> {
  const joined: Struct<any, any> = object({ ...common, ...own })
  return joined
}
