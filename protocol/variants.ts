import { Struct, union, type Infer } from 'superstruct'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Members of a union by the literal value of their field `by`. */
export interface Variants {
  readonly by: string
  readonly members: ReadonlyMap<unknown, AnyStruct>
}

/**
 * Returns a union of objects that have a different literal in the field `by`.
 * @throws TypeError if a literal is missing or occurs twice.
 */
export function variants<First extends AnyStruct, Rest extends AnyStruct[]>(
  by: string,
  structs: [First, ...Rest],
): Struct<Infer<First> | Infer<Rest[number]>, Variants> {
  const members = new Map(
    structs.map((struct): [unknown, AnyStruct] => [literalOf(struct, by), struct]),
  )
  if (members.size < structs.length || members.has(undefined)) {
    throw new TypeError(`${by} does not tell the members of a union apart`)
  }
  return new Struct({ ...union(structs), schema: { by, members } })
}

function literalOf({ schema }: AnyStruct, field: string): unknown {
  const { type, schema: literal } = (schema as Record<string, AnyStruct | undefined>)[field] ?? {}
  return type === 'literal' ? literal : undefined
}
