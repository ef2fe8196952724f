import { mask, type Struct } from 'superstruct'
import type { Variants } from '#protocol/variants.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

type Cut = (value: unknown) => unknown

const cuts = new WeakMap<AnyStruct, Cut>()

/**
 * Cuts a reply to what its struct names. Only the shape is looked at: that the values fit is what
 * the types of the handlers say, and checking each value anew took a third of a session check.
 */
export function pickFields(struct: AnyStruct, reply: unknown): unknown {
  let cut = cuts.get(struct)
  if (cut === undefined) {
    cut = makeCut(struct)
    cuts.set(struct, cut)
  }
  return cut(reply)
}

function makeCut(struct: AnyStruct): Cut {
  const { type, schema } = struct as { type: string; schema: unknown }
  if (type === 'object' && typeof schema === 'object' && schema !== null) {
    const fields = Object.entries(schema as Record<string, AnyStruct>).map(
      ([name, field]) => [name, makeCut(field)] as const,
    )
    return (value) => {
      if (typeof value !== 'object' || value === null) return value
      const kept: Record<string, unknown> = {}
      for (const [name, cut] of fields) {
        const field = (value as Record<string, unknown>)[name]
        if (field !== undefined) kept[name] = cut(field)
      }
      return kept
    }
  }
  if (type === 'array') {
    const cut = makeCut(schema as AnyStruct)
    return (value) => (Array.isArray(value) ? value.map(cut) : value)
  }
  if (type === 'union' && schema !== null) {
    const { by, members } = schema as Variants
    const byLiteral = new Map(Array.from(members, ([literal, one]) => [literal, makeCut(one)]))
    return (value) => {
      if (typeof value !== 'object' || value === null) return value
      const cut = byLiteral.get((value as Record<string, unknown>)[by])
      // Whatever it is, nothing of it is known to be meant for others.
      if (cut === undefined) throw new TypeError(`a reply is none of those told apart by ${by}`)
      return cut(value)
    }
  }
  // Which member of another union a value is, only the struct itself can tell.
  if (type === 'union' || type === 'intersection') return (value) => mask(value, struct)
  return (value) => value
}
