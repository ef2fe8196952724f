import type { JsonSchema } from './json-schema.ts'

/** A document. */
export interface OpenApi {
  readonly openapi: string
  readonly info: object
  readonly servers: object[]
  readonly tags: object[]
  readonly paths: object
  readonly components: object
}

/** Fields of a request, and whether each must be sent. */
export type Fields = readonly (readonly [name: string, schema: JsonSchema, isNeeded: boolean])[]

const JSON_TYPE = 'application/json'

/** Returns a reference to a component. */
export function ref(kind: string, name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Returns the content of a body of JSON. */
export function json(schema: object): object {
  return { [JSON_TYPE]: { schema } }
}

/** Returns a parameter of the path. */
export function inPath(name: string, schema: object): object {
  return { name, in: 'path', required: true, schema }
}

/** Returns a parameter of the query: lists with commas, objects as JSON. */
export function inQuery(name: string, schema: JsonSchema, isNeeded: boolean): object {
  const encoding = encodingOf(schema)
  return {
    name,
    in: 'query',
    ...(isNeeded && { required: true }),
    ...(encoding !== undefined && 'contentType' in encoding
      ? { content: json(schema) }
      : { ...encoding, schema }),
  }
}

/** Returns the body of a request; `file` names the field of a file. */
export function bodyOf(
  type: string,
  fields: Fields,
  oneOf: readonly string[] = [],
  file?: string,
): object {
  const needed = fields.filter(([, , isNeeded]) => isNeeded).map(([name]) => name)
  const required = file === undefined ? needed : [...needed, file]
  const encodings = fields.flatMap(([name, schema]) => {
    const encoding = type === JSON_TYPE ? undefined : encodingOf(schema)
    return encoding === undefined ? [] : [[name, encoding]]
  })
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields.map(([name, one]) => [name, one])),
      ...(file !== undefined && { [file]: { type: 'string', format: 'binary' } }),
    },
    ...(required.length > 0 && { required }),
    ...(oneOf.length > 0 && { oneOf: oneOf.map((name) => ({ required: [name] })) }),
  }
  return {
    ...((required.length > 0 || oneOf.length > 0) && { required: true }),
    content: {
      [type]: {
        schema,
        ...(encodings.length > 0 && { encoding: Object.fromEntries(encodings) as object }),
      },
    },
  }
}

// How a field that is no text or number is written into one.
function encodingOf(schema: JsonSchema): object | undefined {
  if (schema.type === 'object' || schema.$ref !== undefined) return { contentType: JSON_TYPE }
  if (schema.type !== 'array') return undefined
  const { type } = schema.items as JsonSchema
  return type === 'string' ? { style: 'form', explode: false } : { contentType: JSON_TYPE }
}
