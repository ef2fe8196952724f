import { mask, type Struct } from 'superstruct'
import type { Variants } from '#protocol/variants.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

type Picker = (value: unknown) => unknown

const pickers = new WeakMap<AnyStruct, Picker>()

/**
 * Returns a reply with only the fields that its struct names. Values are not validated: types
 * guarantee them, and validating would take a third of a session check.
 */
export function pickFields(struct: AnyStruct, reply: unknown): unknown {
  let pick = pickers.get(struct)
  if (pick === undefined) {
    pick = createPicker(struct)
    pickers.set(struct, pick)
  }
  return pick(reply)
}

function createPicker(struct: AnyStruct): Picker {
  const { type, schema } = struct as { type: string; schema: unknown }
  if (type === 'object' && typeof schema === 'object' && schema !== null) {
    return objectPicker(schema as Record<string, AnyStruct>)
  }
  if (type === 'array') {
    const pick = createPicker(schema as AnyStruct)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (type === 'union' && schema !== null) return variantPicker(schema as Variants)
  // Only the struct itself knows which member of another union a value is.
  if (type === 'union' || type === 'intersection') return (value) => mask(value, struct)
  return (value) => value
}

function objectPicker(schema: Record<string, AnyStruct>): Picker {
  const fields = Object.entries(schema).map(([name, field]) => [name, createPicker(field)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = (value as Record<string, unknown>)[name]
      if (field !== undefined) picked[name] = pick(field)
    }
    return picked
  }
}

function variantPicker({ by, members }: Variants): Picker {
  const byLiteral = new Map(Array.from(members, ([literal, one]) => [literal, createPicker(one)]))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const pick = byLiteral.get((value as Record<string, unknown>)[by])
    // Nothing of an unknown variant is known to be meant for the caller.
    if (pick === undefined) throw new TypeError(`no variant of the reply has this value of ${by}`)
    return pick(value)
  }
}
