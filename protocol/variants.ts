import { Struct, union, type Infer } from 'superstruct'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Members of a union by the literal that one of their fields holds. */
export interface Variants {
  readonly by: string
  readonly members: ReadonlyMap<unknown, AnyStruct>
}

/**
 * A union of objects that one field tells apart, which holds another literal in each: whoever has
 * such an object knows its member without trying one after another.
 */
export function variants<First extends AnyStruct, Rest extends AnyStruct[]>(
  by: string,
  all: [First, ...Rest],
): Struct<Infer<First> | Infer<Rest[number]>, Variants> {
  const members = new Map(all.map((one): [unknown, AnyStruct] => [literalOf(one, by), one]))
  if (members.size < all.length || members.has(undefined)) {
    throw new TypeError(`${by} does not tell the members of a union apart`)
  }
  return new Struct({ ...union(all), schema: { by, members } })
}

function literalOf({ schema }: AnyStruct, field: string): unknown {
  const { type, schema: literal } = (schema as Record<string, AnyStruct | undefined>)[field] ?? {}
  return type === 'literal' ? literal : undefined
}
