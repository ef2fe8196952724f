import { readFileSync } from 'node:fs'

/** A request that a test made, and its reply. */
export interface Example {
  /** Parts of the path and of the query by their names. */
  parameters: Readonly<Record<string, unknown>>
  body?: unknown
  reply?: unknown
}

interface Operation {
  parameters?: readonly { name?: string }[]
  requestBody?: { content: Media }
  responses: Readonly<Record<string, { content?: Media }>>
}

type Media = Readonly<Record<string, object>>

/** By the names of calls; tests/scripts/openapi-examples.test.ts records and checks them. */
const examples = JSON.parse(
  readFileSync(new URL('examples.json', import.meta.url), 'utf8'),
) as Readonly<Record<'admin' | 'protocol', Readonly<Record<string, Example>>>>

/** Adds the example of a call, if it has one. */
export function withExample<Shape extends object>(
  document: keyof typeof examples,
  name: string,
  operation: Shape,
): Shape {
  const example = examples[document][name]
  if (example === undefined) return operation
  const { parameters = [], requestBody, responses } = operation as Operation
  const reply = Object.entries(responses).map(([status, response]) =>
    status.startsWith('2') && response.content !== undefined
      ? [status, { ...response, content: withValue(response.content, example.reply) }]
      : [status, response],
  )
  return {
    ...operation,
    parameters: parameters.map((one) =>
      one.name !== undefined && one.name in example.parameters
        ? { ...one, example: example.parameters[one.name] }
        : one,
    ),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: withValue(requestBody.content, example.body) },
    }),
    responses: Object.fromEntries(reply) as object,
  }
}

function withValue(content: Media, value: unknown): Media {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      type === 'text/html' ? media : { ...media, example: value },
    ]),
  )
}
