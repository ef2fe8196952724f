import type { Struct } from 'superstruct'
import type { Variants } from '../../protocol/variants.ts'
import { wordsOf, type Words } from './recording-superstruct.ts'

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyStruct = Struct<any, any>

export type JsonSchema = Record<string, unknown>

/** Names of the structs that a document keeps once. */
export type SchemaNames = ReadonlyMap<AnyStruct, string>

/** Names the objects among the exports of modules, such as `User` for `user`. */
export function namesOf(exports: Readonly<Record<string, unknown>>): SchemaNames {
  const structs = Object.entries(exports as Record<string, AnyStruct>)
  return new Map(
    structs
      .filter(([, struct]) => struct.type === 'object')
      .map(([name, struct]) => [struct, name.replace(/^./, (first) => first.toUpperCase())]),
  )
}

/** Returns the schemas of all structs with a name. */
export function componentsOf(names: SchemaNames): Record<string, JsonSchema> {
  return Object.fromEntries(
    Array.from(names, ([struct, name]) => [name, inlineSchemaOf(struct, names)]),
  )
}

/** Returns the JSON Schema (2020-12) of a struct. @throws for a type or a refiner that is not known here */
export function schemaOf(struct: AnyStruct, names: SchemaNames): JsonSchema {
  const name = names.get(struct)
  return name === undefined
    ? inlineSchemaOf(struct, names)
    : { $ref: `#/components/schemas/${name}` }
}

function inlineSchemaOf(struct: AnyStruct, names: SchemaNames): JsonSchema {
  const schema = { ...plainSchemaOf(struct, names), ...join(wordsOf(struct)) }
  if (!struct.is(null) || struct.type === 'unknown' || struct.type === 'any') return schema
  return typeof schema.type === 'string' && schema.const === undefined && schema.enum === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

/** Returns whether a struct takes a value that is not there. */
export function isOptional(struct: AnyStruct): boolean {
  return struct.is(undefined)
}

/** Returns the parts of an object by their names. */
export function partsOf(struct: AnyStruct): [name: string, part: AnyStruct][] {
  return Object.entries((struct.schema ?? {}) as Record<string, AnyStruct>)
}

function plainSchemaOf(struct: AnyStruct, names: SchemaNames): JsonSchema {
  const { type } = struct
  const schema: unknown = struct.schema
  const of = (part: unknown): JsonSchema => schemaOf(part as AnyStruct, names)
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { type }
    case 'unknown':
      return {}
    case 'literal':
      return { type: typeof schema, const: schema }
    case 'enums': {
      const values = Object.values(schema as object) as unknown[]
      return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values }
    }
    case 'array':
      return { type, items: of(schema) }
    case 'tuple': {
      const parts = (schema as unknown[]).map(of)
      return { type: 'array', prefixItems: parts, minItems: parts.length, maxItems: parts.length }
    }
    case 'record':
      return { type: 'object', additionalProperties: of((schema as { value: unknown }).value) }
    case 'union': {
      const members = [...new Set((schema as Variants).members.values())]
      return (schema as Partial<Variants>).by === undefined
        ? { anyOf: members.map(of) }
        : { oneOf: members.map(of) }
    }
    case 'object':
    case 'type': {
      const parts = partsOf(struct)
      const required = parts.filter(([, part]) => !isOptional(part)).map(([name]) => name)
      return {
        type: 'object',
        properties: Object.fromEntries(parts.map(([name, part]) => [name, of(part)])),
        ...(required.length > 0 && { required }),
      }
    }
    default:
      throw new Error(
        `make-openapi.ts does not know structs of type ${type}: add it to json-schema.ts`,
      )
  }
}

function join(all: readonly Words[]): JsonSchema {
  const joined: JsonSchema = {}
  for (const words of all) {
    for (const [word, value] of Object.entries(words)) {
      const { description } = joined
      if (word === 'description' && typeof description === 'string') {
        joined.description = `${String(value)} ${description}`
      } else if (word in joined) throw new Error(`a struct has ${word} twice`)
      else joined[word] = value
    }
  }
  return joined
}
